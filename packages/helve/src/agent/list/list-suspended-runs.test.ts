import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { RequestContext } from '../../tool/request-context.ts';
import { bench, calls, callsAll } from '../behaviour/test-kit.ts';

const NOON = Date.UTC(2026, 1, 3, 12);
const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const pay = createTool({
  id: 'pay',
  inputSchema: z.object({ amount: z.number() }),
  requireApproval: true,
  execute: async () => ({ ok: true }),
});
const ask = createTool({
  id: 'ask',
  resumeSchema: z.object({ answer: z.string() }),
  execute: async (_input, { resumeData, suspend }) => resumeData ?? suspend({ q: 'why?' }),
});
const tools = { pay, ask };

describe('listing the runs that wait', () => {
  test('shows every waiting call, each with id, name, payload and schema', async () => {
    const made = callsAll(
      ['pay', 'p1', { amount: 1 }],
      ['ask', 'a1'],
      ['pay', 'p2', { amount: 2 }],
    );
    const { agent } = bench([made], tools);
    const { runId, waiting } = await agent.generate('go');
    const { runs, cursor } = await agent.listSuspendedRuns();
    expect(cursor).toBeUndefined();
    // these tools hide nothing from screens
    const listed = waiting.map((wait) => ({ ...wait, display: wait.payload }));
    expect(runs).toEqual([
      { runId, startedAt: new Date(NOON), suspendedAt: new Date(NOON), waiting: listed },
    ]);
    expect(runs[0]?.waiting).toMatchObject([
      { kind: 'approval', toolCallId: 'p1', toolName: 'pay', payload: { amount: 1 }, schema: {} },
      { kind: 'suspension', toolCallId: 'a1', toolName: 'ask', payload: { q: 'why?' } },
      { kind: 'approval', toolCallId: 'p2', toolName: 'pay', payload: { amount: 2 } },
    ]);
    expect(runs[0]?.waiting[1]?.schema).toMatchObject({ required: ['answer'] });
  });

  test('shows what can be decided on with what it shows, in another process', async () => {
    const { agent, restart } = bench(
      [callsAll(['pay', 'p1', { amount: 1 }], ['ask', 'a1']), 'Done.'],
      tools,
    );
    await agent.generate('go');
    const other = restart();
    const [run] = (await other.listSuspendedRuns()).runs;
    for (const wait of run?.waiting ?? []) {
      if (wait.kind === 'approval') await other.approveToolCallGenerate(wait);
      else await other.resumeGenerate({ answer: 'x' }, wait);
    }
    expect((await other.listSuspendedRuns()).runs).toEqual([]);
  });

  test('leaves settled calls out, and runs that have ended', async () => {
    const script = [callsAll(['pay', 'p1', { amount: 1 }], ['ask', 'a1']), 'Done.'];
    const { agent } = bench(script, tools);
    const { runId } = await agent.generate('go');
    await agent.declineToolCallGenerate({ runId, toolCallId: 'p1' });
    expect((await agent.listSuspendedRuns()).runs).toMatchObject([
      { runId, waiting: [{ toolCallId: 'a1' }] },
    ]);
    await agent.resumeGenerate({ answer: 'x' }, { runId });
    expect((await agent.listSuspendedRuns()).runs).toEqual([]);
  });

  test('shows only the agent’s own runs', async () => {
    const { agent, restart } = bench([calls('ask', {})], tools);
    await agent.generate('go');
    expect((await restart({ id: 'another' }).listSuspendedRuns()).runs).toEqual([]);
    expect((await restart().listSuspendedRuns()).runs).toHaveLength(1);
  });

  test('tells when a run began and since when it waits', async () => {
    const { agent } = bench([callsAll(['ask', 'a1'], ['ask', 'a2'])], tools);
    const { runId } = await agent.generate('go');
    vi.setSystemTime(NOON + MINUTE);
    await agent.resumeGenerate({ answer: 'x' }, { runId, toolCallId: 'a1' });
    expect((await agent.listSuspendedRuns()).runs).toMatchObject([
      { startedAt: new Date(NOON), suspendedAt: new Date(NOON + MINUTE) },
    ]);
  });

  test('shows waits of a tool that is gone, without a schema', async () => {
    const { agent, restart } = bench([calls('ask', {}, 'a1')], tools);
    await agent.generate('go');
    const [run] = (await restart({ tools: {} }).listSuspendedRuns()).runs;
    expect(run?.waiting).toMatchObject([{ toolCallId: 'a1', payload: { q: 'why?' } }]);
    expect(run?.waiting[0]?.schema).toBeUndefined();
  });

  test('finds the schema of tools that depend on the request', async () => {
    const perRequest = ({ requestContext }: { requestContext: RequestContext }) =>
      requestContext.get('plan') === 'pro' ? tools : { pay };
    const { agent } = bench([calls('ask', {}, 'a1')], {}, { tools: perRequest });
    const requestContext = new RequestContext({ plan: 'pro' });
    await agent.generate('go', { requestContext });
    const [run] = (await agent.listSuspendedRuns({ requestContext })).runs;
    expect(run?.waiting[0]?.schema).toMatchObject({ required: ['answer'] });
  });
});

