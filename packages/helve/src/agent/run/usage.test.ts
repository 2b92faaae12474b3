import { expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { RUN_MODES, recordingLogger } from '../behaviour/run-kit.ts';
import { addUsage } from './usage.ts';

const tool = createTool({ id: 'tool', execute: async () => 'ok' });
const toolCalls = [{ toolName: 'tool', input: {} }];

test.each(RUN_MODES)('tokens of all steps add up, with $mode', async ({ run }) => {
  const model = scriptedModel([
    { toolCalls, usage: { inputTokens: 10, outputTokens: 1 } },
    { toolCalls, usage: { inputTokens: 20 } },
    { text: 'over', usage: { inputTokens: 30, outputTokens: 3 } },
  ]);
  const { usage, steps } = await run(new Agent({ id: 'a', model, tools: { tool } }));
  expect(usage).toMatchObject({ inputTokens: 60, outputTokens: 4 });
  expect(steps.map((step) => step.usage.inputTokens)).toEqual([10, 20, 30]);
});

test('each step-finish tells its own tokens, and finish those of the run', async () => {
  const model = scriptedModel([
    { toolCalls, usage: { inputTokens: 10, outputTokens: 1 } },
    { text: 'over', usage: { inputTokens: 30, outputTokens: 3 } },
  ]);
  const stream = await new Agent({ id: 'a', model, tools: { tool } }).stream('go');
  const told = (await collect(stream.displayStream)).flatMap((chunk) =>
    chunk.type === 'step-finish' || chunk.type === 'finish'
      ? [[chunk.type, chunk.payload.usage.inputTokens]]
      : [],
  );
  expect(told).toEqual([
    ['step-finish', 10],
    ['step-finish', 30],
    ['finish', 40],
  ]);
});

test('a run that was cut short has used what it used', async () => {
  const usage = { inputTokens: 10, outputTokens: 9 };
  const model = scriptedModel([{ toolCalls, finishReason: 'length', usage }]);
  const result = await new Agent({ id: 'a', model, tools: { tool } }).generate('go');
  expect(result.usage).toMatchObject(usage);
});

test('tokens add up over a wait', async () => {
  const asked = createTool({ id: 'asked', requireApproval: true, execute: async () => 'ok' });
  const model = scriptedModel([
    { toolCalls: [{ toolName: 'asked', input: {} }], usage: { inputTokens: 10 } },
    { text: 'over', usage: { inputTokens: 30 } },
  ]);
  const logger = recordingLogger();
  const agent = new Agent({ id: 'a', model, tools: { asked }, logger });
  const first = await agent.generate('go');
  expect(first.usage).toMatchObject({ inputTokens: 10 });
  const [wait] = first.waiting;
  if (!wait) throw new Error('nothing waits');
  const { usage } = await agent.approveToolCallGenerate(wait);
  expect(usage).toMatchObject({ inputTokens: 40 });
});

test('a figure that no step knows stays unknown', () => {
  expect(addUsage({}, {})).toEqual({});
  expect(addUsage({ inputTokens: 1 }, {})).toEqual({ inputTokens: 1 });
  expect(addUsage({ inputTokens: 1 }, { inputTokens: 0, reasoningTokens: 2 })).toEqual({
    inputTokens: 1,
    reasoningTokens: 2,
  });
});
