import { expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { Transition } from '../../store/store.ts';
import type { ScriptedTurn } from '../../testing/scripted-model.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { RequestContext } from '../../tool/request-context.ts';
import { Agent } from '../agent.ts';
import { childRunId } from './child-run-id.ts';

/** Keeps only what survives as JSON, as a store on a disk does. */
class JsonStore extends MemoryStore {
  override commit(transition: Transition) {
    // What was JSON stays what it was.
    return super.commit(JSON.parse(JSON.stringify(transition)) as Transition);
  }
}

const refund = createTool({
  id: 'refund',
  requireApproval: true,
  execute: async (_input, { requestContext }) => `paid by ${String(requestContext.get('who'))}`,
});

function refunds(toolCallId: string): ScriptedTurn {
  return { toolCalls: [{ toolName: 'refund', input: {}, toolCallId }] };
}

function delegate(...keys: readonly string[]): ScriptedTurn {
  return {
    toolCalls: keys.map((key) => ({
      toolName: `agent-${key}`,
      input: { prompt: 'Go.' },
      toolCallId: `d-${key}`,
    })),
  };
}

interface Scripts {
  readonly low?: readonly ScriptedTurn[];
  readonly side?: readonly ScriptedTurn[];
  readonly middle?: readonly ScriptedTurn[];
  readonly top?: readonly ScriptedTurn[];
}

/** The agents as one process makes them; their scripts say only what they are asked there. */
function startProcess(store: MemoryStore, { low = [], side = [], middle = [], top = [] }: Scripts) {
  const tools = { refund };
  const lowest = new Agent({ id: 'low', model: scriptedModel(low), tools });
  const beside = new Agent({ id: 'side', model: scriptedModel(side), tools });
  const between = new Agent({
    id: 'middle',
    model: scriptedModel(middle),
    agents: { low: lowest },
  });
  const model = scriptedModel(top);
  const agents = { middle: between, side: beside };
  return { agent: new Agent({ id: 'top', model, agents, store }), model };
}

test('waits two levels down are decided on in another process each', async () => {
  const store = new JsonStore();
  const first = startProcess(store, {
    top: [delegate('middle')],
    middle: [delegate('low')],
    low: [refunds('r1')],
  });
  const { runId } = await first.agent.generate('Go.');

  const second = startProcess(store, { low: [refunds('r2')] });
  const [listed] = (await second.agent.listSuspendedRuns()).runs;
  expect(listed).toMatchObject({ runId, waiting: [{ toolCallId: 'r1', toolName: 'refund' }] });
  const [wait] = listed?.waiting ?? [];
  if (!wait) throw new Error('no call waits');
  const again = await second.agent.approveToolCallGenerate(wait);
  expect(again).toMatchObject({ runId, finishReason: 'suspended' });
  expect(again.waiting).toMatchObject([{ toolCallId: 'r2' }]);

  const third = startProcess(store, {
    low: [({ prompt }) => JSON.stringify(prompt.at(-1))],
    middle: [({ prompt }) => `Low says: ${JSON.stringify(prompt.at(-1))}`],
    top: ['All done.'],
  });
  const [next] = again.waiting;
  if (!next) throw new Error('no call waits');
  const requestContext = new RequestContext<Readonly<Record<string, unknown>>>({ who: 'ada' });
  const done = await third.agent.approveToolCallGenerate({ ...next, requestContext });
  expect(done).toMatchObject({ runId, text: 'All done.', waiting: [] });
  expect(JSON.stringify(third.model.requests[0]?.prompt)).toContain('paid by ada');
});

test('what another sub-agent waits for still surfaces when the first is decided on elsewhere', async () => {
  const store = new JsonStore();
  const first = startProcess(store, {
    top: [delegate('side', 'middle')],
    side: [refunds('r-side')],
    middle: [delegate('low')],
    low: [refunds('r-low')],
  });
  const { waiting } = await first.agent.generate('Go.');
  expect(waiting.map(({ toolCallId }) => toolCallId)).toEqual(['r-side', 'r-low']);

  const second = startProcess(store, { side: ['Side is done.'] });
  const [side] = waiting;
  if (!side) throw new Error('no call waits');
  const left = await second.agent.approveToolCallGenerate(side);
  expect(left).toMatchObject({ finishReason: 'suspended', waiting: waiting.slice(1) });
  expect(left.toolResults).toMatchObject([{ result: 'Side is done.' }]);

  const third = startProcess(store, { low: ['Low.'], middle: ['Middle.'], top: ['All done.'] });
  const [low] = left.waiting;
  if (!low) throw new Error('no call waits');
  const { text } = await third.agent.declineToolCallGenerate(low);
  expect(text).toBe('All done.');
  const told = JSON.stringify(third.model.requests[0]?.prompt);
  expect(told).toContain('Side is done.');
  expect(told).toContain('Middle.');
});

test('the usage of all processes adds up', async () => {
  const store = new JsonStore();
  const usage = (inputTokens: number) => ({ usage: { inputTokens } });
  const first = startProcess(store, {
    top: [{ ...(delegate('side') as object), ...usage(1) }],
    side: [{ ...(refunds('r') as object), ...usage(10) }],
  });
  const [wait] = (await first.agent.generate('Go.')).waiting;
  if (!wait) throw new Error('no call waits');
  const second = startProcess(store, {
    side: [{ text: 'Paid.', ...usage(100) }],
    top: [{ text: 'Done.', ...usage(1000) }],
  });
  const result = await second.agent.approveToolCallGenerate(wait);
  expect(result.usage.inputTokens).toBe(1111);
});

test('a process that dies behind the wake-up of the runs above leaves nothing decided', async () => {
  class DyingStore extends JsonStore {
    #tell: () => void = () => undefined;
    readonly died: Promise<void> = new Promise((resolve) => {
      this.#tell = resolve;
    });

    override commit(transition: Transition) {
      if ((transition.decisions?.length ?? 0) === 0) return super.commit(transition);
      this.#tell();
      // Nothing comes back to a process that died.
      return new Promise<never>(() => undefined);
    }
  }
  const store = new DyingStore();
  const first = startProcess(store, { top: [delegate('side')], side: [refunds('r')] });
  const { runId, waiting } = await first.agent.generate('Go.');
  const [wait] = waiting;
  if (!wait) throw new Error('no call waits');
  void startProcess(store, {}).agent.approveToolCallGenerate(wait);
  await store.died;
  expect((await store.loadCall(wait.runId, 'r'))?.state).toBe('approval');
  expect(await store.loadDecisions(wait.runId)).toEqual([]);
  // What the run above stands at tells whoever recovers it to look for the run below.
  expect((await store.loadCall(runId, 'd-side'))?.state).toBe('executing');
  expect(await childRunId({ runId, toolCallId: 'd-side' })).toBe(wait.runId);
});

test('a run that is deleted takes the runs of its sub-agents along', async () => {
  const store = new JsonStore();
  const { agent } = startProcess(store, {
    top: [delegate('middle')],
    middle: [delegate('low')],
    low: [refunds('r')],
  });
  const memory = { thread: 't' };
  await agent.generate('Go.', { memory });
  expect((await store.listRuns({})).items).toHaveLength(3);
  await store.deleteThread('t');
  expect((await store.listRuns({})).items).toEqual([]);
});
