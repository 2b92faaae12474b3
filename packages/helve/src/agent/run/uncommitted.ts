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

  /** Forgets the message that was added last. */
  dropLast(): void {
    this.#messages.pop();
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
    const messages = this.#messages.map((message, index) => {
      const place = position + index;
      return threadId === undefined
        ? { runId, position: place, message }
        : { runId, threadId, position: place, message };
    });
    const { calls, forget } = this.#closed;
    const whole: { -readonly [Name in keyof Transition]: Transition[Name] } = {
      ...transition,
      messages,
    };
    if (calls) whole.calls = [...(transition.calls ?? []), ...calls];
    if (forget) whole.forget = forget;
    return {
      whole,
      committed: () => {
        this.#messages.splice(0, messages.length);
        this.#closed = {};
        return messages.length;
      },
    };
  }
}
