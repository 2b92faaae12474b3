import { describe, expect, test } from 'vitest';
import type { Entry } from './journal.ts';
import { judgeSurvival } from './judge-survival.ts';
import type { Bad } from './judged-run-kit.ts';
import { decision, entry, judgedRun, moment } from './judged-run-kit.ts';

const runId = 'run-1';
const unknown = {
  result: { type: 'error-text', value: 'It was interrupted, and its outcome is unknown.' },
} as const;
const denied = { result: { type: 'denied', reason: 'no' } } as const;

const add =
  (...more: readonly Entry[]) =>
  (entries: readonly Entry[]): readonly Entry[] => [...entries, ...more];
const without =
  (drop: (entry: Entry) => boolean) =>
  (entries: readonly Entry[]): readonly Entry[] =>
    entries.filter((each) => !drop(each));
const refused = (by: string, code: string, message: string): Entry =>
  entry({
    kind: 'refused',
    runId,
    toolCallId: 'refund',
    decision: 'decline',
    by,
    code,
    message,
  });

function problemsOf(bad: Bad): string {
  const { entries, records } = judgedRun(bad);
  return judgeSurvival(entries, records)
    .map(({ what }) => what)
    .join('\n');
}

describe('nothing is wrong with', () => {
  const good: Readonly<Record<string, Bad>> = {
    'a run that was taken over and went on': {},
    'a call that was cut off before it took effect, and whose outcome is unknown': {
      calls: { pay: unknown },
      entries: without((each) => each.kind === 'effect' && each.toolName === 'pay'),
    },
    'a call that was declined': {
      calls: { refund: denied },
      decisions: [decision('refund', 'decline', 'eve'), decision('sign', 'resume', 'bob')],
      entries: without(
        (each) =>
          ('toolCallId' in each && each.toolCallId === 'refund') ||
          (each.kind === 'committed' && each.decisions.length > 0),
      ),
    },
    'a decision that came too late and was told of the first': {
      entries: add(refused('eve', 'ALREADY_DECIDED', 'was approved by ada at noon')),
    },
    'a run that another process has taken over': {
      entries: add(
        entry({ kind: 'failed', what: 'run', runId, code: 'STORE_CONFLICT', message: 'gone' }),
      ),
    },
  };
  test.each(Object.entries(good))('%s', (_, what) => {
    expect(problemsOf(what)).toBe('');
  });
});

