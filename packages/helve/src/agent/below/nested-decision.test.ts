import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { ScriptedTurn } from '../../testing/scripted-model.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import type { AgentOptions } from '../agent-options.ts';
import { recordingLogger } from '../behaviour/run-kit.ts';
import type { RunResult } from '../run/run-result.ts';
import type { Chunk } from '../stream/chunk.ts';

const refund = createTool({
  id: 'refund',
  inputSchema: z.object({ amount: z.number() }),
  requireApproval: true,
  execute: async ({ amount }) => `paid ${amount}`,
});
const ship = createTool({
  id: 'ship',
  suspendSchema: z.object({ question: z.string() }),
  resumeSchema: z.object({ street: z.string() }),
  execute: async (_input, { resumeData, suspend }) =>
    resumeData ? `shipped to ${resumeData.street}` : suspend({ question: 'Where to?' }),
});
const paint = createTool({ id: 'paint', outputSchema: z.object({ color: z.string() }) });
const tools = { refund, ship, paint };

function delegate(key = 'clerk', toolCallId = `d-${key}`) {
  return { toolName: `agent-${key}`, input: { prompt: 'Do it.' }, toolCallId };
}

function refunds(amount: number, toolCallId = `r-${amount}`) {
  return { toolCalls: [{ toolName: 'refund', input: { amount }, toolCallId }] };
}

function call(toolName: string, toolCallId = `c-${toolName}`) {
  return { toolCalls: [{ toolName, input: {}, toolCallId }] };
}

function clerk(script: readonly ScriptedTurn[], options: Partial<AgentOptions> = {}) {
  return new Agent({ id: 'clerk', model: scriptedModel(script), tools, ...options });
}

/** An agent that gives a clerk one task, in one store. */
function desk(lower: readonly ScriptedTurn[], options: Partial<AgentOptions> = {}) {
  const store = new MemoryStore();
  const below = clerk(lower, { store });
  const model = scriptedModel([{ toolCalls: [delegate()] }, 'All done.']);
  const agent = new Agent({ id: 'desk', model, agents: { clerk: below }, store, ...options });
  return { agent, below, model, store };
}

function onlyWait({ waiting }: Pick<RunResult, 'waiting'>) {
  const [wait] = waiting;
  if (!wait || waiting.length !== 1) throw new Error(`${waiting.length} calls wait`);
  return wait;
}

test("what a sub-agent waits for surfaces above, as that run's own", async () => {
  const { agent, store } = desk([refunds(5), 'Paid.']);
  const result = await agent.generate('Refund.');
  expect(result.finishReason).toBe('suspended');
  const wait = onlyWait(result);
  expect(wait).toMatchObject({
    kind: 'approval',
    toolName: 'refund',
    toolCallId: 'r-5',
    payload: { amount: 5 },
  });
  expect(wait.runId).not.toBe(result.runId);
  expect((await store.loadRun(wait.runId))?.agentId).toBe('clerk');
  const { runs } = await agent.listSuspendedRuns();
  expect(runs).toMatchObject([{ runId: result.runId, waiting: result.waiting }]);
});

test('an approval finds its way down, and the run above goes on with the answer', async () => {
  const { agent, model, store } = desk([refunds(5), 'Paid 5.']);
  const first = await agent.generate('Refund.');
  const wait = onlyWait(first);
  const result = await agent.approveToolCallGenerate({ ...wait, by: 'ada', reason: 'fair' });
  expect(result).toMatchObject({ runId: first.runId, text: 'All done.', waiting: [] });
  expect(result.toolResults).toMatchObject([
    { toolName: 'agent-clerk', kind: 'result', result: 'Paid 5.' },
  ]);
  expect(JSON.stringify(model.requests[1]?.prompt)).toContain('Paid 5.');
  // The decision is a record of the call it was made on, and of no other.
  expect(await store.loadDecisions(wait.runId)).toMatchObject([
    { kind: 'approve', by: 'ada', reason: 'fair', toolCallId: 'r-5' },
  ]);
  expect(await store.loadDecisions(first.runId)).toEqual([]);
  expect((await agent.listSuspendedRuns()).runs).toEqual([]);
});

test('an edited input is what the sub-agent runs', async () => {
  const { agent } = desk([refunds(5), ({ prompt }) => JSON.stringify(prompt.at(-1))]);
  const wait = onlyWait(await agent.generate('Refund.'));
  const { toolResults } = await agent.approveToolCallGenerate({ ...wait, input: { amount: 4 } });
  expect(toolResults).toMatchObject([{ result: expect.stringContaining('paid 4') }]);
});

test('a decline is told to the sub-agent, which goes on', async () => {
  const below = scriptedModel([refunds(5), 'I was not allowed to.']);
  const { agent } = desk([], { agents: { clerk: clerk([], { model: below }) } });
  const wait = onlyWait(await agent.generate('Refund.'));
  const { toolResults } = await agent.declineToolCallGenerate({ ...wait, reason: 'too much' });
  expect(toolResults).toMatchObject([{ kind: 'result', result: 'I was not allowed to.' }]);
  expect(JSON.stringify(below.requests[1]?.prompt)).toContain('too much');
});

test('an answer finds its way to a suspended call, with or without naming it', async () => {
  for (const named of [true, false]) {
    const { agent } = desk([call('ship'), 'Shipped.']);
    const wait = onlyWait(await agent.generate('Ship.'));
    expect(wait).toMatchObject({
      kind: 'suspension',
      payload: { question: 'Where to?' },
      schema: { required: ['street'] },
    });
    const { runId, toolCallId } = wait;
    const reference = named ? { runId, toolCallId } : { runId };
    const { text } = await agent.resumeGenerate({ street: 'Elm 1' }, reference);
    expect(text).toBe('All done.');
  }
});

