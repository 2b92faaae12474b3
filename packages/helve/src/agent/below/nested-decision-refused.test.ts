import { expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import type { AgentOptions } from '../agent-options.ts';

const refund = createTool({ id: 'refund', requireApproval: true, execute: async () => 'paid' });
const refunds = { toolCalls: [{ toolName: 'refund', input: {}, toolCallId: 'r' }] };

function delegate(key: string) {
  const toolName = `agent-${key}`;
  return { toolCalls: [{ toolName, input: { prompt: 'Go.' }, toolCallId: `d-${key}` }] };
}

/** Three agents, one below the other, in one store; the lowest waits. */
async function waiting(options: Partial<AgentOptions> = {}) {
  const store = new MemoryStore();
  const low = new Agent({
    id: 'low',
    model: scriptedModel([refunds, 'Paid.']),
    tools: { refund },
    store,
  });
  const middle = new Agent({
    id: 'middle',
    model: scriptedModel([delegate('low'), 'Low paid.']),
    agents: { low },
    store,
  });
  const top = new Agent({
    id: 'top',
    model: scriptedModel([delegate('middle'), 'All done.']),
    agents: { middle },
    store,
    ...options,
  });
  const result = await top.generate('Refund.');
  const [wait] = result.waiting;
  if (!wait) throw new Error('no call waits');
  return { store, low, middle, top, wait, runId: result.runId };
}

test('deciding through the agent below is refused, and says through which agent to decide', async () => {
  const { low, middle, top, wait, runId, store } = await waiting();
  for (const agent of [low, middle]) {
    await expect(agent.approveToolCall(wait)).rejects.toMatchObject({
      code: 'NESTED_RUN',
      message: expect.stringMatching(new RegExp(`run "${runId}".*agent "top"`)),
    });
  }
  expect((await store.loadCall(wait.runId, wait.toolCallId))?.state).toBe('approval');
  expect((await top.approveToolCallGenerate(wait)).text).toBe('All done.');
});

test('runs below another run are listed by the agent at the top alone', async () => {
  const { low, middle, top } = await waiting();
  expect((await low.listSuspendedRuns()).runs).toEqual([]);
  expect((await middle.listSuspendedRuns()).runs).toEqual([]);
  expect((await top.listSuspendedRuns()).runs).toHaveLength(1);
});

test('pages are filled although runs below others are left out of them', async () => {
  const { store } = await waiting();
  const script = [refunds, refunds, refunds];
  const low = new Agent({ id: 'low', model: scriptedModel(script), tools: { refund }, store });
  const own: string[] = [];
  for (const _ of script) own.push((await low.generate('Refund.')).runId);
  const first = await low.listSuspendedRuns({ limit: 2 });
  expect(first.runs.map(({ runId }) => runId)).toEqual(own.slice(0, 2));
  const { cursor = '' } = first;
  const rest = await low.listSuspendedRuns({ limit: 2, cursor });
  expect(rest.runs.map(({ runId }) => runId)).toEqual(own.slice(2));
});

test('the call of a sub-agent is not decidable itself, and the error names what really waits', async () => {
  const { top, wait, runId } = await waiting();
  const named = { runId, toolCallId: 'd-middle' };
  const message = expect.stringMatching(
    new RegExp(
      `waits for its sub-agent.*"r" of "refund" in run "${wait.runId}" waits for approval`,
    ),
  );
  const refused = { code: 'CALL_NOT_WAITING', message };
  await expect(top.resumeStream('yes', named)).rejects.toMatchObject(refused);
  await expect(top.approveToolCall(named)).rejects.toMatchObject(refused);
  await expect(top.declineToolCall(named)).rejects.toMatchObject(refused);
  await expect(top.addToolResult({ ...named, result: 'yes' })).rejects.toMatchObject(refused);
  await expect(top.resumeStream('yes', { runId })).rejects.toMatchObject({
    code: 'CALL_NOT_WAITING',
    message: expect.stringContaining(`"r" of "refund" in run "${wait.runId}"`),
  });
});

test('an agent that is not above the run does not know it', async () => {
  const { store, wait } = await waiting();
  const other = new Agent({ id: 'other', model: scriptedModel([]), store });
  const above = new Agent({ id: 'above', model: scriptedModel([]), agents: { other }, store });
  for (const agent of [other, above]) {
    await expect(agent.approveToolCall(wait)).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
  }
  await expect(above.approveToolCall({ ...wait, runId: 'run_none' })).rejects.toMatchObject({
    code: 'RUN_NOT_FOUND',
  });
});

test('a wrong id below is an error that names what waits there', async () => {
  const { top, wait } = await waiting();
  await expect(top.approveToolCall({ ...wait, toolCallId: 'x' })).rejects.toMatchObject({
    code: 'CALL_NOT_WAITING',
    message: expect.stringContaining('"r" of "refund" waits for approval'),
  });
  await expect(top.resumeStream('x', wait)).rejects.toMatchObject({ code: 'CALL_NOT_WAITING' });
});

test('without the sub-agent nothing is decided, and with it again everything is as before', async () => {
  const { store, wait } = await waiting();
  const model = scriptedModel(['All done.']);
  const low = new Agent({ id: 'low', model: scriptedModel(['Paid.']), tools: { refund } });
  const middle = new Agent({ id: 'middle', model: scriptedModel(['Low paid.']), agents: { low } });
  const others = new Agent({ id: 'other', model, agents: { low } });
  for (const agents of [{}, { another: middle }, { middle: others }]) {
    const top = new Agent({ id: 'top', model, agents, store });
    await expect(top.approveToolCall(wait)).rejects.toMatchObject({ code: 'CALL_CHANGED' });
    // The wait is listed all the same, with what is known of it.
    expect((await top.listSuspendedRuns()).runs).toMatchObject([
      { waiting: [{ toolCallId: 'r' }] },
    ]);
  }
  const top = new Agent({ id: 'top', model, agents: { middle }, store });
  expect((await top.approveToolCallGenerate(wait)).text).toBe('All done.');
});

test("a run's own rules must come along with a decision below it, as with one on itself", async () => {
  const store = new MemoryStore();
  const low = new Agent({
    id: 'low',
    model: scriptedModel([refunds, 'Paid.']),
    tools: { refund },
    store,
  });
  const top = new Agent({
    id: 'top',
    model: scriptedModel([delegate('low'), 'All done.']),
    agents: { low },
    store,
  });
  const requireToolApproval = () => false;
  const { waiting: waits } = await top.generate('Go.', { requireToolApproval });
  const [wait] = waits;
  if (!wait) throw new Error('no call waits');
  await expect(top.approveToolCall(wait)).rejects.toMatchObject({ code: 'INVALID_DECISION' });
  const { text } = await top.approveToolCallGenerate({ ...wait, requireToolApproval });
  expect(text).toBe('All done.');
});
