import type { DownloadOptions } from '../../model/download/download-options.ts';
import { InvalidAgentError } from '../agent-errors.ts';
import type { StoredDownloads } from './run-config.ts';

/** What an agent or a run says of downloads. */
export type DownloadChoice = DownloadOptions | false | undefined;

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
export function hasFunctions(choice: DownloadChoice): boolean {
  if (!choice) return false;
  return choice.fetch !== undefined || typeof choice.allowPrivateAddresses === 'function';
}

/** @throws InvalidAgentError. Callers without types can give anything, and what is misread here could open a network. */
export function checkChoice(choice: Exclude<DownloadChoice, undefined>): void {
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
