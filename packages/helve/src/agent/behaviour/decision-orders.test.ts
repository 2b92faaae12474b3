import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import type { Agent } from '../agent.ts';
import type { RunResult } from '../run/run-result.ts';
import type { Chunk } from '../stream/chunk.ts';
import { chunkProblems, chunksByCall, promptProblems } from './run-kit.ts';
import { bench, lastResults, signal, WatchedStore } from './test-kit.ts';

/** What is decided on one call. */
type Kind = 'approve' | 'edit' | 'decline' | 'resume' | 'decline suspended';
/** Through which of an agent's functions: a stream that is read, one that is not, or a result. */
type Way = 'generate' | 'stream unread' | 'stream';
/** What is waited for before the next decision is made. */
type Patience = 'nothing' | 'accepted' | 'ended';

interface Plan {
  readonly start: Way;
  readonly calls: readonly {
    readonly kind: Kind;
    readonly way: Way;
    readonly patience: Patience;
    /** Decisions are made by rising weight. */
    readonly weight: number;
  }[];
  /** Before which decision a sibling ends that executes meanwhile; `undefined`: there is none. */
  readonly slowUntil: number | undefined;
}

const ways = fc.constantFrom<Way>('generate', 'stream unread', 'stream');
const plans: fc.Arbitrary<Plan> = fc.record({
  start: ways,
  calls: fc.array(
    fc.record({
      kind: fc.constantFrom<Kind>('approve', 'edit', 'decline', 'resume', 'decline suspended'),
      way: ways,
      patience: fc.constantFrom<Patience>('nothing', 'accepted', 'ended'),
      weight: fc.nat(),
    }),
    { minLength: 3, maxLength: 4 },
  ),
  slowUntil: fc.option(fc.nat(4), { nil: undefined }),
});

const suspends = (kind: Kind): boolean => kind === 'resume' || kind === 'decline suspended';

/** A run on which several decisions are to be made. */
function setUp(plan: Plan) {
  const ran = new Map<string, unknown[]>();
  const run = (toolCallId: string, input: unknown): void => {
    ran.set(toolCallId, [...(ran.get(toolCallId) ?? []), input]);
  };
  const hold = signal();
  const inputSchema = z.object({ n: z.number() });
  const pay = createTool({
    id: 'pay',
    inputSchema,
    requireApproval: true,
    execute: async (input, { toolCallId }) => {
      run(toolCallId, input);
      return { paid: input.n };
    },
  });
  const ask = createTool({
    id: 'ask',
    inputSchema,
    execute: async (input, { toolCallId, resumeData, suspend }) => {
      run(toolCallId, input);
      return resumeData === undefined ? suspend() : { answer: resumeData };
    },
  });
  const slow = createTool({
    id: 'slow',
    execute: async () => {
      await hold.promise;
      return { slow: true };
    },
  });
  const look = createTool({ id: 'look', execute: async () => ({ seen: true }) });
  const toolCalls = [
    ...(plan.slowUntil === undefined ? [] : [{ toolName: 'slow', toolCallId: 'slow', input: {} }]),
    ...plan.calls.map(({ kind }, index) => ({
      toolName: suspends(kind) ? 'ask' : 'pay',
      toolCallId: `c${index}`,
      input: { n: index },
    })),
    { toolName: 'look', toolCallId: 'look', input: {} },
  ];
  const store = new WatchedStore();
  const tools = { pay, ask, slow, look };
  return { ...bench([{ toolCalls }, 'Done.'], tools, { store }), ran, hold, store };
}

/** Decides on one call, by one of the agent's functions; resolves when the run takes it. */
async function decideBy(
  agent: Agent,
  kind: Kind,
  toolCallId: string,
  way: Way,
  keep: (ended: Promise<RunResult>, chunks?: AsyncIterable<Chunk>) => void,
): Promise<void> {
  const reference = { runId: 'run-1', toolCallId };
  const edit = kind === 'edit' ? { input: { n: 100 } } : {};
  if (way === 'generate') {
    const ended =
      kind === 'resume'
        ? agent.resumeGenerate(toolCallId, reference)
        : kind === 'approve' || kind === 'edit'
          ? agent.approveToolCallGenerate({ ...reference, ...edit })
          : agent.declineToolCallGenerate(reference);
    keep(ended);
    return;
  }
  const stream = await (kind === 'resume'
    ? agent.resumeStream(toolCallId, reference)
    : kind === 'approve' || kind === 'edit'
      ? agent.approveToolCall({ ...reference, ...edit })
      : agent.declineToolCall(reference));
  if (way === 'stream') keep(stream.result, stream.fullStream);
  else keep(stream.result);
}

