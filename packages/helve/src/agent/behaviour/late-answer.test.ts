import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import type { Waiting } from '../run/run-result.ts';
import {
  approveBy,
  bench,
  calls,
  declineBy,
  MODES,
  ofType,
  resumeBy,
  runBy,
  signal,
} from './test-kit.ts';

/** Asks two questions, one after the other; tells which answers it was given to which. */
function twoQuestions(requireApproval = false) {
  const answered = vi.fn();
  const survey = createTool({
    id: 'survey',
    requireApproval,
    suspendSchema: z.object({ question: z.number() }),
    resumeSchema: z.object({ answer: z.string() }),
    execute: async (_input, { suspend, resumeData, suspendPayload }) => {
      if (!resumeData) return suspend({ question: 1 });
      answered(suspendPayload?.question, resumeData.answer);
      return suspendPayload?.question === 1 ? suspend({ question: 2 }) : 'Thanks.';
    },
  });
  return { answered, tools: { survey } };
}

const script = [calls('survey', {}, 'c1'), 'Done.'];

function only(waiting: readonly Waiting[]): Waiting {
  const [wait] = waiting;
  if (!wait || waiting.length > 1) throw new Error('one call should wait');
  return wait;
}

const refusal = (...texts: readonly string[]) => ({
  code: 'ALREADY_DECIDED',
  message: expect.stringMatching(new RegExp(texts.join('.*'))),
});

describe.each(MODES)('by %s, a call that asks twice', (mode) => {
  test('takes no late answer to its first question for one to its second', async () => {
    const { answered, tools } = twoQuestions();
    const { agent, store } = bench(script, tools);
    const first = only((await runBy(mode, agent)).waiting);
    const ada = { ...first, by: 'ada' };
    const second = only((await resumeBy(mode, agent, { answer: 'one' }, ada)).waiting);
    const before = await store.loadCalls(first.runId);
    const late = { ...first, by: 'bob' };
    const told = refusal('"c1" of "survey" was answered by ada at 20', 'wait 1', 'wait 2');
    await expect(resumeBy(mode, agent, { answer: 'late' }, late)).rejects.toMatchObject(told);
    await expect(declineBy(mode, agent, late)).rejects.toMatchObject(told);
    await expect(approveBy(mode, agent, late)).rejects.toMatchObject(told);
    expect(await store.loadCalls(first.runId)).toEqual(before);
    expect(answered.mock.calls).toEqual([[1, 'one']]);

    const { text } = await resumeBy(mode, agent, { answer: 'two' }, { ...second, by: 'bob' });
    expect(text).toBe('Done.');
    expect(answered.mock.calls).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
  });

  test('names the winner of each question when all is over', async () => {
    const { agent } = bench(script, twoQuestions().tools);
    const first = only((await runBy(mode, agent)).waiting);
    const ada = { ...first, by: 'ada' };
    const second = only((await resumeBy(mode, agent, { answer: 'one' }, ada)).waiting);
    await resumeBy(mode, agent, { answer: 'two' }, { ...second, by: 'bob' });
    for (const [wait, by] of [
      [first, 'ada'],
      [second, 'bob'],
    ] as const) {
      const late = resumeBy(mode, agent, { answer: 'late' }, wait);
      await expect(late).rejects.toMatchObject(refusal(`was answered by ${by} at`));
    }
  });

  test('takes an answer without a number for what it asks now', async () => {
    const { answered, tools } = twoQuestions();
    const { agent } = bench(script, tools);
    const { runId, toolCallId } = only((await runBy(mode, agent)).waiting);
    const reference = { runId, toolCallId, waitNumber: undefined };
    await resumeBy(mode, agent, { answer: 'one' }, reference);
    await resumeBy(mode, agent, { answer: 'two' }, { runId });
    expect(answered.mock.calls).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
  });
});

describe('the number of a wait', () => {
  test('is in the result, the chunk, the list and the decision, and in another process the same', async () => {
    const { agent, restart } = bench(script, twoQuestions(true).tools);
    let stream = await agent.stream('go');
    for (const [kind, number] of [
      ['approval', 1],
      ['suspension', 2],
      ['suspension', 3],
    ] as const) {
      const chunks = await collect(stream.displayStream);
      const announced = [
        ...ofType(chunks, 'tool-call-approval'),
        ...ofType(chunks, 'tool-call-suspended'),
      ];
      expect(announced.map(({ payload }) => payload.waitNumber)).toEqual([number]);
      const wait = only(await stream.waiting);
      expect(wait).toMatchObject({ kind, waitNumber: number });
      const later = restart();
      const { runs } = await later.listSuspendedRuns();
      expect(runs).toMatchObject([{ waiting: [{ kind, waitNumber: number }] }]);
      stream =
        kind === 'approval'
          ? await later.approveToolCall(wait)
          : await later.resumeStream({ answer: 'yes' }, wait);
    }
    expect(await stream.finishReason).toBe('stop');
    const { decisions } = await agent.listDecisions({ runId: stream.runId });
    expect(decisions.map(({ kind, waitNumber }) => [kind, waitNumber])).toEqual([
      ['approve', 1],
      ['resume', 2],
      ['resume', 3],
    ]);
  });

  test('is the same after an answer that was refused', async () => {
    const { agent } = bench(script, twoQuestions().tools);
    const wait = only((await agent.generate('go')).waiting);
    await expect(agent.resumeGenerate({ road: 1 }, wait)).rejects.toMatchObject({
      code: 'INVALID_DECISION',
    });
    const { runs } = await agent.listSuspendedRuns();
    expect(runs[0]?.waiting).toMatchObject([{ waitNumber: wait.waitNumber }]);
    expect((await agent.resumeGenerate({ answer: 'one' }, wait)).waiting).toHaveLength(1);
  });

  test('that is none is an error of the caller, and the call still waits', async () => {
    const { answered, tools } = twoQuestions();
    const { agent } = bench(script, tools);
    const wait = only((await agent.generate('go')).waiting);
    for (const given of [0, -1, 1.5, Number.NaN, '1', null, {}]) {
      // What a client sent, which no compiler has seen.
      const waitNumber = given as number;
      await expect(
        agent.resumeStream({ answer: 'x' }, { ...wait, waitNumber }),
      ).rejects.toMatchObject({
        code: 'INVALID_DECISION',
        message: expect.stringContaining('`waitNumber`'),
      });
    }
    await expect(
      agent.resumeStream({ answer: 'x' }, { ...wait, waitNumber: 2 }),
    ).rejects.toMatchObject({
      code: 'CALL_NOT_WAITING',
      message: expect.stringMatching(/waits for an answer .*, as wait 1, not 2\./),
    });
    expect(answered).not.toHaveBeenCalled();
    await agent.resumeGenerate({ answer: 'one' }, wait);
  });

  test('is given to whoever says who may decide', async () => {
    const asked = vi.fn(() => true);
    const { agent } = bench(script, twoQuestions().tools, { authorizeDecision: asked });
    const wait = only((await agent.generate('go')).waiting);
    await agent.resumeGenerate({ answer: 'one' }, wait);
    expect(asked).toHaveBeenCalledWith(
      expect.objectContaining({ call: expect.objectContaining({ waitNumber: 1 }) }),
    );
  });
});

