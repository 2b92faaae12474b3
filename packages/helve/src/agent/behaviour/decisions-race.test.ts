import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { HelveError } from '../../schema/helve-error.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { CommitResult, Store, Transition } from '../../store/store.ts';
import type { Agent } from '../agent.ts';
import { promptProblems } from './run-kit.ts';
import { scheduledStore } from './scheduled-store-kit.ts';
import { bench, calls, callsAll, lastResults, signal } from './test-kit.ts';

/** The ways to decide on the call `c1` of a run. */
type Act = 'approve' | 'decline' | 'edit';
const acts = fc.constantFrom<Act>('approve', 'decline', 'edit');

function act(
  agent: Agent,
  what: Act,
  runId: string,
  toolCallId: string,
  by: string,
): Promise<unknown> {
  const reference = { runId, toolCallId, by };
  if (what === 'decline') return agent.declineToolCallGenerate(reference);
  return agent.approveToolCallGenerate(
    what === 'edit' ? { ...reference, input: { n: 2 } } : reference,
  );
}

function gatedTool() {
  const execute = vi.fn(async (input: unknown) => ({ got: input }));
  return { execute, pay: createTool({ id: 'pay', requireApproval: true, execute }) };
}

/** A store that tells when something has changed in it. */
class CountingStore extends MemoryStore {
  commits = 0;
  readonly #waiting: (() => void)[] = [];

  override async commit(transition: Transition): Promise<CommitResult> {
    const result = await super.commit(transition);
    this.commits += 1;
    for (const wake of this.#waiting.splice(0)) wake();
    return result;
  }

  nextCommit(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** A store that lets a test hold up what is asked of it. */
function holding(store: Store, hold: (method: string, runId: unknown) => Promise<void>): Store {
  return new Proxy(store, {
    get: (target, key) => {
      const method: unknown = Reflect.get(target, key, target);
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]): Promise<unknown> => {
        await hold(String(key), args[0]);
        return Reflect.apply(method, target, args);
      };
    },
  });
}

function messageOf(reason: unknown): string {
  if (!(reason instanceof HelveError)) throw reason;
  return `${reason.code}: ${reason.message}`;
}

describe('two decisions on the same call at the same instant', () => {
  test.each([
    ['one agent object', false],
    ['two agent objects on one store', true],
  ])('by %s: one wins, the other is told of it, the tool runs once', async (_who, two) => {
    const { execute, pay } = gatedTool();
    const { agent, restart, store, model } = bench([calls('pay', { n: 1 }, 'c1'), 'Done.'], {
      pay,
    });
    const { runId } = await agent.generate('go');
    const other = two ? restart() : agent;
    const results = await Promise.allSettled([
      act(agent, 'approve', runId, 'c1', 'ada'),
      act(other, 'approve', runId, 'c1', 'bob'),
    ]);
    const lost = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(lost).toHaveLength(1);
    expect(messageOf(lost[0])).toMatch(
      /^ALREADY_DECIDED: .*"c1" of "pay" was approved by (ada|bob) at/,
    );
    expect(execute).toHaveBeenCalledOnce();
    expect(model.requests).toHaveLength(2);
    expect(await store.loadDecisions(runId)).toHaveLength(1);
  });

  test('have one winner, however their looks at the store and their writes interleave', async () => {
    const two = fc.tuple(acts, acts);
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), two, fc.boolean(), async (scheduler, what, twoAgents) => {
        const { execute, pay } = gatedTool();
        const { agent, restart, store, model } = bench([calls('pay', { n: 1 }, 'c1'), 'Done.'], {
          pay,
        });
        const { runId } = await agent.generate('go');
        const on = (name: string): Store => scheduledStore(store, scheduler, name);
        const first = restart({ store: on('ada') });
        const second = twoAgents ? restart({ store: on('bob') }) : first;
        const settled = Promise.allSettled([
          act(first, what[0], runId, 'c1', 'ada'),
          act(second, what[1], runId, 'c1', 'bob'),
        ]);
        await scheduler.waitFor(settled);
        const results = await settled;
        const won = results.findIndex(({ status }) => status === 'fulfilled');
        const lost = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
        expect(lost).toHaveLength(1);
        const name = won === 0 ? 'ada' : 'bob';
        expect(messageOf(lost[0])).toMatch(/^ALREADY_DECIDED/);
        expect(messageOf(lost[0])).toContain(`by ${name}`);
        expect(execute).toHaveBeenCalledTimes(what[won] === 'decline' ? 0 : 1);
        expect(model.requests).toHaveLength(2);
        expect(await store.loadDecisions(runId)).toMatchObject([{ by: name }]);
        expect(await store.loadRun(runId)).toMatchObject({ state: 'finished' });
      }),
    );
  });
});

