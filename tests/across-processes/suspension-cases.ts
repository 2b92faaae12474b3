import { describe, expect, test } from 'vitest';
import type { Outcome } from './desk.ts';
import type { TwoProcesses } from './two-processes.ts';

const calls = (...made: readonly (readonly [toolName: string, input: object])[]) => ({
  toolCalls: made.map(([toolName, input], index) => ({
    toolName,
    input,
    toolCallId: `call-${index}`,
  })),
});

/** Calls that are suspended in one process and resumed in another. */
export function suspensionCases(processes: () => TwoProcesses): void {
  const open: TwoProcesses['open'] = (...plan) => processes().open(...plan);

  test.each([false, 0, '', null, 'yes'])(
    '%j is an answer from another process like any',
    async (data) => {
      const desk = open([calls(['ask', {}]), 'Done.']);
      const { waiting } = await desk.here({ do: 'start', input: 'go' });
      const { finishReason } = await desk.there({ do: 'resume', call: at(waiting, 0), data });
      expect(finishReason).toBe('stop');
      expect(desk.effects()).toEqual([['ask', { n: 0, answer: data }]]);
    },
  );

  test('an answer that does not fit is its giver’s error, and the call still waits', async () => {
    const desk = open([calls(['ask', {}]), 'Done.']);
    const { waiting } = await desk.here({ do: 'start', input: 'go' });
    const call = at(waiting, 0);
    await expect(desk.there({ do: 'resume', call, data: { no: 1 } })).rejects.toMatchObject({
      code: 'INVALID_DECISION',
    });
    const [listed] = await desk.here({ do: 'list' });
    expect(listed).toMatchObject({ waiting: [{ toolCallId: 'call-0' }] });
    await desk.there({ do: 'resume', call, data: 'well' });
    expect(desk.effects()).toEqual([['ask', { n: 0, answer: 'well' }]]);
  });

  test('two of one tool wait each for itself, and every list has both, with their questions', async () => {
    const desk = open([calls(['ask', { n: 1 }], ['ask', { n: 2 }], ['free', {}]), 'Done.']);
    const { waiting, results } = await desk.here({ do: 'start', input: 'go' });
    // the sibling's result was not held back
    expect(results).toMatchObject([{ toolName: 'free' }]);
    const [listed] = await desk.there({ do: 'list' });
    expect(listed).toMatchObject({
      waiting: [
        { toolCallId: 'call-0', toolName: 'ask', payload: { question: 'What of 1?' } },
        { toolCallId: 'call-1', toolName: 'ask', payload: { question: 'What of 2?' } },
      ],
    });
    expect(JSON.stringify(listed)).toContain('"schema":{');
    await desk.there({ do: 'resume', call: at(waiting, 1), data: 'two' });
    const last = await desk.here({ do: 'resume', call: at(waiting, 0), data: 'one' });
    expect(last.finishReason).toBe('stop');
    expect(desk.effects()).toEqual([
      ['free', { amount: 7 }],
      ['ask', { n: 2, answer: 'two' }],
      ['ask', { n: 1, answer: 'one' }],
    ]);
  });

  test('a tool is given its input and the answer as parsed', async () => {
    const desk = open([calls(['askParsed', { word: 'four' }]), 'Done.']);
    const { waiting } = await desk.here({ do: 'start', input: 'go' });
    const after = await desk.there({ do: 'resume', call: at(waiting, 0), data: { answer: 'yes' } });
    expect(after.results).toMatchObject([{ result: { word: 4, times: 3, answer: 'YES' } }]);
  });

  test('what a tool asks that does not fit its schema is never announced as a wait', async () => {
    const desk = open([calls(['askBadly', {}]), 'Done.']);
    const { finishReason, results } = await desk.here({ do: 'start', input: 'go' });
    expect(finishReason).toBe('stop');
    expect(results).toMatchObject([{ kind: 'error' }]);
    expect(await desk.there({ do: 'list' })).toEqual([]);
  });

  test('a late answer from another process is for the question that it was given to', async () => {
    const desk = open([calls(['askTwice', {}]), 'Done.']);
    const gate = at((await desk.here({ do: 'start', input: 'go' })).waiting, 0);
    const approved = await desk.there({ do: 'approve', call: gate, by: 'ada' });
    const first = at(approved.waiting, 0);
    const answered = await desk.here({ do: 'resume', call: first, data: 'one', by: 'bob' });
    const second = at(answered.waiting, 0);
    expect([gate, first, second].map(({ waitNumber }) => waitNumber)).toEqual([1, 2, 3]);
    for (const [call, by] of [
      [gate, 'ada'],
      [first, 'bob'],
    ] as const) {
      const told = { code: 'ALREADY_DECIDED', message: expect.stringContaining(` by ${by} at `) };
      const late = desk.there({ do: 'resume', call, data: 'late', by: 'eve' });
      await expect(late).rejects.toMatchObject(told);
      await expect(desk.here({ do: 'decline', call, by: 'eve' })).rejects.toMatchObject(told);
    }
    const [listed] = await desk.there({ do: 'list' });
    expect(listed).toMatchObject({ waiting: [{ payload: { question: 2 }, waitNumber: 3 }] });
    const last = await desk.there({ do: 'resume', call: second, data: 'two' });
    expect(last.finishReason).toBe('stop');
    expect(desk.effects()).toEqual([
      ['askTwice', { question: 1, answer: 'one' }],
      ['askTwice', { question: 2, answer: 'two' }],
    ]);
  });

  test('nothing behind suspend() runs, here or there, but finally does', async () => {
    const desk = open([calls(['askAndCatch', {}]), 'Done.']);
    const { waiting } = await desk.here({ do: 'start', input: 'go' });
    expect(desk.effects()).toEqual([['finally', {}]]);
    const after = await desk.there({ do: 'resume', call: at(waiting, 0), data: 'yes' });
    expect(after.results).toMatchObject([{ result: { answer: 'yes' } }]);
  });

  describe('over a pause in which the process changes', () => {
    test('usage adds up, and the history has one result for each call', async () => {
      const usage = { inputTokens: 10, outputTokens: 5 };
      const desk = open([
        { ...calls(['ask', {}]), usage },
        { text: 'Done.', usage },
      ]);
      const before = await desk.here({ do: 'start', input: 'go' });
      const call = at(before.waiting, 0);
      const after = await desk.there({ do: 'resume', call, data: 1 });
      expect(after.usage.totalTokens).toBe(2 * (before.usage.totalTokens ?? Number.NaN));
      const results = JSON.stringify(after.messages).match(/"type":"tool-result"/g);
      expect(results).toHaveLength(1);
    });

    test('a tool that is not active any more does not run', async () => {
      const desk = open([calls(['ask', {}]), 'Done.']);
      const run = { activeTools: ['ask'] };
      const { waiting } = await desk.here({ do: 'start', input: 'go', run });
      const call = at(waiting, 0);
      // the set of the step that made the call is what counts
      const { finishReason } = await desk.there({ do: 'resume', call, data: 1 });
      expect(finishReason).toBe('stop');
      const other = open([calls(['pay', {}]), 'Done.']);
      const { results } = await other.here({ do: 'start', input: 'go', run });
      expect(results).toMatchObject([{ kind: 'error' }]);
      expect(other.effects()).toEqual([]);
    });
  });
}

function at(waiting: Outcome['waiting'], index: number): Outcome['waiting'][number] {
  const call = waiting[index];
  if (!call) throw new Error(`There is no waiting call number ${index}.`);
  return call;
}
