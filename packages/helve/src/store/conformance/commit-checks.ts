import type { Conflict, Store, Transition } from '../store.ts';
import { expectSame, expectThat, fail } from './expect-same.ts';
import type { Checks } from './sample-records.ts';
import {
  next,
  put,
  sampleCall,
  sampleDecision,
  sampleMessage,
  sampleRun,
  wholeRun,
} from './sample-records.ts';

const run = sampleRun();
const call = sampleCall();
const message = sampleMessage();
const decision = sampleDecision();

async function refused(store: Store, transition: Transition, what: string): Promise<Conflict> {
  const before = await wholeRun(store, 'run-1');
  const result = await store.commit(transition);
  if (result.ok) fail(`${what} was committed`);
  expectSame(await wholeRun(store, 'run-1'), before, `a refused transition (${what}) left a trace`);
  return result.conflict;
}

/** What a transition is: whole or not at all, and never on top of what its writer has not seen. */
export const commitChecks: Checks = {
  'what was committed is there, all of it': async (store) => {
    await put(store, { run, calls: [call], messages: [message], decisions: [decision] });
    const expected = {
      run,
      calls: [call],
      messages: [message],
      decisions: [decision],
      chunks: [],
    };
    expectSame(await wholeRun(store, 'run-1'), expected, 'the run');
    expectSame(await store.loadCall('run-1', 'call-1'), call, 'the call alone');
  },

  'an empty transition changes nothing': async (store) => {
    await put(store, { run, calls: [call] });
    const before = await wholeRun(store, 'run-1');
    await put(store, {});
    expectSame(await wholeRun(store, 'run-1'), before, 'the run');
  },

  'a record takes the place of the one exactly one version older': async (store) => {
    await put(store, { run, calls: [call] });
    const later = next(run, { state: 'waiting', stepCount: 1 });
    const settled = next(call, { state: 'settled' });
    await put(store, { run: later, calls: [settled] });
    expectSame(await store.loadRun('run-1'), later, 'the run');
    expectSame(await store.loadCalls('run-1'), [settled], 'the calls');
  },

  'a field that a later version leaves out is gone': async (store) => {
    await put(store, { run: { ...run, threadId: 'thread-1' }, calls: [call] });
    const { acceptedInput: _, ...rest } = next(call, { state: 'settled' });
    await put(store, { calls: [rest] });
    expectSame(await store.loadCall('run-1', 'call-1'), rest, 'the call');
  },

  'a run that is there already is not created again': async (store) => {
    await put(store, { run });
    const conflict = await refused(store, { run }, 'a second run of the same id');
    expectSame(conflict, { kind: 'run', runId: 'run-1', current: run }, 'the conflict');
  },

  'a version too old, or too far ahead, is refused with what is there': async (store) => {
    const second = next(run);
    await put(store, { run, calls: [call] });
    await put(store, { run: second });
    for (const version of [0, 1, 3]) {
      const conflict = await refused(store, { run: { ...run, version } }, `version ${version}`);
      expectSame(conflict, { kind: 'run', runId: 'run-1', current: second }, 'the conflict');
    }
    for (const version of [0, 2]) {
      const stale = { ...call, version };
      const conflict = await refused(store, { calls: [stale] }, `call version ${version}`);
      const { runId, toolCallId } = call;
      expectSame(conflict, { kind: 'call', runId, toolCallId, current: call }, 'the conflict');
    }
  },

  'a version above 0 of what is not there is refused': async (store) => {
    const conflict = await refused(store, { run: { ...run, version: 1 } }, 'a run from nowhere');
    expectSame(conflict, { kind: 'run', runId: 'run-1' }, 'the conflict');
    await put(store, { run });
    const stray = await refused(store, { calls: [next(call)] }, 'a call from nowhere');
    expectSame(stray, { kind: 'call', runId: 'run-1', toolCallId: 'call-1' }, 'the conflict');
  },

  'one stale record holds back everything that comes with it': async (store) => {
    await put(store, { run, calls: [call], messages: [message] });
    const good = {
      run: next(run),
      calls: [next(call), sampleCall({ toolCallId: 'call-2', index: 1 })],
      messages: [sampleMessage({ position: 1 })],
      decisions: [decision],
    };
    const third = sampleCall({ toolCallId: 'call-3', index: 2, version: 4 });
    await refused(store, { ...good, run: next(next(run)) }, 'a stale run');
    await refused(store, { ...good, calls: [...good.calls, third] }, 'a stale last call');
    await refused(store, { ...good, calls: [call, ...good.calls] }, 'a stale first call');
    await refused(store, { ...good, messages: [sampleMessage({ position: 2 })] }, 'a gap');
    await refused(store, { ...good, messages: [message] }, 'a message that is there already');
    await put(store, good);
  },

  'messages follow on without a gap, each position once': async (store) => {
    const at = (position: number) => sampleMessage({ position });
    await put(store, { run, messages: [at(0), at(1)] });
    await refused(store, { messages: [at(2), at(4)] }, 'a gap inside');
    await refused(store, { messages: [at(2), at(2)] }, 'a position twice');
    await refused(store, { messages: [at(3), at(2)] }, 'positions out of order');
    const conflict = await refused(store, { messages: [at(1)] }, 'a position that is taken');
    expectSame(conflict, { kind: 'message', runId: 'run-1', position: 1 }, 'the conflict');
    await put(store, { messages: [at(2), at(3)] });
    expectSame(await store.loadMessages('run-1'), [0, 1, 2, 3].map(at), 'the messages');
  },

  'what belongs to a run that is not there is refused': async (store) => {
    for (const stray of [{ calls: [call] }, { messages: [message] }, { decisions: [decision] }]) {
      const conflict = await refused(store, stray, 'a stray record');
      expectSame(conflict, { kind: 'run', runId: 'run-1' }, 'the conflict');
    }
    const other = sampleRun({ runId: 'run-2' });
    await refused(store, { run: other, calls: [call] }, 'a call of another run');
    expectThat((await store.loadRun('run-2')) === undefined, 'half of it was applied');
  },

  'a call comes once in a transition': async (store) => {
    await put(store, { run });
    await refused(store, { calls: [call, { ...call, toolName: 'other' }] }, 'a call twice');
  },

  'a call that is forgotten is gone, and its id stays taken': async (store) => {
    const { runId, toolCallId } = call;
    const other = sampleCall({ toolCallId: 'call-2', index: 1 });
    await put(store, { run, calls: [call, other] });
    const settled = next(call, { state: 'settled' });
    await put(store, { calls: [settled] });
    const forget = [{ runId, toolCallId, version: 1 }];
    const stale = [{ runId, toolCallId, version: 0 }];
    const conflict = await refused(store, { forget: stale, messages: [message] }, 'an old version');
    expectSame(conflict, { kind: 'call', runId, toolCallId, current: settled }, 'the conflict');
    await refused(store, { calls: [next(settled)], forget }, 'a call both written and forgotten');
    await refused(store, { forget: [...forget, ...forget] }, 'a call forgotten twice');
    await put(store, { run: next(run), messages: [message], forget });
    expectSame(await store.loadCalls(runId), [other], 'the calls');
    expectSame(await store.loadCalls(runId, { open: false }), [], 'the settled calls');
    expectThat((await store.loadCall(runId, toolCallId)) === undefined, 'the call is there');
    for (const late of [call, next(settled), settled]) {
      const gone = await refused(store, { calls: [late] }, `version ${late.version} of it`);
      expectSame(gone, { kind: 'call', runId, toolCallId }, 'the conflict');
    }
    await refused(store, { forget }, 'a call that is forgotten already');
    await store.deleteRun(runId);
    await put(store, { run, calls: [call] });
    expectSame(await store.loadCalls(runId), [call], 'the calls of another run of that id');
  },

  'calls of different runs may have the same id': async (store) => {
    const other = sampleCall({ runId: 'run-2', toolName: 'other' });
    await put(store, { run, calls: [call] });
    await put(store, { run: sampleRun({ runId: 'run-2' }), calls: [other] });
    await put(store, { calls: [next(other)] });
    expectSame(await store.loadCall('run-1', 'call-1'), call, 'the one');
    expectSame(await store.loadCall('run-2', 'call-1'), next(other), 'the other');
  },

  'what was read stays as it was read': async (store) => {
    await put(store, { run, calls: [call], messages: [message], decisions: [decision] });
    const read = await wholeRun(store, 'run-1');
    const text = JSON.stringify(read);
    await put(store, {
      run: next(run, { state: 'finished' }),
      calls: [next(call, { state: 'settled' }), sampleCall({ toolCallId: 'call-2', index: 1 })],
      messages: [sampleMessage({ position: 1 })],
      decisions: [sampleDecision({ toolCallId: 'call-2' })],
    });
    await store.appendChunks('run-1', [{ number: 0, chunk: 'a' }]);
    await store.deleteRun('run-1');
    expectThat(JSON.stringify(read) === text, 'something that was read has changed since');
  },
};
