import { expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { ScriptedTurn } from '../../testing/scripted-model.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import type { Waiting } from '../run/run-result.ts';

const delegates = {
  toolCalls: [{ toolName: 'agent-clerk', input: { prompt: 'Ask.' }, toolCallId: 'd' }],
};
const asks = { toolCalls: [{ toolName: 'survey', input: {}, toolCallId: 's' }] };

/** A desk whose clerk has a tool that is approved, then asks twice; and the same again elsewhere. */
function desk(store: MemoryStore, answered: (...told: unknown[]) => void, isFirst: boolean) {
  const survey = createTool({
    id: 'survey',
    requireApproval: true,
    execute: async (_input, { suspend, resumeData, suspendPayload }) => {
      if (resumeData === undefined) return suspend(1);
      answered(suspendPayload, resumeData);
      return suspendPayload === 1 ? suspend(2) : 'Thanks.';
    },
  });
  const script = (turn: ScriptedTurn, last: string) =>
    scriptedModel(isFirst ? [turn, last] : [last]);
  const clerk = new Agent({ id: 'clerk', model: script(asks, 'Asked.'), tools: { survey }, store });
  return new Agent({ id: 'desk', model: script(delegates, 'Done.'), agents: { clerk }, store });
}

test.each([
  ['in the process that asked', false],
  ['in another process each time', true],
])('a late answer to a call below is refused %s, and names who was first', async (_, restarts) => {
  const store = new MemoryStore();
  const answered = vi.fn();
  const first = desk(store, answered, true);
  const agent = (): Agent => (restarts ? desk(store, answered, false) : first);
  const { waiting } = await first.generate('Ask.');
  const gate = one(waiting);
  const question1 = one((await agent().approveToolCallGenerate({ ...gate, by: 'ada' })).waiting);
  const question2 = one((await agent().resumeGenerate('a', { ...question1, by: 'bob' })).waiting);
  expect([gate, question1, question2].map(({ waitNumber }) => waitNumber)).toEqual([1, 2, 3]);
  expect(new Set([gate, question1, question2].map(({ runId }) => runId)).size).toBe(1);
  for (const [wait, by] of [
    [gate, 'ada'],
    [question1, 'bob'],
  ] as const) {
    const told = { code: 'ALREADY_DECIDED', message: expect.stringContaining(` by ${by} at `) };
    await expect(agent().declineToolCall(wait)).rejects.toMatchObject(told);
    await expect(agent().resumeStream('late', wait)).rejects.toMatchObject(told);
  }
  const { runs } = await agent().listSuspendedRuns();
  expect(runs[0]?.waiting).toMatchObject([{ payload: 2, waitNumber: 3 }]);
  expect((await agent().resumeGenerate('b', question2)).text).toBe('Done.');
  expect(answered.mock.calls).toEqual([
    [1, 'a'],
    [2, 'b'],
  ]);
});

function one(waiting: readonly Waiting[]): Waiting {
  const [wait] = waiting;
  if (!wait || waiting.length > 1) throw new Error('one call should wait');
  return wait;
}
