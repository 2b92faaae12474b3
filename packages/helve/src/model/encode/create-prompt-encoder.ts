import type { ModelMessage } from '../../tool/message.ts';
import { encodeMessage } from './encode-message.ts';
import type { EncodedMessage } from './encoded-prompt.ts';
import { mergeToolMessages } from './merge-tool-messages.ts';
import type { EncodeContext, VersionEncoder } from './version-encoder.ts';

/** A message that is left out is remembered too. */
type Remembered = EncodedMessage | 'left-out';

/** Messages that were merged, and into what. */
interface MergedGroup {
  readonly members: readonly EncodedMessage[];
  readonly merged: EncodedMessage;
}

/**
 * Makes the encoder of an adapter's prompts. It remembers what each message became, and each group
 * of merged ones, so that a step encodes the messages it adds and nothing else. Messages are
 * immutable, and remembered no longer than anyone holds them.
 */
export function createPromptEncoder(
  version: VersionEncoder,
): (messages: readonly ModelMessage[], context: EncodeContext) => readonly EncodedMessage[] {
  const encodedMessages = new WeakMap<ModelMessage, Remembered>();
  const mergedGroups = new WeakMap<EncodedMessage, MergedGroup>();

  const encodeOnce = (message: ModelMessage, context: EncodeContext): Remembered => {
    const known = encodedMessages.get(message);
    if (known !== undefined) return known;
    const encoded = encodeMessage(message, version, context) ?? 'left-out';
    encodedMessages.set(message, encoded);
    return encoded;
  };

  const mergeOnce = (first: EncodedMessage, members: readonly EncodedMessage[]): EncodedMessage => {
    if (members.length === 1) return first;
    const known = mergedGroups.get(first);
    const isSame =
      known?.members.length === members.length &&
      known.members.every((member, index) => member === members[index]);
    if (known !== undefined && isSame) return known.merged;
    const merged = mergeToolMessages(members);
    mergedGroups.set(first, { members, merged });
    return merged;
  };

  return (messages, context) => {
    const prompt: EncodedMessage[] = [];
    let toolMessages: EncodedMessage[] = [];
    const flushToolMessages = (): void => {
      const [first] = toolMessages;
      if (first === undefined) return;
      prompt.push(mergeOnce(first, toolMessages));
      toolMessages = [];
    };
    for (const message of messages) {
      const encoded = encodeOnce(message, context);
      if (encoded === 'left-out') continue;
      if (encoded.role === 'tool') {
        toolMessages.push(encoded);
      } else {
        flushToolMessages();
        prompt.push(encoded);
      }
    }
    flushToolMessages();
    return prompt;
  };
}
