import { expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';

test('a run that is aborted while its response cannot be stored keeps nothing of it', async () => {
  const store = new MemoryStore();
  const controller = new AbortController();
  const commit = store.commit.bind(store);
  store.commit = async (transition) => {
    const keepsResponse = transition.messages?.some(({ message }) => message.role === 'assistant');
    if (!keepsResponse || controller.signal.aborted) return commit(transition);
    controller.abort(new Error('enough'));
    throw new Error('the store is gone for a moment');
  };
  const look = createTool({ id: 'look', execute: async () => 'seen' });
  const model = scriptedModel([{ toolCalls: [{ toolName: 'look', input: {} }] }, 'Here.']);
  const agent = new Agent({ id: 'a', model, tools: { look }, store, logger: recordingLogger() });
  const memory = { thread: 't', resource: 'ada' };
  const run = agent.generate('Go.', { memory, runId: 'r', abortSignal: controller.signal });
  await expect(run).rejects.toThrow('enough');
  expect(await store.loadRun('r')).toMatchObject({ state: 'aborted' });
  expect((await store.loadMessages('r')).map(({ message }) => message.role)).toEqual(['user']);
  await agent.generate('Again.', { memory });
  expect(model.requests.at(-1)?.prompt.map(({ role }) => role)).toEqual(['user', 'user']);
});
