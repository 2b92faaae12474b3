import { expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';

test('a decision reads the run and its call once: a store may be far away', async () => {
  const store = new MemoryStore();
  const pay = createTool({ id: 'pay', requireApproval: true, execute: async () => 'paid' });
  const agent = new Agent({
    id: 'desk',
    model: scriptedModel([{ toolCalls: [{ toolName: 'pay', input: {} }] }, 'Done.']),
    tools: { pay },
    store,
  });
  const { waiting } = await agent.generate('Pay.');
  const [wait] = waiting;
  if (!wait) throw new Error('The run does not wait.');
  const loadRun = vi.spyOn(store, 'loadRun');
  const loadCall = vi.spyOn(store, 'loadCall');
  const { text } = await agent.approveToolCallGenerate(wait);
  expect(text).toBe('Done.');
  expect(loadRun).toHaveBeenCalledOnce();
  expect(loadCall).toHaveBeenCalledOnce();
});