describe('decisions on a call that suspends again and again', () => {
  test('each count once: an approval never stands in for an answer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const seen: unknown[] = [];
        const ask = createTool({
          id: 'ask',
          requireApproval: true,
          execute: async (_input, { resumeData, suspend }) => {
            seen.push(resumeData);
            return resumeData === undefined ? suspend() : { resumeData };
          },
        });
        const { agent, restart, store } = bench([calls('ask', {}, 'c1'), 'Done.'], { ask });
        const { runId } = await agent.generate('go');
        const [ada, bob] = ['ada', 'bob'].map((name) =>
          restart({ store: scheduledStore(store, scheduler, name) }),
        );
        if (!ada || !bob) throw new Error('two agents');
        const reference = { runId, toolCallId: 'c1' };
        const settled = Promise.allSettled([
          ada.approveToolCallGenerate(reference).then(() => ada.resumeGenerate('a', reference)),
          bob.approveToolCallGenerate(reference),
          bob.resumeGenerate('b', reference),
        ]);
        await scheduler.waitFor(settled);
        // Whoever came too early may try again; the call itself has been run as it should.
        expect([['a'], ['b'], []]).toContainEqual(seen.slice(1));
        expect(seen[0]).toBeUndefined();
        const kinds = (await store.loadDecisions(runId)).map(({ kind }) => kind);
        expect(kinds).toEqual(['approve', 'resume'].slice(0, seen.length));
      }),
    );
  });
});

test('an approval that looked at a call before it ran and suspended is not taken for an answer', async () => {
  const seen: unknown[] = [];
  const ask = createTool({
    id: 'ask',
    requireApproval: true,
    execute: async (_input, { resumeData, suspend }) => {
      seen.push(resumeData);
      return resumeData === undefined ? suspend('why?') : { resumeData };
    },
  });
  const { agent, restart, store } = bench([calls('ask', {}, 'c1'), 'Done.'], { ask });
  const { runId } = await agent.generate('go');
  const [looked, goOn] = [signal(), signal()];
  const late = restart({
    store: holding(store, async (method) => {
      // It has found the call waiting for approval, and comes to make the run live.
      if (method !== 'loadMessages') return;
      looked.resolve();
      await goOn.promise;
    }),
  });
  const bob = late.approveToolCallGenerate({ runId, toolCallId: 'c1', by: 'bob' });
  const outcome = expect(bob).rejects.toMatchObject({
    message: expect.stringMatching(/approved by ada|waits for an answer|changed/),
  });
  await looked.promise;
  await agent.approveToolCallGenerate({ runId, toolCallId: 'c1', by: 'ada' });
  goOn.resolve();
  await outcome;
  expect(seen).toEqual([undefined]);
  expect(await store.loadDecisions(runId)).toMatchObject([{ kind: 'approve', by: 'ada' }]);
  const result = await agent.resumeGenerate('because', { runId });
  expect(result).toMatchObject({
    text: 'Done.',
    toolResults: [{ result: { resumeData: 'because' } }],
  });
});

describe('decisions on siblings from several agent objects', () => {
  test('lose nothing: whoever is refused can try again, and each call runs once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.record({ what: acts, by: fc.constantFrom(0, 1) }), {
          minLength: 2,
          maxLength: 3,
        }),
        async (scheduler, plan) => {
          const { execute, pay } = gatedTool();
          const ids = plan.map((_, index) => `c${index}`);
          const made = callsAll(...ids.map((id) => ['pay', id, { n: 1 }] as const));
          const store = new CountingStore();
          const { agent, restart, model } = bench([made, 'Done.'], { pay }, { store });
          const { runId } = await agent.generate('go');
          const agents = ['ada', 'bob'].map((name) =>
            restart({ store: scheduledStore(store, scheduler, name) }),
          );
          const persist = async (deciding: Agent, what: Act, id: string): Promise<void> => {
            for (;;) {
              const { commits } = store;
              try {
                await act(deciding, what, runId, id, 'x');
                return;
              } catch (error) {
                // The run is going on in the other process: again, once that has done something.
                if (!(error instanceof HelveError) || error.code !== 'RUN_BUSY') throw error;
                if (store.commits === commits) await store.nextCommit();
              }
            }
          };
          const all = Promise.all(
            plan.map(({ what, by }, index) => persist(agents[by] ?? agent, what, ids[index] ?? '')),
          );
          await scheduler.waitFor(all);
          expect(execute).toHaveBeenCalledTimes(
            plan.filter(({ what }) => what !== 'decline').length,
          );
          expect(model.requests).toHaveLength(2);
          expect(promptProblems(model.requests[1]?.prompt ?? [])).toEqual([]);
          expect(lastResults(model).map(({ toolCallId }) => toolCallId)).toEqual(ids);
          expect(await store.loadRun(runId)).toMatchObject({ state: 'finished' });
          expect(await store.loadDecisions(runId)).toHaveLength(plan.length);
        },
      ),
    );
  });
});

test('runs of one agent are decided on side by side: one that is slow holds up no other', async () => {
  const store = new MemoryStore();
  const { pay } = gatedTool();
  const held = signal();
  const slowStore = holding(store, async (method, runId) => {
    if (method === 'loadCall' && runId === 'slow-run') await held.promise;
  });
  const script = [calls('pay', {}, 'c1'), calls('pay', {}, 'c1'), 'Done.', 'Done.'];
  const { agent } = bench(script, { pay }, { store: slowStore });
  await agent.generate('go', { runId: 'slow-run' });
  await agent.generate('go', { runId: 'quick-run' });
  const slow = act(agent, 'approve', 'slow-run', 'c1', 'ada');
  await act(agent, 'approve', 'quick-run', 'c1', 'ada');
  expect(await store.loadRun('quick-run')).toMatchObject({ state: 'finished' });
  expect(await store.loadRun('slow-run')).toMatchObject({ state: 'waiting' });
  held.resolve();
  await slow;
  expect(await store.loadRun('slow-run')).toMatchObject({ state: 'finished' });
});
