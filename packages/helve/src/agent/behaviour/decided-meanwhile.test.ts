import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { Store } from '../../store/store.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { recordingLogger } from './run-kit.ts';

// Another process decides, and its run waits again, between two looks of this one at the store.

/** A store as one process sees it: what is given happens before each question. */
function asked(store: Store, before: (method: string, runId: unknown) => Promise<void>): Store {
  return new Proxy(store, {
    get: (target, key) => {
      const method: unknown = Reflect.get(target, key, target);
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]): Promise<unknown> => {
        await before(String(key), args[0]);
        return Reflect.apply(method, target, args);
      };
    },
  });
}

/** Something that is held up until it is let go. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: () => resolve() };
}

test('a call that was answered elsewhere and asks something else by now: who was first is told', async () => {
  const store = new MemoryStore();
  const working = gate();
  const survey = createTool({
    id: 'survey',
    resumeSchema: z.object({ answer: z.number() }),
    execute: async (_, { suspend, resumeData }) => {
      if (!resumeData) return suspend({ question: 1 });
      await working.opened;
      return suspend({ question: 2 });
    },
  });
  const call = { toolName: 'survey', input: {}, toolCallId: 'c1' };
  const agentOn = (of: Store) =>
    new Agent({
      id: 'desk',
      model: scriptedModel([{ toolCalls: [call] }]),
      tools: { survey },
      store: of,
    });
  const other = agentOn(store);
  const { runId } = await other.generate('Ask.');
  const reference = { runId, toolCallId: 'c1' };
  let elsewhere: Promise<unknown> | undefined;
  const late = agentOn(
    asked(store, async (method) => {
      // this process has seen the run wait, and is about to look at its calls
      if (method === 'loadCalls' && !elsewhere) {
        elsewhere = (await other.resumeStream({ answer: 1 }, reference)).result;
      } else if (elsewhere) {
        working.open();
        await elsewhere;
      }
    }),
  );
  await expect(late.resumeGenerate({ answer: 1 }, reference)).rejects.toMatchObject({
    code: 'ALREADY_DECIDED',
  });
  expect(await store.loadDecisions(runId)).toHaveLength(1);
  expect(await store.loadCall(runId, 'c1')).toMatchObject({
    state: 'suspended',
    suspendPayload: { question: 2 },
  });
});

test('a sibling below was decided on elsewhere: the decision follows once the run waits again', async () => {
  const store = new MemoryStore();
  const working = gate();
  const refund = createTool({
    id: 'refund',
    requireApproval: true,
    execute: () => working.opened.then(() => 'paid'),
  });
  const refunds = ['r1', 'r2'].map((toolCallId) => ({ toolName: 'refund', input: {}, toolCallId }));
  const work = { toolName: 'agent-clerk', input: { prompt: 'Refund.' }, toolCallId: 'd' };
  const deskOn = (of: Store) => {
    const clerk = new Agent({
      id: 'clerk',
      model: scriptedModel([{ toolCalls: refunds }]),
      tools: { refund },
    });
    const model = scriptedModel([{ toolCalls: [work] }]);
    return new Agent({ id: 'desk', model, agents: { clerk }, store: of });
  };
  const other = deskOn(store);
  const { runId, waiting } = await other.generate('Refund.');
  const [first, second] = waiting;
  if (!first || !second) throw new Error('two calls should wait');
  let elsewhere: Promise<unknown> | undefined;
  const late = deskOn(
    asked(store, async (method, of) => {
      if (method === 'loadCalls' && of === runId && !elsewhere) {
        elsewhere = (await other.approveToolCall(first)).result;
      } else if (elsewhere && of !== runId) {
        working.open();
        await elsewhere;
      }
    }),
  );
  await late.approveToolCallGenerate(second);
  const decisions = await store.loadDecisions(second.runId);
  expect(decisions.map(({ toolCallId }) => toolCallId)).toEqual(['r1', 'r2']);
});

test('a run that another process has taken over unnoticed: decided on as soon as that is noticed here', async () => {
  let now = 0;
  const store = new MemoryStore({ now: () => now });
  const asking = gate();
  const refund = createTool({ id: 'refund', requireApproval: true, execute: async () => 'paid' });
  const call = { toolName: 'refund', input: {}, toolCallId: 'c1' };
  const agentOn = (before: Promise<void>) =>
    new Agent({
      id: 'desk',
      model: scriptedModel(async () => {
        await before;
        return { toolCalls: [call] };
      }),
      tools: { refund },
      store,
      logger: recordingLogger(),
    });
  const slow = agentOn(asking.opened);
  const { runId, result } = await slow.stream('Refund.');
  now += 31_000;
  const { resumed } = await agentOn(Promise.resolve()).recover();
  await Promise.all(resumed.map((run) => run.result));

  const reference = { runId, toolCallId: 'c1' };
  const decided = slow.approveToolCallGenerate(reference);
  asking.open();
  await expect(result).rejects.toMatchObject({ code: 'STORE_CONFLICT' });
  await decided;
  expect(await store.loadDecisions(runId)).toMatchObject([{ toolCallId: 'c1', kind: 'approve' }]);
});
