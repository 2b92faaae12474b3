import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { chunkProblems, promptProblems, RUN_MODES, resultsIn } from './run-kit.ts';

const inputSchema = z.object({ n: z.number() });

/** A tool each of whose calls runs until the test lets it go on. */
function gated() {
  const gates = new Map<number, PromiseWithResolvers<void>>();
  const gate = (n: number): PromiseWithResolvers<void> => {
    const known = gates.get(n) ?? Promise.withResolvers<void>();
    gates.set(n, known);
    return known;
  };
  const starts = new Map<number, PromiseWithResolvers<void>>();
  const started = (n: number): PromiseWithResolvers<void> => {
    const known = starts.get(n) ?? Promise.withResolvers<void>();
    starts.set(n, known);
    return known;
  };
  let running = 0;
  let most = 0;
  const tool = createTool({
    id: 'work',
    inputSchema,
    execute: async ({ n }) => {
      running += 1;
      most = Math.max(most, running);
      started(n).resolve();
      await gate(n).promise;
      running -= 1;
      return `did ${n}`;
    },
  });
  return {
    tool,
    open: (n: number) => gate(n).resolve(),
    hasStarted: (n: number) => started(n).promise,
    get running() {
      return running;
    },
    get most() {
      return most;
    },
  };
}

function agentWith(tool: ReturnType<typeof gated>['tool'], count: number) {
  const numbers = Array.from({ length: count }, (_, n) => n);
  const toolCalls = numbers.map((n) => ({ toolName: 'work', input: { n }, toolCallId: `c${n}` }));
  const model = scriptedModel([{ toolCalls, chunkSize: 64 }, 'over']);
  return { model, numbers, agent: new Agent({ id: 'a', model, tools: { work: tool } }) };
}

describe.each(RUN_MODES)('with $mode, the calls of a step', ({ run }) => {
  test('run side by side, and stand in the history in call order, whichever ends first', async () => {
    const { tool, open, hasStarted } = gated();
    const { agent, model } = agentWith(tool, 3);
    const result = run(agent);
    await Promise.all([0, 1, 2].map(hasStarted));
    for (const n of [2, 0, 1]) open(n);
    const { toolResults, toolCalls } = await result;
    expect(toolCalls.map(({ toolCallId }) => toolCallId)).toEqual(['c0', 'c1', 'c2']);
    expect(toolResults.map(({ toolCallId }) => toolCallId).toSorted()).toEqual(['c0', 'c1', 'c2']);
    const prompt = model.requests[1]?.prompt ?? [];
    expect(promptProblems(prompt)).toEqual([]);
    expect(resultsIn(prompt)).toMatchObject({ c1: { value: 'did 1' }, c2: { value: 'did 2' } });
  });

  test('run as many at once as toolCallConcurrency says, in call order', async () => {
    const work = gated();
    const { agent, numbers } = agentWith(work.tool, 7);
    const result = run(agent, 'go', { toolCallConcurrency: 3 });
    await Promise.all([0, 1, 2].map(work.hasStarted));
    for (const n of numbers) {
      expect(work.running).toBeLessThanOrEqual(3);
      await work.hasStarted(n);
      work.open(n);
    }
    await result;
    expect(work.most).toBe(3);
  });

  test('run one after another where toolCallConcurrency is 1', async () => {
    const work = gated();
    const { agent, numbers } = agentWith(work.tool, 3);
    for (const n of numbers) work.open(n);
    const { toolResults } = await run(agent, 'go', { toolCallConcurrency: 1 });
    expect(work.most).toBe(1);
    expect(toolResults.map(({ toolCallId }) => toolCallId)).toEqual(['c0', 'c1', 'c2']);
  });
});

test('ten calls run at once where nobody says how many', async () => {
  const work = gated();
  const { agent, numbers } = agentWith(work.tool, 12);
  const result = agent.generate('go');
  await Promise.all(numbers.slice(0, 10).map(work.hasStarted));
  for (const n of numbers) work.open(n);
  await result;
  expect(work.most).toBe(10);
});

test('a finished call is told of while its siblings still run', async () => {
  const { tool, open, hasStarted } = gated();
  const { agent } = agentWith(tool, 2);
  const stream = await agent.stream('go');
  await Promise.all([0, 1].map(hasStarted));
  open(1);
  const results: string[] = [];
  for await (const chunk of stream.fullStream) {
    if (chunk.type !== 'tool-result') continue;
    results.push(chunk.payload.toolCallId);
    open(0);
  }
  expect(results).toEqual(['c1', 'c0']);
});

test('two hundred calls in one step each end once, in call order', async () => {
  const work = gated();
  const { agent, model, numbers } = agentWith(work.tool, 200);
  for (const n of numbers) work.open(n);
  const stream = await agent.stream('go', { toolCallConcurrency: 25, maxToolCallsPerStep: 200 });
  const chunks = await collect(stream.displayStream);
  expect(chunkProblems(chunks)).toEqual([]);
  expect(chunks.filter(({ type }) => type === 'tool-result')).toHaveLength(200);
  expect(work.most).toBe(25);
  const prompt = model.requests[1]?.prompt ?? [];
  expect(promptProblems(prompt)).toEqual([]);
  expect(Object.keys(resultsIn(prompt))).toHaveLength(200);
});

test('one tool that needs approval does not make the others run one after another', async () => {
  const { tool, open, hasStarted } = gated();
  const asked = createTool({ id: 'asked', requireApproval: true, execute: async () => 'yes' });
  const toolCalls = [
    { toolName: 'asked', input: {}, toolCallId: 'asked' },
    ...[0, 1].map((n) => ({ toolName: 'work', input: { n }, toolCallId: `c${n}` })),
  ];
  const model = scriptedModel([{ toolCalls }, 'over']);
  const agent = new Agent({ id: 'a', model, tools: { asked, work: tool } });
  const result = agent.generate('go');
  await Promise.all([0, 1].map(hasStarted));
  open(0);
  open(1);
  const { waiting, toolResults } = await result;
  expect(waiting).toMatchObject([{ toolCallId: 'asked' }]);
  expect(toolResults).toHaveLength(2);
});
