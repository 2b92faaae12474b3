import { describe, expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import { approveBy, bench, calls, callsAll, MODES, ofType, resumeBy, runBy } from './test-kit.ts';

const pay = createTool({ id: 'pay', requireApproval: true, execute: async () => ({}) });
const ask = createTool({
  id: 'ask',
  execute: async (_input, { attempt, suspend }) => (attempt < 3 ? suspend() : { attempt }),
});

const script = [
  { ...callsAll(['pay', 'p'], ['ask', 'a']), usage: { inputTokens: 100, outputTokens: 10 } },
  { ...calls('pay', {}, 'p2'), usage: { inputTokens: 200, outputTokens: 20 } },
  { text: 'Done.', usage: { inputTokens: 400, outputTokens: 40 } },
];

describe.each(MODES)('by %s, the usage of a run', (mode) => {
  test.each([
    ['in one process', false],
    ['over restarts', true],
  ])('adds up over all its waits: %s', async (_where, elsewhere) => {
    const { agent, restart } = bench(script, { pay, ask });
    const next = () => (elsewhere ? restart() : agent);
    const first = await runBy(mode, agent);
    const { runId } = first;
    expect(first.usage).toMatchObject({ inputTokens: 100, outputTokens: 10 });
    const approved = await approveBy(mode, next(), { runId, toolCallId: 'p' });
    expect(approved.usage).toMatchObject({ inputTokens: 100, outputTokens: 10 });
    await resumeBy(mode, next(), 1, { runId });
    const second = await resumeBy(mode, next(), 2, { runId });
    expect(second).toMatchObject({ finishReason: 'suspended' });
    expect(second.usage).toMatchObject({ inputTokens: 300, outputTokens: 30 });
    const last = await approveBy(mode, next(), { runId, toolCallId: 'p2' });
    expect(last).toMatchObject({ text: 'Done.', finishReason: 'stop' });
    expect(last.usage).toMatchObject({ inputTokens: 700, outputTokens: 70 });
  });

  test('is stored with the run', async () => {
    const { agent, store } = bench(script, { pay, ask });
    const { runId } = await runBy(mode, agent);
    expect((await store.loadRun(runId))?.usage).toMatchObject({
      inputTokens: 100,
      outputTokens: 10,
    });
  });
});

test('the finish chunk after a wait tells the usage of the whole run', async () => {
  const [first, , last] = script;
  if (!first || !last) throw new Error('the script has changed');
  const { agent } = bench([{ ...first, ...calls('pay', {}, 'p') }, last], { pay });
  const { runId } = await agent.generate('go');
  const stream = await agent.approveToolCall({ runId, toolCallId: 'p' });
  const chunks = await collect(stream.fullStream);
  expect(ofType(chunks, 'finish')).toMatchObject([
    { payload: { usage: { inputTokens: 500, outputTokens: 50 } } },
  ]);
  // A step's own figures are its own.
  expect(ofType(chunks, 'step-finish')).toMatchObject([
    { payload: { usage: { inputTokens: 400, outputTokens: 40 } } },
  ]);
});
