import { fieldsOf, textOf } from './read-fields.ts';

/**
 * What a finish part tells of the stream it ends. `interrupted`: the provider never said that it was
 * done. `untold`: no reason came, which broken connections and some providers' habits have in common.
 */
export type Ending = 'told' | 'untold' | 'interrupted';

/** Words that adapters begin with, and that stay where the provider never gives a reason. */
const NO_REASON: ReadonlySet<unknown> = new Set([undefined, 'unknown', 'other']);

/** Reads the finish reason of any version: v2 has a word, later ones `{ unified, raw }`. */
export function readEnding(finishReason: unknown): Ending {
  // v2 says `unknown` where it has no reason, and means something by `other`
  if (typeof finishReason === 'string') return finishReason === 'unknown' ? 'untold' : 'told';
  const { unified, raw } = fieldsOf(finishReason);
  if (unified === 'interrupted') return 'interrupted';
  return textOf(raw) === undefined && NO_REASON.has(unified) ? 'untold' : 'told';
}
