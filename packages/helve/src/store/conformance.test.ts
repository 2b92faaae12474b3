import { expect, test } from 'vitest';
import type { ChunkRecord } from './chunk-store.ts';
import { storeChecks } from './conformance.ts';
import type { MemoryStoreOptions } from './memory-store.ts';
import { MemoryStore } from './memory-store.ts';
import type { RunRecord } from './records.ts';
import type { CommitResult, Page, RunFilter, Store, Transition } from './store.ts';

/** Whether a store passes the check of that name. */
async function passes(
  check: string,
  create: (clock: MemoryStoreOptions) => Store,
): Promise<boolean> {
  const found = storeChecks({ create }).find(({ name }) => name === check);
  if (!found) throw new Error(`There is no check "${check}".`);
  return found.run().then(
    () => true,
    () => false,
  );
}

class LooksLongBeforeItWrites extends MemoryStore {
  override async commit(transition: Transition): Promise<CommitResult> {
    const { run } = transition;
    const seen = run && (await this.loadRun(run.runId));
    const result = await super.commit(transition);
    if (!run || result.ok || run.version !== (seen ? seen.version + 1 : 0)) return result;
    // It was right when it looked; what has been written since is lost.
    const current = await this.loadRun(run.runId);
    return super.commit({ run: { ...run, version: (current?.version ?? -1) + 1 } });
  }
}

class KeepsTheHalf extends MemoryStore {
  override async commit(transition: Transition): Promise<CommitResult> {
    const result = await super.commit(transition);
    const { calls = [], messages = [] } = transition;
    if (!result.ok && messages.length > 0) await super.commit({ messages });
    else if (!result.ok && calls.length > 1) await super.commit({ calls: calls.slice(0, 1) });
    return result;
  }
}

class CountsFromTheStart extends MemoryStore {
  override async listRuns(
    filter: RunFilter,
    { limit = 100, cursor = '0' }: { readonly limit?: number; readonly cursor?: string } = {},
  ): Promise<Page<RunRecord>> {
    const { items } = await super.listRuns(filter, { limit: 10_000 });
    const end = Number(cursor) + limit;
    const page = items.slice(Number(cursor), end);
    return { items: page, ...(end < items.length ? { cursor: String(end) } : {}) };
  }
}

class ForgetsTheOrderOfKeys extends MemoryStore {
  override commit(transition: Transition): Promise<CommitResult> {
    return super.commit(sorted(transition) as Transition);
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, field]) => [key, sorted(field)]));
}

class LooksBeforeItClaims extends MemoryStore {
  readonly #owners = new Map<string, string>();

  override async claimRun(runId: string, owner: string): Promise<RunRecord | undefined> {
    const holder = this.#owners.get(runId);
    const run = await this.loadRun(runId);
    if (holder !== undefined || run?.state !== 'running') return undefined;
    this.#owners.set(runId, owner);
    return run;
  }
}

class ForgetsNoResource extends MemoryStore {
  override async deleteResource(): Promise<void> {}
}

class OnlyMarksAsDeleted extends MemoryStore {
  readonly #deleted = new Set<string>();

  override async deleteRun(runId: string): Promise<void> {
    this.#deleted.add(runId);
  }

  override async loadRun(runId: string): Promise<RunRecord | undefined> {
    return this.#deleted.has(runId) ? undefined : super.loadRun(runId);
  }
}

class LetsAnybodyWrite extends MemoryStore {
  override appendChunks(
    runId: string,
    chunks: readonly ChunkRecord[],
  ): Promise<number | undefined> {
    return super.appendChunks(runId, chunks);
  }
}

class TellsOnce extends MemoryStore {
  override async watch(runId: string, changed: () => void): Promise<() => void> {
    const stop = await super.watch(runId, () => {
      stop();
      changed();
    });
    return stop;
  }
}

test.each([
  [LooksLongBeforeItWrites, 'of writers that create the same run, one succeeds'],
  [LooksLongBeforeItWrites, 'random transitions of several writers (seed 1)'],
  [KeepsTheHalf, 'one stale record holds back everything that comes with it'],
  [KeepsTheHalf, 'random transitions of several writers (seed 1)'],
  [CountsFromTheStart, 'runs that are deleted, changed or added between pages hide no other'],
  [CountsFromTheStart, 'a limit or a cursor that is none is an error'],
  [ForgetsTheOrderOfKeys, 'JSON is kept as it is, down to the order of keys'],
  [LooksBeforeItClaims, 'of owners that claim the same run at once, one has it'],
  [LooksBeforeItClaims, 'a lease that has run out is taken over, and fences its former owner off'],
  [ForgetsNoResource, 'a deleted resource takes all its runs along, and nothing else'],
  [OnlyMarksAsDeleted, 'a deleted run leaves nothing behind, and its id is free again'],
  [LetsAnybodyWrite, 'who does not hold a run adds nothing to its log'],
  [TellsOnce, 'who watches a run is told of chunks'],
])(
  'a store that breaks a promise is found out: %o, by "%s"',
  async (Broken, check) => {
    expect(await passes(check, (clock) => new Broken(clock))).toBe(false);
  },
  30_000,
);

test('a store is disposed of after each check, whatever came of it', async () => {
  const open = new Set<Store>();
  const checks = storeChecks({
    create: () => {
      const store = new KeepsTheHalf();
      open.add(store);
      return store;
    },
    dispose: (store) => {
      open.delete(store);
    },
  });
  const results = await Promise.allSettled(checks.map(({ run }) => run()));
  expect(results.map(({ status }) => status)).toContain('rejected');
  expect(open.size).toBe(0);
});

test('a check that fails says what was expected and what came', async () => {
  const checks = storeChecks({ create: () => new ForgetsTheOrderOfKeys() });
  const check = checks.find(({ name }) => name.startsWith('JSON is kept'));
  await expect(check?.run()).rejects.toThrow(/came back as/);
});
