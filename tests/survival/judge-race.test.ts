import { expect, test } from 'vitest';
import type { Entry } from './journal.ts';
import { judgeRace } from './judge-race.ts';
import type { Bad } from './judged-run-kit.ts';
import { decision, entry, judgedRun, moment } from './judged-run-kit.ts';

const runId = 'run-1';
const raced = [{ runId, toolCallId: 'refund', waitNumber: 1, kind: 'approval' }] as const;
const calls = (['book', 'pay'] as const).map((toolName) => ({
  toolName,
  toolCallId: toolName,
  input: {},
}));
const cutOff = [{ name: runId, steps: [calls], delayMs: 0 }];
const listed = [decision('refund', 'approve', 'ada')];

const tried = {
  runId,
  toolCallId: 'refund',
  waitNumber: 1,
  decision: 'decline',
  by: 'eve',
} as const;
const lost = (message = 'Call "refund" was approved by ada at noon.'): Entry =>
  entry({ kind: 'refused', ...tried, code: 'ALREADY_DECIDED', message }, 1);

function problemsOf(bad: Bad, others: Partial<Parameters<typeof judgeRace>[0]> = {}): string {
  const plan = { waiting: [], cutOff, raced, again: [] };
  return judgeRace({ plan, processes: 2, listed, ...judgedRun(bad), ...others })
    .map(({ what }) => what)
    .join('\n');
}

/** Adds what is given to a race between two, of which one has lost. */
const race = (...more: readonly Entry[]): Bad => ({
  entries: (entries) => [...entries, lost(), ...more],
});

test('a race is right that one has won, and of which all others have heard', () => {
  expect(problemsOf(race())).toBe('');
});

test.each<[string, string, string]>([
  ['has two winners', problemsOf(race(entry({ kind: 'decided', ...tried }))), 'was won 2 times'],
  [
    'has a loser who does not know the winner',
    problemsOf({ entries: (entries) => [...entries, lost('was approved by eve at noon')] }),
    'was not told who won: eve heard ALREADY_DECIDED',
  ],
  ['somebody never heard of', problemsOf({}), 'was lost by 0 of 2'],
  [
    'is listed as decided twice',
    problemsOf(race(), { listed: [...listed, decision('refund', 'decline', 'eve')] }),
    'was decided by ada, and listed is: approve by ada, decline by eve',
  ],
  ['is not listed', problemsOf(race(), { listed: [] }), 'listed is: nothing'],
  [
    'asks again and has no winner then',
    problemsOf(race(), {
      plan: { waiting: [], cutOff, raced, again: [{ ...raced[0], waitNumber: 2 }] },
    }),
    'wait 2 of refund was won 0 times',
  ],
  [
    'has run twice',
    problemsOf(race(moment('effect', 'refund', { nonce: 'again' }, 1))),
    'refund began 1 times and took effect 2 times: approve',
  ],
  [
    'was taken over by two processes',
    problemsOf(race(entry({ kind: 'recovered', runId }))),
    'the run was taken over 2 times',
  ],
  [
    'was not set going again after it was cut off',
    problemsOf({
      entries: (entries) => [
        ...entries.filter((each) => each.kind !== 'began' || each.nonce !== 'lost'),
        lost(),
      ],
    }),
    'book (book) began 1 times in place of 2',
  ],
])('it is noticed that a call %s', (_, problems, problem) => {
  expect(problems).toContain(problem);
});