/** Carries a plan out; everything that was started has ended when it resolves. */
async function carryOut(plan: Plan, made: ReturnType<typeof setUp>): Promise<readonly Chunk[]> {
  const { agent, store, hold } = made;
  const ended: Promise<unknown>[] = [];
  const read: Promise<readonly Chunk[]>[] = [];
  const keep = (result: Promise<RunResult>, chunks?: AsyncIterable<Chunk>): void => {
    ended.push(result);
    if (chunks) read.push(Array.fromAsync(chunks));
  };
  if (plan.start === 'generate') keep(agent.generate('go', { runId: 'run-1' }));
  else {
    const stream = await agent.stream('go', { runId: 'run-1' });
    keep(stream.result, plan.start === 'stream' ? stream.fullStream : undefined);
  }
  const idsWhere = (suspended: boolean): readonly string[] =>
    plan.calls.flatMap(({ kind }, index) => (suspends(kind) === suspended ? [`c${index}`] : []));
  await store.reached('approval', ...idsWhere(false));
  await store.reached('suspended', ...idsWhere(true));
  const order = [...plan.calls.entries()].sort(([, a], [, b]) => a.weight - b.weight);
  for (const [place, [index, { kind, way, patience }]] of order.entries()) {
    if (place === plan.slowUntil) hold.resolve();
    const accepted = decideBy(agent, kind, `c${index}`, way, keep);
    ended.push(accepted);
    if (patience !== 'nothing') await accepted;
    if (patience === 'ended' && (plan.slowUntil ?? 0) <= place) await Promise.all(ended);
  }
  hold.resolve();
  for (let count = -1; count !== ended.length; ) {
    count = ended.length;
    await Promise.all(ended);
  }
  return [...new Set((await Promise.all(read)).flat())];
}

/** What the model must be told of each call, in call order. */
function expectedResults(plan: Plan): readonly unknown[] {
  const results = plan.calls.map(({ kind }, index) => {
    const toolCallId = `c${index}`;
    if (kind.startsWith('decline')) return { toolCallId, output: { type: 'execution-denied' } };
    if (kind === 'resume') return { toolCallId, output: { value: { answer: toolCallId } } };
    return { toolCallId, output: { value: { paid: kind === 'edit' ? 100 : index } } };
  });
  const slow = { toolCallId: 'slow', output: { value: { slow: true } } };
  const look = { toolCallId: 'look', output: { value: { seen: true } } };
  return [...(plan.slowUntil === undefined ? [] : [slow]), ...results, look];
}

const RUNS: Readonly<Record<Kind, number>> = {
  approve: 1,
  edit: 1,
  decline: 0,
  resume: 2,
  'decline suspended': 1,
};

test('several waiting calls of a step may be decided in any order, by any function, all at once', async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const made = setUp(plan);
      const chunks = await carryOut(plan, made);
      const { model, ran, store } = made;
      expect(model.requests).toHaveLength(2);
      expect(promptProblems(model.requests[1]?.prompt ?? [])).toEqual([]);
      expect(lastResults(model)).toMatchObject(expectedResults(plan));
      expect(await store.loadRun('run-1')).toMatchObject({ state: 'finished' });
      expect(await store.loadCalls('run-1', { open: true })).toEqual([]);
      expect(await store.loadDecisions('run-1')).toHaveLength(plan.calls.length);
      plan.calls.forEach(({ kind }, index) => {
        const input = { n: kind === 'edit' ? 100 : index };
        expect(ran.get(`c${index}`) ?? []).toEqual(Array.from({ length: RUNS[kind] }, () => input));
      });
      const allRead = [plan.start, ...plan.calls.map(({ way }) => way)].every(
        (way) => way === 'stream',
      );
      if (allRead) {
        expect(chunkProblems(chunks)).toEqual([]);
        expect(chunksByCall(chunks).size).toBe(expectedResults(plan).length);
      }
    }),
  );
});