describe('it is noticed that', () => {
  const bad: Readonly<Record<string, readonly [Bad, string]>> = {
    'an accepted run is gone': [
      { entries: add(entry({ kind: 'accepted', runId: 'run-2' })) },
      'the run is lost',
    ],
    'a confirmed message is gone': [
      { messages: (all) => all.filter(({ position }) => position !== 1) },
      'message 1 is lost',
    ],
    'a confirmed message is another one': [
      {
        messages: (all) =>
          all.with(0, { runId, position: 0, message: { role: 'user', content: 'Stop.' } }),
      },
      'message 0 is lost',
    ],
    'a confirmed decision is gone': [
      { decisions: [decision('sign', 'resume', 'bob')] },
      'the decision approve on refund is lost',
    ],
    'a decision that the API has confirmed is gone': [
      { decisions: [decision('refund', 'approve', 'ada')] },
      'the decision resume by bob on sign is lost',
    ],
    'a late decision was taken for one on what is asked now': [
      { decisions: [{ ...decision('refund', 'approve', 'ada'), waitNumber: 2 }] },
      'approve by ada on wait 1 of refund was taken for one on wait 2',
    ],
    'one wait has two decisions': [
      {
        decisions: [
          decision('refund', 'approve', 'ada'),
          decision('sign', 'resume', 'bob'),
          decision('sign', 'resume', 'eve'),
        ],
      },
      'sign has two decisions on one wait: 1, 1',
    ],
    'a confirmed change of a call is gone': [
      { calls: { refund: { version: 0 } } },
      'version 1 of refund is lost',
    ],
    'a confirmed result is another one': [
      {
        entries: add(
          entry({
            kind: 'committed',
            calls: [
              {
                runId,
                toolCallId: 'pay',
                version: 2,
                result: { type: 'json', value: { nonce: 'other' } },
              },
            ],
            messages: [],
            decisions: [],
          }),
        ),
      },
      'the result of pay is lost',
    ],
    'a confirmed change of a run is gone': [{ run: { version: 0 } }, 'version 1 of the run'],
    'a run never ended': [{ run: { state: 'waiting' } }, 'the run is waiting in the end'],
    'a run failed': [{ run: { state: 'failed' } }, 'the run is failed in the end'],
    'a call still waits that was decided on': [
      { calls: { refund: { state: 'approval' } } },
      'refund is approval in the end',
    ],
    'a call has no result in the history': [
      { messages: (all) => all.filter(({ position }) => position !== 2) },
      'the results behind message 1 are not of its calls',
    ],
    'the history says of a call what its record does not': [
      {
        messages: (all) =>
          all.map((each) => ({
            ...each,
            message: JSON.parse(
              JSON.stringify(each.message).replace('"nonce":"pay"', '"nonce":1'),
              // a message still: only a value of a result is another
            ) as typeof each.message,
          })),
      },
      'the model was told of pay what its record has not',
    ],
    'a call has no record': [
      { messages: (all) => [...all, ...all.slice(1, 3)] },
      '8 calls were made, 4 recorded',
    ],
    'a tool that must not run again did': [
      { entries: add(moment('began', 'pay', { attempt: 2, nonce: 'again' }, 1)) },
      'pay (pay) began 2 times and must not run again',
    ],
    'an answer was given to a tool twice': [
      { entries: add(moment('began', 'sign', { attempt: 3, resumed: true, nonce: 'again' }, 1)) },
      'began 2 times with an answer, and had 1',
    ],
    'a tool took effect twice': [
      { entries: add(moment('effect', 'refund', { nonce: 'again' }, 1)) },
      'refund (refund) took effect 2 times',
    ],
    'two processes had the same attempt': [
      { entries: add(moment('began', 'book', { attempt: 2, nonce: 'other' })) },
      'book (book) had the same attempt twice',
    ],
    'a tool ran that nobody approved': [
      { decisions: [decision('sign', 'resume', 'bob')], entries: without(isOfDecision) },
      'refund (refund) ran and was not approved',
    ],
    'a tool went on without its answer': [
      { decisions: [decision('refund', 'approve', 'ada')], entries: without(isOfDecision) },
      'sign (sign) went on without its answers',
    ],
    'a tool ran that has no record': [
      { entries: add({ ...moment('began', 'pay'), toolCallId: 'nowhere' } as Entry) },
      'nowhere ran and has no record',
    ],
    'a result was made up': [
      { calls: { pay: { result: { type: 'json', value: { nonce: 'pay it' } } } } },
      'pay (pay) has a result that no execution has returned',
    ],
    'a call was given up that may run again': [
      { calls: { book: unknown } },
      'book (book) may run again, and was given up',
    ],
    'a call was given up though nothing was killed': [
      { calls: { pay: unknown }, entries: without(({ life }) => life === 1) },
      'pay (pay) was given up, and its run was not',
    ],
    'a call was denied that nobody declined': [
      { calls: { pay: denied } },
      'pay (pay) was denied and nobody declined it',
    ],
    'a call ended in another way': [
      { calls: { pay: { result: { type: 'error-text', value: 'No such table.' } } } },
      'No such table.',
    ],
    'a call was decided on twice': [
      {
        decisions: [
          decision('refund', 'approve', 'ada'),
          decision('refund', 'decline', 'eve'),
          decision('sign', 'resume', 'bob'),
        ],
      },
      'refund was decided on too often: approve by ada, decline by eve',
    ],
    'whoever was too late was not told who won': [
      { entries: add(refused('eve', 'ALREADY_DECIDED', 'was approved by somebody')) },
      'was not told who won',
    ],
    'a decision was refused and taken all the same': [
      { entries: add(refused('ada', 'RUN_BUSY', 'later')) },
      'was taken all the same',
    ],
    'a decision was refused with an error that says nothing': [
      { entries: add(refused('eve', 'none', 'TypeError: x is undefined')) },
      'was refused with none',
    ],
    'a provider would refuse a history': [
      { entries: add(entry({ kind: 'asked', name: runId, problems: ['it begins with results'] })) },
      'a history that providers refuse: it begins with results',
    ],
    'nobody caught an error': [
      { entries: add(entry({ kind: 'unhandled', message: 'oh no' })) },
      'an error that nobody caught: oh no',
    ],
    'a run could not be taken over': [
      {
        entries: add(
          entry({ kind: 'failed', what: 'recover', runId, code: 'CALL_CHANGED', message: 'no' }),
        ),
      },
      'recover failed in process 0 with CALL_CHANGED',
    ],
  };
  test.each(Object.entries(bad))('%s', (_, [what, problem]) => {
    expect(problemsOf(what)).toContain(problem);
  });
});

function isOfDecision(each: Entry): boolean {
  return each.kind === 'decided' || (each.kind === 'committed' && each.decisions.length > 0);
}
