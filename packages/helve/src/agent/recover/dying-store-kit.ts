import type { MemoryStore } from '../../store/memory-store.ts';
import type { CommitResult, Store, Transition } from '../../store/store.ts';

/** A process as its store sees it: it may die at any commit. */
export interface DyingStore {
  readonly store: Store;
  /** How many commits there were. */
  readonly commits: number;
  /** Resolves when the process has died. */
  readonly died: Promise<void>;
  /** Lets it die now. */
  kill(): void;
}

/**
 * The store as one process sees it that dies once it has committed `lives` times:nothing is
 * written any more, and what it wanted to write is never answered.
 */
export function dyingStore(store: MemoryStore, lives: number): DyingStore {
  let left = lives;
  let commits = 0;
  let tellDied: () => void = () => undefined;
  const died = new Promise<void>((resolve) => {
    tellDied = resolve;
  });
  const never = new Promise<never>(() => undefined);
  const die = (): Promise<never> => {
    tellDied();
    return never;
  };
  const commit = (transition: Transition): Promise<CommitResult> => {
    if (left <= 0) return die();
    left -= 1;
    commits += 1;
    return store.commit(transition);
  };
  const dying = new Proxy<Store>(store, {
    get: (target, key) => {
      if (key === 'commit') return commit;
      if (key === 'appendChunks' && left <= 0) return die;
      const method: unknown = Reflect.get(target, key, target);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]): unknown => Reflect.apply(method, target, args);
    },
  });
  return {
    store: dying,
    get commits() {
      return commits;
    },
    died,
    kill: () => {
      left = 0;
    },
  };
}
