import type { CommitResult, Store, Transition } from 'helve/store';
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

/** A process, as far as its store is concerned: it may die. */
export interface Process {
  readonly store: Store;
  readonly isDead: boolean;
  readonly died: Promise<void>;
}

/**
 * A process that dies when it wants to commit for the `lives + 1`th time. What it had on the way to
 * the store arrives, and nobody hears of it; nothing that it asks for is answered any more.
 */
export function startProcess(store: RecordingStore, lives: number): Process {
  const never = new Promise<never>(() => undefined);
  let left = lives;
  let isDead = false;
  let tellDied: () => void = () => undefined;
  const died = new Promise<void>((resolve) => {
    tellDied = resolve;
  });
  const answer = async (method: unknown, args: readonly unknown[]): Promise<unknown> => {
    if (isDead) return never;
    // Only methods are asked for.
    const result: unknown = await (method as (...args: readonly unknown[]) => unknown).apply(
      store,
      [...args],
    );
    return isDead ? never : result;
  };
  const mortal = new Proxy<Store>(store, {
    get: (target, key) => {
      const method: unknown = Reflect.get(target, key, target);
      return (...args: readonly unknown[]): Promise<unknown> => {
        if (key === 'commit' && left-- <= 0 && !isDead) {
          isDead = true;
          tellDied();
        }
        return answer(method, args);
      };
    },
  });
  return {
    store: mortal,
    get isDead() {
      return isDead;
    },
    died,
  };
}