describe('a decision on what is no longer asked', () => {
  test('is no decision on the question behind an approval', async () => {
    const { answered, tools } = twoQuestions(true);
    const { agent } = bench(script, tools);
    const gate = only((await agent.generate('go')).waiting);
    const question = only((await agent.approveToolCallGenerate({ ...gate, by: 'ada' })).waiting);
    const told = refusal('was approved by ada at', 'wait 1', 'waits for an answer .*as wait 2');
    await expect(agent.declineToolCall({ ...gate, reason: 'no' })).rejects.toMatchObject(told);
    await expect(agent.approveToolCall(gate)).rejects.toMatchObject(told);
    expect(answered).not.toHaveBeenCalled();
    await agent.resumeGenerate({ answer: 'one' }, question);
  });

  test('is no decision on the client that an approved call is left to', async () => {
    const pick = createTool({ id: 'pick', requireApproval: true });
    const { agent } = bench([calls('pick', {}, 'c1'), 'Done.'], { pick });
    const gate = only((await agent.generate('go')).waiting);
    const task = only((await agent.approveToolCallGenerate({ ...gate, by: 'ada' })).waiting);
    expect([gate, task]).toMatchObject([
      { kind: 'approval', waitNumber: 1 },
      { kind: 'client', waitNumber: 2 },
    ]);
    const told = refusal('was approved by ada');
    await expect(agent.declineToolCall(gate)).rejects.toMatchObject(told);
    await expect(agent.addToolResult({ ...gate, result: 1 })).rejects.toMatchObject(told);
    expect((await agent.addToolResultGenerate({ ...task, result: 'red' })).text).toBe('Done.');
  });

  test('is refused while the tool runs, too', async () => {
    const working = signal();
    const ask = createTool({
      id: 'ask',
      execute: async (_input, { suspend, resumeData }) => {
        if (resumeData === undefined) return suspend({ question: 1 });
        await working.promise;
        return 'Thanks.';
      },
    });
    const { agent } = bench([calls('ask', {}, 'c1'), 'Done.'], { ask });
    const wait = only((await agent.generate('go')).waiting);
    const stream = await agent.resumeStream('one', { ...wait, by: 'ada' });
    await expect(agent.resumeStream('late', wait)).rejects.toMatchObject(
      refusal('was answered by ada'),
    );
    working.resolve();
    expect((await stream.result).text).toBe('Done.');
  });

  test('does not keep others from deciding at the same time on what is asked now', async () => {
    const { answered, tools } = twoQuestions();
    const { agent, restart } = bench(script, tools);
    const first = only((await agent.generate('go')).waiting);
    const tries = [agent, restart(), restart()].map((each, n) =>
      each.resumeGenerate({ answer: `of ${n}` }, { ...first, by: `person ${n}` }).then(
        () => 'taken',
        ({ code }) => String(code),
      ),
    );
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(1);
    expect(answered).toHaveBeenCalledTimes(1);
    const { runs } = await agent.listSuspendedRuns();
    expect(runs[0]?.waiting).toMatchObject([{ payload: { question: 2 }, waitNumber: 2 }]);
  });
});

test('a whole wait may be passed on with a decision, and nothing else of it counts', async () => {
  const ran = vi.fn(async (_input: { amount: number }) => 'paid');
  const pay = createTool({
    id: 'pay',
    inputSchema: z.object({ amount: z.number() }),
    requireApproval: true,
    execute: ran,
  });
  const { agent, store } = bench([calls('pay', { amount: 1 }, 'c1'), 'Done.'], { pay });
  await agent.generate('go');
  const { runs } = await agent.listSuspendedRuns();
  const wait = runs[0]?.waiting[0];
  if (!wait) throw new Error('one call should wait');
  const shown = { ...wait, payload: { amount: 900 } };
  await agent.approveToolCallGenerate({ ...shown, by: 'ada' });
  expect(ran.mock.calls.map(([input]) => input)).toEqual([{ amount: 1 }]);
  expect((await store.loadDecisions(wait.runId))[0]?.edited).toBeUndefined();
});
