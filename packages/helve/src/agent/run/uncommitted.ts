import type { Transition } from '../../store/store.ts';
import type { ModelMessage } from '../../tool/message.ts';
import type { ClosedCalls } from '../calls/close-calls.ts';

/** Where in the store messages go. */
interface Place {
  readonly runId: string;
  readonly threadId?: string | undefined;
  /** How many messages of the run are there. */
  readonly position: number;
}

/** What a run has added to its conversation and not written down yet: the next commit takes it along. */
export class Uncommitted {
  readonly #messages: ModelMessage[] = [];
  #closed: ClosedCalls = {};

  /** The messages that are not written down yet. */
  get messages(): readonly ModelMessage[] {
    return this.#messages;
  }

  add(message: ModelMessage): void {
    this.#messages.push(message);
  }

  /** Says what becomes of the records of calls as their results are committed. */
  close(closed: ClosedCalls): void {
    this.#closed = closed;
  }

  /** The transition, with all of this in it; to be told of once it is committed. */
  joinedTo(
    transition: Omit<Transition, 'messages' | 'forget'>,
    { runId, threadId, position }: Place,
  ): { readonly whole: Transition; committed(): number } {
    const thread = threadId === undefined ? {} : { threadId };
    const messages = this.#messages.map((message, index) => ({
      runId,
      ...thread,
      position: position + index,
      message,
    }));
    const { calls, forget } = this.#closed;
    return {
      whole: {
        ...transition,
        messages,
        ...(calls ? { calls: [...(transition.calls ?? []), ...calls] } : {}),
        ...(forget ? { forget } : {}),
      },
      committed: () => {
        this.#messages.splice(0, messages.length);
        this.#closed = {};
        return messages.length;
      },
    };
  }
}
