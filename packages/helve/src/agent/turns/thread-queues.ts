/** A place in the queue of a thread. */
export interface Place {
  isFirst(): boolean;
  /** Resolves when nobody is in front of it. */
  readonly isNext: Promise<void>;
  /** Leaves the queue, wherever in it the place is. */
  leave(): void;
}

/** Who wants to go on with which thread in this process, in the order in which they came. */
export class ThreadQueues {
  readonly #queues = new Map<string, Set<() => void>>();

  /** Whether somebody is there. */
  isBusy(threadId: string): boolean {
    return this.#queues.has(threadId);
  }

  enter(threadId: string): Place {
    const queue = this.#queues.get(threadId) ?? new Set();
    this.#queues.set(threadId, queue);
    let call: () => void = () => undefined;
    const isNext = new Promise<void>((resolve) => {
      call = resolve;
    });
    queue.add(call);
    if (queue.size === 1) call();
    const leave = (): void => {
      // Who has left may leave again.
      if (!queue.delete(call)) return;
      const [next] = queue;
      if (next) next();
      else this.#queues.delete(threadId);
    };
    const isFirst = (): boolean => queue.values().next().value === call;
    return { isFirst, isNext, leave };
  }
}
