import type { CommitResult, Store } from '../store.ts';
import { expectSame, expectThat, fail } from './expect-same.ts';
import type { Checks } from './sample-records.ts';
import {
  next,
  put,
  sampleCall,
  sampleDecision,
  sampleMessage,
  sampleRun,
} from './sample-records.ts';

const WRITERS = 8;
const writers: readonly number[] = Array.from({ length: WRITERS }, (_, index) => index);
const run = sampleRun();
const call = sampleCall();

function expectOneWinner(results: readonly CommitResult[]): number {
  const won = results.flatMap(({ ok }, index) => (ok ? [index] : []));
  expectThat(won.length === 1, `${won.length} of ${results.length} writers succeeded, not one`);
  return won[0] ?? -1;
}

/** What holds when several write at once. Writers are concurrent promises on one store. */
export const raceChecks: Checks = {
  'of writers that create the same run, one succeeds': async (store) => {
    const attempts = writers.map((index) => sampleRun({ agentId: `writer ${index}` }));
    const results = await Promise.all(attempts.map((attempt) => store.commit({ run: attempt })));
    const winner = expectOneWinner(results);
    expectSame(await store.loadRun('run-1'), attempts[winner], 'the run');
  },

  'of writers that saw the same version of a run, one succeeds': async (store) => {
    await put(store, { run });
    const attempts = writers.map((index) => next(run, { stepCount: index }));
    const results = await Promise.all(attempts.map((attempt) => store.commit({ run: attempt })));
    const winner = expectOneWinner(results);
    expectSame(await store.loadRun('run-1'), attempts[winner], 'the run');
  },

  'of writers that decide on the same call, one succeeds, and only its decision is kept': async (
    store,
  ) => {
    await put(store, { run, calls: [call] });
    const attempts = writers.map((index) => {
      const decision = sampleDecision({ by: `writer ${index}` });
      return { calls: [next(call, { state: 'executing', decision })], decisions: [decision] };
    });
    const results = await Promise.all(attempts.map((attempt) => store.commit(attempt)));
    const winner = attempts[expectOneWinner(results)];
    expectSame(await store.loadDecisions('run-1'), winner?.decisions, 'the decisions');
    expectSame(await store.loadCalls('run-1'), winner?.calls, 'the call');
    for (const result of results) {
      if (result.ok) continue;
      const { conflict } = result;
      const current = conflict.kind === 'call' ? conflict.current : undefined;
      expectSame(current, winner?.calls[0], 'what a loser is told');
    }
  },

  'writers of different calls do not disturb each other': async (store) => {
    const calls = writers.map((index) => sampleCall({ toolCallId: `call-${index}`, index }));
    await put(store, { run, calls });
    const results = await Promise.all(
      calls.map((each) => store.commit({ calls: [next(each, { state: 'settled' })] })),
    );
    expectThat(
      results.every(({ ok }) => ok),
      'a writer was refused for the sake of another call',
    );
    expectSame(await store.loadCalls('run-1', { open: true }), [], 'the open calls');
  },

  'no increment is lost among writers that try again': async (store) => {
    await put(store, { run });
    await Promise.all(writers.map(() => increment(store, 5)));
    const { version, stepCount } = (await store.loadRun('run-1')) ?? fail('the run is gone');
    expectSame({ version, stepCount }, { version: WRITERS * 5, stepCount: WRITERS * 5 }, 'the run');
  },

  'writers that append messages leave no gap and lose none': async (store) => {
    await put(store, { run });
    await Promise.all(writers.map((writer) => append(store, `writer ${writer}`, 3)));
    const messages = await store.loadMessages('run-1');
    expectSame(
      messages.map(({ position }) => position),
      messages.map((_, index) => index),
      'the positions',
    );
    const texts = messages.map(({ message }) => String(message.content)).sort();
    const expected = writers.flatMap((writer) => [0, 1, 2].map((at) => `writer ${writer} ${at}`));
    expectSame(texts, expected.sort(), 'the messages');
  },
};

async function increment(store: Store, times: number): Promise<void> {
  for (let done = 0; done < times; ) {
    const seen = (await store.loadRun('run-1')) ?? fail('the run is gone');
    const { ok } = await store.commit({ run: next(seen, { stepCount: seen.stepCount + 1 }) });
    if (ok) done += 1;
  }
}

async function append(store: Store, name: string, times: number): Promise<void> {
  for (let done = 0; done < times; ) {
    const position = (await store.loadMessages('run-1')).length;
    const message = { role: 'user', content: `${name} ${done}` } as const;
    const { ok } = await store.commit({ messages: [sampleMessage({ position, message })] });
    if (ok) done += 1;
  }
}
