import { describe, expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import type { StopCondition } from '../agent-options.ts';
import { approveBy, bench, calls, MODES, runBy } from './test-kit.ts';

const submit = createTool({
  id: 'submit',
  requireApproval: true,
  execute: async () => ({ ok: 1 }),
});
const look = createTool({ id: 'look', execute: async () => ({ seen: 1 }) });
const script = [
  calls('look', {}, 'l1'),
  { text: 'Shall I?', ...calls('submit', { form: 7 }, 's1') },
  calls('look', {}, 'l2'),
  'Done.',
];

describe.each(MODES)('by %s, a run that goes on after a wait', (mode) => {
  test.each([
    ['in one process', false],
    ['in another process', true],
  ])('ends where stopWhen says so of the step that waited: %s', async (_where, elsewhere) => {
    const stopWhen: StopCondition = ({ steps }) =>
      steps.at(-1)?.toolCalls.some(({ toolName }) => toolName === 'submit') ?? false;
    const { agent, restart, model } = bench(script, { submit, look }, { stopWhen });
    const { runId } = await runBy(mode, agent);
    const decider = elsewhere ? restart() : agent;
    await approveBy(mode, decider, { runId, toolCallId: 's1' });
    expect(model.requests).toHaveLength(2);
  });

  test('counts the steps before the wait where stopWhen counts steps', async () => {
    const stopWhen: StopCondition = ({ steps }) => steps.length >= 3;
    const { agent, model } = bench(script, { submit, look }, { stopWhen });
    const { runId } = await runBy(mode, agent);
    await approveBy(mode, agent, { runId, toolCallId: 's1' });
    expect(model.requests).toHaveLength(3);
  });

  test('numbers its steps on from those before the wait', async () => {
    const numbers: number[] = [];
    const { agent } = bench(
      script,
      { submit, look },
      {
        prepareStep: ({ stepNumber }) => {
          numbers.push(stepNumber);
          return undefined;
        },
      },
    );
    const { runId } = await runBy(mode, agent);
    await approveBy(mode, agent, { runId, toolCallId: 's1' });
    expect(numbers).toEqual([0, 1, 2, 3]);
  });
});
