import type { ModelPart } from '../model-part.ts';
import { ModelStreamError } from '../model-stream-error.ts';
import { readEnding } from './read-ending.ts';
import { fieldsOf, textOf } from './read-fields.ts';

type FinishPart = Extract<ModelPart, { readonly type: 'finish' }>;

/** Sees a stream's parts go by, so that its end can be understood. */
export interface EndingWatch {
  /** Takes note of a part and gives it back, or what is to be read in its place. */
  notice(part: ModelPart): ModelPart;
  /**
   * What is read at the stream's end: its finish part, of which `chunk` is the model's own form; or,
   * where the response broke off, an error in front of what there is of one.
   */
  lastParts(finish: FinishPart | undefined, chunk: unknown): readonly ModelPart[];
}

/**
 * Watches one stream. Many adapters write a finish part also after a connection that was lost, with
 * the calls that were under way and `''` for arguments that never came, so a finish part alone does
 * not make a response whole.
 */
export function watchEnding(model: string): EndingWatch {
  const seen = { text: false, call: false, error: false };

  const brokeOff = (chunk: unknown): boolean => {
    switch (readEnding(fieldsOf(chunk)['finishReason'])) {
      case 'told':
        return false;
      case 'untold':
        // a text may stand without a reason; calls, which have effects, may not
        return seen.call || !seen.text;
      case 'interrupted':
        return true;
    }
  };

  return {
    notice(part) {
      switch (part.type) {
        case 'text-delta':
          seen.text = true;
          break;
        case 'tool-input-start':
        case 'tool-call':
          // what the provider runs is its own affair, and done by now
          if (!part.providerExecuted) seen.call = true;
          break;
        case 'error':
          seen.error = true;
          if (!tellsOfMissingEnd(part.error)) break;
          return { type: 'error', error: new ModelStreamError(model, { cause: part.error }) };
      }
      return part;
    },

    lastParts(finish, chunk) {
      if (finish !== undefined && !brokeOff(chunk)) return [finish];
      const parts: ModelPart[] = [];
      // what the provider itself reported says more than that the end is missing
      if (!seen.error) parts.push({ type: 'error', error: new ModelStreamError(model) });
      // the tokens were used all the same
      if (finish !== undefined) parts.push({ ...finish, finishReason: 'error' });
      return parts;
    },
  };
}

/** Whether an adapter itself reports that there was no end, as `@ai-sdk/openai-compatible` does. */
function tellsOfMissingEnd(error: unknown): boolean {
  const { name, message } = fieldsOf(error);
  return (
    name === 'AI_InvalidResponseDataError' && /without a finish reason/i.test(textOf(message) ?? '')
  );
}