describe('the list of waiting runs', () => {
  /** Five runs, a minute apart; odd ones wait for a payment. */
  async function fiveRuns() {
    const script = [0, 1, 2, 3, 4].map((index) =>
      index % 2 === 1 ? calls('pay', { amount: 1 }, 'c') : calls('ask', {}, 'c'),
    );
    const made = bench(script, tools);
    for (const index of script.keys()) {
      vi.setSystemTime(NOON + index * MINUTE);
      await made.agent.generate('go', {
        runId: `run-${index}`,
        memory: { thread: `thread-${index % 2}`, resource: `user-${index % 3}` },
      });
    }
    return made;
  }

  test.each([
    [{}, [0, 1, 2, 3, 4]],
    [{ toolName: 'pay' }, [1, 3]],
    [{ toolName: 'nobody' }, []],
    [{ threadId: 'thread-1' }, [1, 3]],
    [{ resourceId: 'user-0' }, [0, 3]],
    [{ fromDate: new Date(NOON + MINUTE) }, [1, 2, 3, 4]],
    [{ toDate: new Date(NOON + MINUTE) }, [0]],
    [{ fromDate: new Date(NOON + MINUTE), toDate: new Date(NOON + 3 * MINUTE) }, [1, 2]],
    [{ toolName: 'ask', resourceId: 'user-1' }, [4]],
  ])('is narrowed by %j, oldest first', async (filter, expected) => {
    const { agent } = await fiveRuns();
    const { runs } = await agent.listSuspendedRuns(filter);
    expect(runs.map(({ runId }) => runId)).toEqual(expected.map((index) => `run-${index}`));
  });

  test('is read in pages, none left out and none twice, though some end meanwhile', async () => {
    const { agent } = await fiveRuns();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await agent.listSuspendedRuns({ limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(...page.runs.map(({ runId }) => runId));
      // The first run of each page ends, in failure: the script has nothing more to say.
      const [first] = page.runs;
      const wait = first?.waiting[0];
      if (wait) await agent.declineToolCallGenerate(wait).catch(() => undefined);
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual([0, 1, 2, 3, 4].map((index) => `run-${index}`));
    expect((await agent.listSuspendedRuns()).runs.map(({ runId }) => runId)).toEqual([
      'run-1',
      'run-3',
    ]);
  });

  test('names thread and resource where a run has them', async () => {
    const { agent } = await fiveRuns();
    const { runs } = await agent.listSuspendedRuns({ limit: 1 });
    expect(runs).toMatchObject([{ threadId: 'thread-0', resourceId: 'user-0' }]);
  });
});
