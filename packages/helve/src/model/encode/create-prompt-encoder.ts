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
 * Makes the encoder of an adapter's prompts. It remembers what each conversation became, and each
 * group of merged messages, so that a step encodes the messages it adds and nothing else. Messages are
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

  const encodeAll = (
    messages: readonly ModelMessage[],
    from: number,
    encode: (message: ModelMessage) => Remembered,
  ): EncodedMessage[] => {
    const prompt: EncodedMessage[] = [];
    let toolMessages: EncodedMessage[] = [];
    const flushToolMessages = (): void => {
      const [first] = toolMessages;
      if (first === undefined) return;
      prompt.push(mergeOnce(first, toolMessages));
      toolMessages = [];
    };
    for (let index = from; index < messages.length; index++) {
      const message = messages[index];
      const encoded = message === undefined ? 'left-out' : encode(message);
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

  // By a conversation's first message: what the conversation was when it was last encoded.
  const conversations = new WeakMap<ModelMessage, Conversation>();

  return (messages, context) => {
    const [first] = messages;
    if (first === undefined) return [];
    const known = conversations.get(first);
    if (known && continues(known, messages)) {
      // The conversation remembers what is added to it, so the messages need not be remembered each.
      const encode = (message: ModelMessage): Remembered =>
        encodeMessage(message, version, context) ?? 'left-out';
      // One array of the right length: a long conversation is copied at every step.
      known.prompt = known.prompt.concat(encodeAll(messages, known.length, encode));
      known.messages = messages;
      known.length = messages.length;
      return known.prompt;
    }
    const prompt = encodeAll(messages, 0, (message) => encodeOnce(message, context));
    conversations.set(first, { messages, length: messages.length, prompt });
    return prompt;
  };
}

/** A conversation as it was encoded. */
interface Conversation {
  messages: readonly ModelMessage[];
  /** How many messages there were; the array may have grown since. */
  length: number;
  prompt: readonly EncodedMessage[];
}

/**
 * Whether `messages` only adds to what is known, so that its encoding can be gone on with: a step
 * then costs what it adds. An array that grew is the same one; another is compared.
 */
function continues(known: Conversation, messages: readonly ModelMessage[]): boolean {
  const { length } = known;
  if (messages.length < length) return false;
  // Neighbouring tool messages are merged, also over the seam.
  if (messages[length]?.role === 'tool' && messages[length - 1]?.role === 'tool') return false;
  if (messages === known.messages) return true;
  for (let index = 0; index < length; index++) {
    if (messages[index] !== known.messages[index]) return false;
  }
  return true;
}
