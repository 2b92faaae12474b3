import { describe, expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { Transition } from '../../store/store.ts';
import type { ScriptedTurn } from '../../testing/scripted-model.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import type { AgentOptions } from '../agent-options.ts';
import type { RunResult } from '../run/run-result.ts';

/** Lets a test say when a tool is done. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

const refund = createTool({ id: 'refund', requireApproval: true, execute: async () => 'paid' });
const ask = createTool({
  id: 'ask',
  execute: async (_input, { resumeData, suspend }) => resumeData ?? suspend({ question: 'Which?' }),
});
const delegates = ['a', 'b'].map((key) => ({
  toolName: `agent-${key}`,
  input: { prompt: key },
  toolCallId: `d-${key}`,
}));

function calls(toolName: string, toolCallId: string): ScriptedTurn {
  return { toolCalls: [{ toolName, input: {}, toolCallId }] };
}

/** Two sub-agents that wait in one step, each for one call. */
function two(store = new MemoryStore(), tool = refund, options: Partial<AgentOptions> = {}) {
  const below = (key: string) =>
    new Agent({
      id: `clerk-${key}`,
      model: scriptedModel([calls('refund', `r-${key}`), `${key} paid.`]),
      tools: { refund: tool },
      store,
    });
  const model = scriptedModel([{ toolCalls: delegates }, 'All done.']);
  const agents = { a: below('a'), b: below('b') };
  return { store, model, agent: new Agent({ id: 'desk', model, agents, store, ...options }) };
}

/** The same agents in another process, where the clerks have only their last words to say. */
function later(store: MemoryStore) {
  const below = (key: string) =>
    new Agent({ id: `clerk-${key}`, model: scriptedModel([`${key} is done.`]), tools: { refund } });
  const agents = { a: below('a'), b: below('b') };
  return new Agent({ id: 'desk', model: scriptedModel(['All done.']), agents, store });
}

function waitOf({ waiting }: Pick<RunResult, 'waiting'>, toolCallId: string) {
  const wait = waiting.find((each) => each.toolCallId === toolCallId);
  if (!wait) throw new Error(`no call ${toolCallId} waits`);
  return wait;
}

describe('two sub-agents that wait in one step', () => {
  test('are decided on one after the other, in any order', async () => {
    for (const order of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      const { agent, model } = two();
      let result = await agent.generate('Refund both.');
      expect(result.waiting.map(({ toolCallId }) => toolCallId)).toEqual(['r-a', 'r-b']);
      for (const key of order) {
        result = await agent.approveToolCallGenerate(waitOf(result, `r-${key}`));
      }
      expect(result.text).toBe('All done.');
      const prompt = JSON.stringify(model.requests[1]?.prompt);
      expect(prompt.indexOf('a paid.')).toBeGreaterThan(0);
      expect(prompt.indexOf('b paid.')).toBeGreaterThan(prompt.indexOf('a paid.'));
    }
  });

  test('are decided on at the same time, and the run above goes on once', async () => {
    const { agent, model } = two();
    const first = await agent.generate('Refund both.');
    const both = await Promise.all([
      agent.approveToolCallGenerate(waitOf(first, 'r-a')),
      agent.declineToolCallGenerate(waitOf(first, 'r-b')),
    ]);
    const ends = both.map(({ text, waiting }) => text || waiting.length);
    // Whoever came first may have seen the other still waiting; the last sees the end.
    expect(ends).toContain('All done.');
    expect(model.requests).toHaveLength(2);
    expect((await agent.listSuspendedRuns()).runs).toEqual([]);
  });

  test('the second joins the run that the first has set going', async () => {
    const { open, opened } = gate();
    const slow = createTool({
      id: 'refund',
      requireApproval: true,
      execute: async () => {
        await opened;
        return 'paid';
      },
    });
    const { agent, model } = two(new MemoryStore(), slow);
    const first = await agent.generate('Refund both.');
    const one = await agent.approveToolCall(waitOf(first, 'r-a'));
    const other = await agent.approveToolCall(waitOf(first, 'r-b'));
    expect(other.runId).toBe(one.runId);
    open();
    expect(await Promise.all([one.text, other.text])).toEqual(['All done.', 'All done.']);
    expect(model.requests).toHaveLength(2);
  });

  test('go on beside each other, however few calls the agent above runs at once', async () => {
    const { agent, model } = two(new MemoryStore(), refund, { toolCallConcurrency: 1 });
    const first = await agent.generate('Refund both.');
    const streams = await Promise.all(
      first.waiting.map((wait) => agent.approveToolCall({ ...wait, by: 'ada' })),
    );
    await Promise.all(streams.map((stream) => stream.result));
    expect(model.requests).toHaveLength(2);
    expect((await agent.listSuspendedRuns()).runs).toEqual([]);
  });

  test('one decision twice is an error that names the first', async () => {
    const { agent } = two();
    const first = await agent.generate('Refund both.');
    const wait = waitOf(first, 'r-a');
    const results = await Promise.allSettled([
      agent.approveToolCallGenerate({ ...wait, by: 'ada' }),
      agent.declineToolCallGenerate({ ...wait, by: 'bob' }),
    ]);
    const [refused, ...more] = results.filter(({ status }) => status === 'rejected');
    expect(more).toEqual([]);
    expect(refused).toMatchObject({
      reason: { code: 'ALREADY_DECIDED', message: expect.stringContaining('by ada') },
    });
  });

  test('decided on in two processes at once, one decision follows on the other', async () => {
    const { store, agent } = two();
    const first = await agent.generate('Refund both.');
    const here = later(store);
    const elsewhere = later(store);
    const results = await Promise.all([
      here.declineToolCallGenerate(waitOf(first, 'r-a')),
      elsewhere.approveToolCallGenerate(waitOf(first, 'r-b')),
    ]);
    expect(results.map(({ text }) => text)).toContain('All done.');
    expect((await here.listSuspendedRuns()).runs).toEqual([]);
  });
});

test('a decision that comes while the sub-agent still works on another call joins it', async () => {
  const { open, opened } = gate();
  const slow = createTool({ id: 'slow', execute: async () => void (await opened) });
  const both = [
    { toolName: 'slow', input: {}, toolCallId: 's' },
    { toolName: 'refund', input: {}, toolCallId: 'r' },
  ];
  const a = new Agent({
    id: 'a',
    model: scriptedModel([{ toolCalls: both }, 'Paid.']),
    tools: { slow, refund },
  });
  const model = scriptedModel([{ toolCalls: delegates.slice(0, 1) }, 'All done.']);
  const agent = new Agent({ id: 'desk', model, agents: { a } });
  const stream = await agent.stream('Go.');
  for await (const chunk of stream.fullStream) {
    if (chunk.type !== 'tool-output') continue;
    const nested = chunk.payload.output as typeof chunk;
    if (String(nested.type) !== 'tool-call-approval') continue;
    const next = await agent.approveToolCall({ runId: nested.runId, toolCallId: 'r' });
    expect(next.runId).toBe(stream.runId);
    open();
    break;
  }
  expect(await stream.text).toBe('All done.');
});

test('a decision that comes just as the run above is put away wakes it again', async () => {
  const { agent } = two();
  const stream = await agent.stream('Refund both.');
  const decided: Promise<unknown>[] = [];
  for await (const chunk of stream.fullStream) {
    if (chunk.type !== 'tool-output') continue;
    const nested = chunk.payload.output as typeof chunk;
    if (String(nested.type) !== 'tool-call-approval') continue;
    const { toolCallId } = nested.payload;
    decided.push(agent.approveToolCallGenerate({ runId: nested.runId, toolCallId }));
  }
  await Promise.all(decided);
  expect(decided).toHaveLength(2);
  expect((await agent.listSuspendedRuns()).runs).toEqual([]);
});

test('where the store fails between the runs, all of them wait as before', async () => {
  class Failing extends MemoryStore {
    failing = false;
    override async commit(transition: Transition) {
      const decides = (transition.decisions?.length ?? 0) > 0;
      if (this.failing && decides) throw new Error('disk full');
      return super.commit(transition);
    }
  }
  const store = new Failing();
  const a = new Agent({
    id: 'a',
    model: scriptedModel([calls('ask', 'q'), 'Known.']),
    tools: { ask },
    store,
  });
  const model = scriptedModel([{ toolCalls: delegates.slice(0, 1) }, 'All done.']);
  const agent = new Agent({ id: 'desk', model, agents: { a }, store });
  const first = await agent.generate('Go.');
  store.failing = true;
  await expect(agent.resumeGenerate('this', waitOf(first, 'q'))).rejects.toThrow('disk full');
  store.failing = false;
  const { text } = await agent.resumeGenerate('this', waitOf(first, 'q'));
  expect(text).toBe('All done.');
  expect(model.requests).toHaveLength(2);
});
