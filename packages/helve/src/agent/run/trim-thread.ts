import type { ModelMessage } from '../../tool/message.ts';
import { isNote } from './tool-message.ts';

/**
 * Where the part of a conversation begins that a model is given: at the first of its last `limit`
 * messages that is a user's, so that no call loses its result and no answer its question. Where there
 * is none among them, at the user's message before: the last turn is always whole.
 *
 * What is from `keptFrom` on is always given: a run that goes on needs all of its own messages.
 */
export function startOfTail(
  messages: readonly ModelMessage[],
  limit: number | undefined,
  keptFrom: number = messages.length,
): number {
  if (limit === undefined) return 0;
  const start = Math.max(0, messages.length - limit);
  let before = 0;
  for (const [at, message] of messages.entries()) {
    if (at > keptFrom) break;
    if (message.role !== 'user' || isNote(message)) continue;
    if (at >= start) return at;
    before = at;
  }
  return before;
}
