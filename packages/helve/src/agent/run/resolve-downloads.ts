import type { DownloadLimits } from '../../model/download/download-file.ts';
import type { DownloadOptions } from '../../model/download/download-options.ts';
import { lookUpHost } from '../../model/download/lookup-host.ts';
import { InvalidAgentError } from '../agent-errors.ts';
import type { StoredDownloads } from './run-config.ts';

const MIB = 1024 * 1024;
const DEFAULTS = {
  maxBytes: 20 * MIB,
  maxTotalBytes: 64 * MIB,
  timeoutMs: 30_000,
  maxRedirects: 5,
} as const;

/** A timer that is set for longer ends at once. */
const LONGEST_MS = 2 ** 31 - 1;

type Choice = DownloadOptions | false | undefined;

/**
 * The limits of one run's downloads, of which later choices have the last word; `undefined` where
 * they are switched off.
 *
 * @throws InvalidAgentError for what is no limit.
 */
export function resolveDownloads(...choices: readonly Choice[]): DownloadLimits | undefined {
  const merged = choices.reduce(mergeChoices, {});
  if (!merged) return undefined;
  const { allowPrivateAddresses = false, fetch } = merged;
  return {
    maxBytes: limit('maxBytes', merged, 1),
    total: { bytesLeft: limit('maxTotalBytes', merged, 1) },
    timeoutMs: Math.min(limit('timeoutMs', merged, 1), LONGEST_MS),
    maxRedirects: limit('maxRedirects', merged, 0),
    allowPrivateAddresses,
    lookUpHost,
    // Looked up for each download: the global one may be replaced, by tests for example.
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
    allowUnknownNames: fetch !== undefined,
  };
}

/**
 * What of a run's own choice can be stored.
 *
 * @throws InvalidAgentError for what is no choice.
 */
export function storedDownloads(choice: DownloadOptions | false): StoredDownloads | false {
  checkChoice(choice);
  if (choice === false) return false;
  const { fetch: _, allowPrivateAddresses, ...limits } = choice;
  return typeof allowPrivateAddresses === 'boolean' ? { ...limits, allowPrivateAddresses } : limits;
}

/** Whether something of a run's own choice cannot be stored. */
export function hasFunctions(choice: Choice): boolean {
  if (!choice) return false;
  return choice.fetch !== undefined || typeof choice.allowPrivateAddresses === 'function';
}

function mergeChoices(earlier: Choice, later: Choice): Choice {
  if (later === undefined) return earlier;
  checkChoice(later);
  if (!earlier || !later) return later;
  const given = Object.entries(later).filter(([, value]) => value !== undefined);
  return { ...earlier, ...Object.fromEntries(given) };
}

type Limit = keyof typeof DEFAULTS;

function limit(name: Limit, options: DownloadOptions, least: number): number {
  const value = options[name] ?? DEFAULTS[name];
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new InvalidAgentError(
    `downloads.${name} is ${value}; it must be a whole number of at least ${least}.`,
  );
}

/** Callers without types can give anything, and what is misread here could open a network. */
function checkChoice(choice: Exclude<Choice, undefined>): void {
  if (choice === false) return;
  if (typeof choice !== 'object' || choice === null) {
    throw new InvalidAgentError(
      'downloads must be false, or options such as { maxBytes: 5_000_000 }.',
    );
  }
  const { fetch, allowPrivateAddresses } = choice;
  if (fetch !== undefined && typeof fetch !== 'function') {
    throw new InvalidAgentError('downloads.fetch must be a function like fetch.');
  }
  if (!['undefined', 'boolean', 'function'].includes(typeof allowPrivateAddresses)) {
    throw new InvalidAgentError(
      'downloads.allowPrivateAddresses must be true, false or a function of a URL.',
    );
  }
}
