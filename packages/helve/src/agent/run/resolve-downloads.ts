import type { DownloadLimits } from '../../model/download/download-file.ts';
import type { DownloadOptions } from '../../model/download/download-options.ts';
import { lookUpHost } from '../../model/download/lookup-host.ts';
import { InvalidAgentError } from '../agent-errors.ts';
import type { DownloadChoice as Choice } from './stored-downloads.ts';
import { checkChoice } from './stored-downloads.ts';

const MIB = 1024 * 1024;
const DEFAULTS = {
  maxBytes: 20 * MIB,
  maxTotalBytes: 64 * MIB,
  timeoutMs: 30_000,
  maxRedirects: 5,
} as const;

/** A timer that is set for longer ends at once. */
const LONGEST_MS = 2 ** 31 - 1;

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
