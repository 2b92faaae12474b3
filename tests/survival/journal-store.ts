import type { CommitResult, Store, Transition } from 'helve/store';
import type { Fact, Journal } from './journal.ts';

/** The store as a process uses it that writes down whatever the store has confirmed. */
export function journalStore(store: Store, journal: Journal): Store {
  const commit = async (transition: Transition): Promise<CommitResult> => {
    journal.instant();
    const result = await store.commit(transition);
    if (result.ok) journal.write(committed(transition));
    return result;
  };
  const claimRun: Store['claimRun'] = async (runId, owner, leaseMs) => {
    const run = await store.claimRun(runId, owner, leaseMs);
    if (run) journal.write({ kind: 'claimed', runId });
    return run;
  };
  return new Proxy(store, {
    get: (target, key) => {
      if (key === 'commit') return commit;
      if (key === 'claimRun') return claimRun;
      const method: unknown = Reflect.get(target, key, target);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]): unknown => Reflect.apply(method, target, args);
    },
  });
}

function committed({ run, calls = [], messages = [], decisions = [] }: Transition): Fact {
  return {
    kind: 'committed',
    ...(run ? { run: { runId: run.runId, version: run.version } } : {}),
    calls: calls.map(({ runId, toolCallId, version, result }) => ({
      runId,
      toolCallId,
      version,
      ...(result ? { result } : {}),
    })),
    messages,
    decisions,
  };
}
