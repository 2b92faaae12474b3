import type { ModelFinishReason } from '../model-part.ts';
import { fieldsOf, textOf } from './read-fields.ts';
import type { DecodedFinishReason } from './version-decoder.ts';

const FINISH_REASONS: readonly ModelFinishReason[] = [
  'stop',
  'length',
  'content-filter',
  'tool-calls',
  'error',
  'other',
];

/**
 * Helve's word for why a response ended. A word it does not know, such as one added to the
 * interface later, is `other`, and stands as the raw one unless the provider's own is given.
 */
export function decodeFinishReason(word: unknown, raw?: unknown): DecodedFinishReason {
  const known = FINISH_REASONS.find((reason) => reason === word);
  const rawFinishReason = textOf(raw) ?? (known === undefined ? textOf(word) : undefined);
  return {
    finishReason: known ?? 'other',
    ...(rawFinishReason !== undefined && { rawFinishReason }),
  };
}

/** The form of versions from v3 on: `{ unified, raw }`. */
export function decodeTwofoldFinishReason(value: unknown): DecodedFinishReason {
  const { unified, raw } = fieldsOf(value);
  return decodeFinishReason(unified, raw);
}
