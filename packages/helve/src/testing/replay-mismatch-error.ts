import { HelveError } from '../schema/helve-error.ts';
import { formatPath } from '../schema/issues.ts';
import type { Difference } from './find-difference.ts';

/** Longer values are cut: what differs is seen, and a prompt can be long. */
const MAX_SHOWN = 300;

/**
 * A request that was not recorded. `code` is `REPLAY_MISMATCH`.
 *
 * @example
 * const failing = agent.generate('Another question');
 * await expect(failing).rejects.toSatisfy(ReplayMismatchError.isInstance);
 */
export class ReplayMismatchError extends HelveError {
  constructor(message: string) {
    super({ name: 'ReplayMismatchError', code: 'REPLAY_MISMATCH', message });
  }

  /** Names the first difference between the request and the recorded one. */
  static of(number: number, { path, recorded, actual }: Difference): ReplayMismatchError {
    return new ReplayMismatchError(
      `Request ${number} differs from the recorded one at ${formatPath(path)}: recorded ${shown(recorded)}, now ${shown(actual)}. Record it again; have \`redact\` replace what changes from run to run, such as dates; or play it with match: 'order'.`,
    );
  }

  /** Whether `value` is a `ReplayMismatchError`, from this or another copy of the library. */
  static override isInstance(value: unknown): value is ReplayMismatchError {
    return HelveError.hasCode(value, 'REPLAY_MISMATCH');
  }
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
