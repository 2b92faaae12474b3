import type { CallEnd } from './call.ts';
import { failed } from './call.ts';

/**
 * Ends a call whose process died while the tool ran. Whether the tool did its work is not known, and
 * it may not be run again: the model is told so, and to look before it tries again.
 */
export function outcomeUnknown({ toolName }: { readonly toolName: string }): CallEnd {
  const text = `"${toolName}" was interrupted, and its outcome is unknown: it may have taken effect.`;
  return failed({
    code: 'OUTCOME_UNKNOWN',
    error: new Error(text),
    modelText: `${text} Check before you try again.`,
    displayText: text,
  });
}