test('an answer that does not fit changes nothing, above or below', async () => {
  const { agent, store } = desk([call('ship'), 'Shipped.']);
  const first = await agent.generate('Ship.');
  const wait = onlyWait(first);
  const before = await Promise.all([store.loadRun(first.runId), store.loadRun(wait.runId)]);
  await expect(agent.resumeGenerate({ street: 7 }, wait)).rejects.toMatchObject({
    code: 'INVALID_DECISION',
  });
  const after = await Promise.all([store.loadRun(first.runId), store.loadRun(wait.runId)]);
  expect(after).toEqual(before);
  const { text } = await agent.resumeGenerate({ street: 'Elm 1' }, wait);
  expect(text).toBe('All done.');
});

test("a client's call of a sub-agent is left to the client, and its result finds the way", async () => {
  const { agent } = desk([call('paint'), 'Painted.']);
  const first = await agent.generate('Paint.');
  expect(first.finishReason).toBe('tool-calls');
  const wait = onlyWait(first);
  expect(wait).toMatchObject({ kind: 'client', toolName: 'paint', toolCallId: 'c-paint' });
  const result = { color: 'blue' };
  await expect(agent.addToolResult({ ...wait, result: { color: 7 } })).rejects.toMatchObject({
    code: 'INVALID_DECISION',
  });
  const { text } = await agent.addToolResultGenerate({ ...wait, result });
  expect(text).toBe('All done.');
});

test('a sub-agent that waits twice is decided on twice', async () => {
  const { agent } = desk([refunds(1), refunds(2), 'Paid both.']);
  const first = await agent.generate('Refund.');
  const second = await agent.approveToolCallGenerate(onlyWait(first));
  expect(second).toMatchObject({ runId: first.runId, finishReason: 'suspended', text: '' });
  expect(onlyWait(second)).toMatchObject({ toolCallId: 'r-2', runId: onlyWait(first).runId });
  const third = await agent.approveToolCallGenerate(onlyWait(second));
  expect(third).toMatchObject({ text: 'All done.', finishReason: 'stop' });
});

test('waits surface through several levels, and decisions go down them', async () => {
  const store = new MemoryStore();
  const low = clerk([refunds(1), refunds(2), 'Paid.'], { store });
  const head = new Agent({
    id: 'head',
    model: scriptedModel([{ toolCalls: [delegate()] }, 'The clerk paid.']),
    agents: { clerk: low },
    store,
  });
  const agent = new Agent({
    id: 'desk',
    model: scriptedModel([{ toolCalls: [delegate('head')] }, 'All done.']),
    agents: { head },
    store,
  });
  const first = await agent.generate('Refund.');
  const second = await agent.approveToolCallGenerate(onlyWait(first));
  expect(onlyWait(second)).toMatchObject({ toolCallId: 'r-2' });
  expect((await agent.listSuspendedRuns({ toolName: 'refund' })).runs).toHaveLength(1);
  const third = await agent.approveToolCallGenerate(onlyWait(second));
  expect(third).toMatchObject({ runId: first.runId, text: 'All done.' });
  expect(third.toolResults).toMatchObject([{ result: 'The clerk paid.' }]);
});

test('a failure below is an error for the model above, also behind a wait', async () => {
  const broken: ScriptedTurn = () => {
    throw new Error('quota used up');
  };
  const { agent, model } = desk([refunds(5), broken], { logger: recordingLogger() });
  const wait = onlyWait(await agent.generate('Refund.'));
  const { text, toolResults } = await agent.approveToolCallGenerate(wait);
  expect(text).toBe('All done.');
  expect(toolResults).toMatchObject([{ kind: 'error', code: 'TOOL_FAILED' }]);
  expect(JSON.stringify(model.requests[1]?.prompt)).toContain('quota used up');
});

test('tokens spent behind a wait are counted above, and none is counted twice', async () => {
  const spends = (inputTokens: number) => ({ usage: { inputTokens } });
  const below = clerk([
    { ...refunds(5), ...spends(100) },
    { text: 'Paid.', ...spends(200) },
  ]);
  const model = scriptedModel([
    { toolCalls: [delegate()], ...spends(1) },
    { text: 'All done.', ...spends(2) },
  ]);
  const agent = new Agent({ id: 'desk', model, agents: { clerk: below } });
  const first = await agent.generate('Refund.');
  expect(first.usage.inputTokens).toBe(101);
  const { usage } = await agent.approveToolCallGenerate(onlyWait(first));
  expect(usage.inputTokens).toBe(303);
});

test('the stream of a decision is that of the run above', async () => {
  const { agent } = desk([refunds(5), 'Paid.']);
  const stream = await agent.stream('Refund.');
  const wait = onlyWait(await stream.result);
  const next = await agent.approveToolCall(wait);
  expect(next.runId).toBe(stream.runId);
  const chunks: Chunk[] = [];
  for await (const chunk of next.fullStream) chunks.push(chunk);
  expect(new Set(chunks.map(({ runId }) => runId))).toEqual(new Set([stream.runId]));
  expect(chunks[0]?.type).toBe('start');
  const nested = chunks.flatMap((chunk) => (chunk.type === 'tool-output' ? [chunk.payload] : []));
  expect(nested.map(({ output }) => (output as Chunk).type)).toContain('tool-result');
  expect(chunks.at(-1)).toMatchObject({ type: 'finish', payload: { finishReason: 'stop' } });
  expect(await next.text).toBe('All done.');
});
