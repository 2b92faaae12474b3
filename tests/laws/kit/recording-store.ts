import type { CommitResult, Transition } from 'helve/store';
import { MemoryStore } from 'helve/store';
import { turn } from './clock.ts';

/** A store that takes its time to commit, as a database does, and tells what it has committed. */
export class RecordingStore extends MemoryStore {
  readonly #report: (transition: Transition) => void;

  constructor(report: (transition: Transition) => void) {
    super();
    this.#report = report;
  }

  override async commit(transition: Transition): Promise<CommitResult> {
    await turn();
    const result = await super.commit(transition);
    if (result.ok) this.#report(transition);
    return result;
  }
}
