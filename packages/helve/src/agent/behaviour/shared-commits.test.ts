import { expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { StoreError } from '../../store/store-error.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';

const logger = recordingLogger();

test.each([
  { what: 'a call that waits', requireApproval: true },
  { what: 'an answer', requireApproval: undefined },
])('an abort while $what is stored aborts the run', async ({ requireApproval }) => {
  const store = new MemoryStore();
  const controller = new AbortController();
  const commit = store.commit.bind(store);
  store.commit = async (transition) => {
    const isResponse = transition.messages?.some(({ message }) => message.role === 'assistant');
    if (isResponse) controller.abort(new Error('enough'));
    return commit(transition);
  };
  const pay = createTool({ id: 'pay', requireApproval: true, execute: async () => 'paid' });
  const model = scriptedModel([
    requireApproval ? { toolCalls: [{ toolName: 'pay', input: {} }] } : 'Done.',
  ]);
  const agent = new Agent({ id: 'a', model, tools: { pay }, store, logger });
  const stream = await agent.stream('Go.', { runId: 'r', abortSignal: controller.signal });
  expect(await stream.finishReason).toBe('aborted');
  expect(await store.loadRun('r')).toMatchObject({ state: 'aborted' });
});

test('whoever is told of the last step finds its answer in the store', async () => {
  const store = new MemoryStore();
  const agent = new Agent({ id: 'a', model: scriptedModel(['Done.']), store, logger });
  let seen: unknown;
  const onStepFinish = async (): Promise<void> => {
    seen = (await store.loadMessages('r')).map(({ message }) => message.role);
  };
  await agent.generate('Go.', { runId: 'r', onStepFinish });
  expect(seen).toEqual(['user', 'assistant']);
});

test('nobody is told of a step whose answer could not be stored', async () => {
  const store = new MemoryStore();
  const commit = store.commit.bind(store);
  const gone = new StoreError('unavailable', 'The database is gone.');
  store.commit = async (transition) => {
    if (transition.messages?.some(({ message }) => message.role === 'assistant')) throw gone;
    return commit(transition);
  };
  const agent = new Agent({ id: 'a', model: scriptedModel(['Done.']), store, logger });
  const told: unknown[] = [];
  const onStepFinish = (step: unknown): void => void told.push(step);
  await expect(agent.generate('Go.', { runId: 'r', onStepFinish })).rejects.toBe(gone);
  expect(told).toEqual([]);
});
