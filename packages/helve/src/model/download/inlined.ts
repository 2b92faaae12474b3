import type { ModelMessage } from '../../tool/message.ts';

/** A conversation whose files the model can be given. */
export interface InlinedMessages {
  readonly messages: readonly ModelMessage[];
  readonly warnings: readonly string[];
}

/** A run's conversation as it was last inlined. */
export interface Inlined {
  messages: readonly ModelMessage[];
  /** How many messages have been looked at; the array may have grown since. */
  length: number;
  /** What the model is given; absent where that is `messages`. */
  prompt: ModelMessage[] | undefined;
  /** Messages that the model is given in another form; absent while there were none. */
  replaced: WeakMap<ModelMessage, ModelMessage> | undefined;
}
