import { InvalidAgentError } from '../agent-errors.ts';

/** What an agent says about messages on a thread on which a run is going on. */
export interface TurnSettings {
  /**
   * What becomes of a message on a thread on which a run is going on, here or in another process: it
   * waits for its turn (`queue`, the default), or is refused with `THREAD_BUSY` (`refuse`). Messages
   * that wait in one process take their turns in the order in which they came. An abort takes a
   * message out of the queue.
   */
  readonly whenBusy?: 'queue' | 'refuse';
}

/** @throws InvalidAgentError for what it cannot be. */
export function whenBusyOf({ whenBusy = 'queue' }: TurnSettings): 'queue' | 'refuse' {
  if (whenBusy === 'queue' || whenBusy === 'refuse') return whenBusy;
  throw new InvalidAgentError(
    `whenBusy is ${JSON.stringify(whenBusy)}; it must be 'queue' or 'refuse'.`,
  );
}
