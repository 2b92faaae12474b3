import { expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';

const look = createTool({ id: 'look', execute: async () => 'Oslo' });
const silent = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const callsLook = { toolCalls: [{ toolName: 'look', input: {} }] };

test('a step can be given other instructions, tools, messages and another model', async () => {
  const model = scriptedModel([callsLook]);
  const other = scriptedModel(['Done.']);
  const agent = new Agent({
    id: 'a',
    model,
    tools: { look },
    instructions: 'Be brief.',
    prepareStep: ({ stepNumber, messages }) =>
      stepNumber === 0
        ? undefined
        : {
            model: other,
            instructions: 'Say goodbye.',
            activeTools: [],
            messages: messages.slice(-1),
          },
  });
  await agent.generate('Look.');
  expect(model.requests[0]?.prompt[0]).toMatchObject({ role: 'system', content: 'Be brief.' });
  expect(other.requests[0]?.prompt).toMatchObject([
    { role: 'system', content: 'Say goodbye.' },
    { role: 'tool' },
  ]);
  expect(other.requests[0]?.tools).toBeUndefined();
});

test('the run has the last word over the agent, setting by setting', async () => {
  const model = scriptedModel(['Done.']);
  const agent = new Agent({
    id: 'a',
    model,
    prepareStep: () => ({ instructions: 'agent', modelSettings: { temperature: 0.1 } }),
  });
  await agent.generate('Hi', { prepareStep: async () => ({ instructions: 'run' }) });
  expect(model.requests[0]).toMatchObject({ prompt: [{ content: 'run' }, {}], temperature: 0.1 });
});

test('callbacks of agent and run are told of steps, the end and failures, and their errors are only logged', async () => {
  const told: string[] = [];
  const agent = new Agent({
    id: 'a',
    model: scriptedModel([callsLook, 'Done.']),
    tools: { look },
    logger: silent,
    onStepFinish: ({ stepNumber }) => {
      told.push(`agent step ${stepNumber}`);
      throw new Error('broken callback');
    },
  });
  await agent.generate('Look.', {
    onStepFinish: ({ stepNumber, toolResults }) =>
      told.push(`run step ${stepNumber} ${toolResults.length}`),
    onFinish: ({ text }) => told.push(`finish ${text}`),
  });
  expect(told).toEqual([
    'agent step 0',
    'run step 0 1',
    'agent step 1',
    'run step 1 0',
    'finish Done.',
  ]);

  const failing = new Agent({ id: 'a', model: scriptedModel([]), logger: silent });
  const onError = vi.fn();
  await expect(failing.generate('Hi', { onError, maxRetries: 0 })).rejects.toThrow();
  expect(onError).toHaveBeenCalledOnce();
});
