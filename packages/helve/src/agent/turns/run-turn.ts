import type { CommitResult, Lease, Store, Transition } from '../../store/store.ts';
import type { Place, ThreadQueues } from './thread-queues.ts';

/**
 * A run's turn on its thread: while a run has it, no other adds to the conversation. In this process
 * it is a place in the queue, among all processes a part of the lease that the run has in the store.
 */
export class RunTurn {
  readonly threadId: string;
  readonly #queues: ThreadQueues;
  #place: Place | undefined;
  /** The run has the turn. */
  isHeld = false;
  /** What the run knows of the conversation is all that there is. */
  isUpToDate = false;

  constructor(queues: ThreadQueues, threadId: string) {
    this.#queues = queues;
    this.threadId = threadId;
  }

  /** Goes where `place` is, or to the end of the queue. */
  enter(place?: Place): Promise<void> {
    this.#place ??= place ?? this.#queues.enter(this.threadId);
    return this.#place.isNext;
  }

  /** Lets the next one have its turn. */
  leave(): void {
    this.isHeld = false;
    this.#place?.leave();
    this.#place = undefined;
  }

  /** Enters the queue only where nobody is in it. */
  enterIfFree(): boolean {
    if (this.#queues.isBusy(this.threadId)) return false;
    void this.enter();
    return true;
  }
}

/** The turn of a run, where it is on a thread. */
export function turnOf(queues: ThreadQueues, threadId: string | undefined): RunTurn | undefined {
  return threadId === undefined ? undefined : new RunTurn(queues, threadId);
}

/**
 * Commits what became of calls. A decision that sets a run going takes the turn along with it where
 * nobody has it: what was decided is carried out at once, whoever else is at work on the thread.
 */
export function commitTakingTurn(
  store: Store,
  transition: Transition,
  turn: RunTurn | undefined,
): Promise<CommitResult> {
  const { lease } = transition;
  if (!turn || !lease || !turn.enterIfFree()) return store.commit(transition);
  return commitWithTurn(store, transition, lease, turn);
}

async function commitWithTurn(
  store: Store,
  transition: Transition,
  lease: Lease,
  turn: RunTurn,
): Promise<CommitResult> {
  try {
    const result = await store.commit({ ...transition, lease: { ...lease, turn: true } });
    turn.isHeld = result.ok;
    if (result.ok || result.conflict.kind !== 'thread') return result;
    return await store.commit(transition);
  } finally {
    if (!turn.isHeld) turn.leave();
  }
}
