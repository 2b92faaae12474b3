import type { JsonValue } from '../../tool/json.ts';
import type { RunRecord } from '../records.ts';
import { expectRejection, expectSame, expectThat } from './expect-same.ts';
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
const nothing = { run: undefined, calls: [], messages: [], decisions: [], chunks: [] };

/** Ids that a careless store takes for something else. */
const ODD_IDS: readonly string[] = [
  '__proto__',
  'constructor',
  "'; DROP TABLE runs; --",
  'a b',
  'a%b_c',
  'ä\u0000ö',
  '\u{1f600}',
  'A',
  'a',
  'x'.repeat(500),
];

/** JSON that a careless store changes. Made by a parser, so that `__proto__` is an ordinary key. */
const ODD_VALUES: readonly string[] = [
  '{"__proto__":{"a":1},"constructor":[],"toString":null}',
  '{"b":1,"a":2,"10":3,"9":4}',
  '["\\u0000","\\ud800","\\u2028","\\\\"," ",""]',
  '[0.1,1e21,5e-324,9007199254740993,-1]',
  '{"":{"":[[],{},null,false,0,""]}}',
];

/** What reading gives. */
export const loadChecks: Checks = {
  'what is not there is read as nothing': async (store) => {
    expectSame(await wholeRun(store, 'run-1'), nothing, 'a run that is not there');
    await put(store, { run });
    expectSame(await store.loadCall('run-1', 'call-1'), undefined, 'a call that is not there');
    expectSame(await store.loadThread('thread-1'), [], 'a thread that is not there');
  },

  'calls are read in the order of step and index': async (store) => {
    const at = (step: number, index: number) =>
      sampleCall({ toolCallId: `${step}-${index}`, step, index });
    await put(store, { run, calls: [at(1, 1), at(0, 2), at(1, 0), at(0, 10)] });
    await put(store, { calls: [at(0, 0), at(2, 0)] });
    const ids = (await store.loadCalls('run-1')).map(({ toolCallId }) => toolCallId);
    expectSame(ids, ['0-0', '0-2', '0-10', '1-0', '1-1', '2-0'], 'the order');
  },

  'the calls of one step are found by it': async (store) => {
    const first = sampleCall({ state: 'settled' });
    const second = sampleCall({ toolCallId: 'call-2', step: 1 });
    const third = sampleCall({ toolCallId: 'call-3', step: 1, index: 1, state: 'settled' });
    await put(store, { run: sampleRun(), calls: [third, second, first] });
    expectSame(await store.loadCalls('run-1', { step: 1 }), [second, third], 'the second step');
    expectSame(await store.loadCalls('run-1', { step: 1, open: true }), [second], 'its open call');
    expectSame(await store.loadCalls('run-1', { step: 2 }), [], 'a step that made none');
  },

  'calls of several runs are read run by run, in the order that was asked for': async (store) => {
    const of = (runId: string) => [
      sampleCall({ runId, toolCallId: 'b', index: 1, state: 'settled' }),
      sampleCall({ runId, toolCallId: 'a' }),
    ];
    for (const runId of ['run-1', 'run-2', 'run-3']) {
      await put(store, { run: sampleRun({ runId }), calls: of(runId) });
    }
    const places = async (runIds: readonly string[], open?: boolean) => {
      const found = await store.loadCalls(runIds, open === undefined ? {} : { open });
      return found.map(({ runId, toolCallId }) => `${runId} ${toolCallId}`);
    };
    const asked = ['run-3', 'no-run', 'run-1'];
    expectSame(
      await places(asked),
      ['run-3 a', 'run-3 b', 'run-1 a', 'run-1 b'],
      'the calls of two runs',
    );
    expectSame(await places(asked, true), ['run-3 a', 'run-1 a'], 'their open ones');
    expectSame(await places(['run-2']), ['run-2 a', 'run-2 b'], 'those of one in a list');
    expectSame(await places([]), [], 'the calls of no run');
    const many = Array.from({ length: 2500 }, (_, index) => `run-${index + 2}`);
    expectSame((await places(many)).length, 4, 'how many there are of a long list of runs');
  },

  'open calls are those that are not settled': async (store) => {
    const states = ['approval', 'executing', 'suspended', 'client', 'settled'] as const;
    const calls = states.map((state, index) => sampleCall({ toolCallId: state, state, index }));
    await put(store, { run, calls });
    const ids = async (open?: boolean) => {
      const found = await store.loadCalls('run-1', open === undefined ? {} : { open });
      return found.map(({ toolCallId }) => toolCallId);
    };
    expectSame(await ids(true), states.slice(0, 4), 'the open ones');
    expectSame(await ids(false), ['settled'], 'the settled ones');
    expectSame(await ids(), states, 'all');
  },

  'messages are read from a position on': async (store) => {
    const messages = [0, 1, 2].map((position) => sampleMessage({ position }));
    await put(store, { run, messages });
    for (const position of [0, 1, 2, 3, 9]) {
      expectSame(
        await store.loadMessages('run-1', position),
        messages.slice(position),
        `from ${position} on`,
      );
    }
  },

  'decisions are read in the order in which they were made': async (store) => {
    await put(store, { run });
    const decisions = ['c', 'a', 'b'].map((toolCallId) => sampleDecision({ toolCallId }));
    for (const decision of decisions) await put(store, { decisions: [decision] });
    expectSame(await store.loadDecisions('run-1'), decisions, 'the decisions');
  },

  'a thread has the messages of all its runs, as they were committed': async (store) => {
    const threadId = 'thread-1';
    const on = (runId: string, position: number) => sampleMessage({ runId, threadId, position });
    await put(store, { run: sampleRun({ threadId }), messages: [on('run-1', 0)] });
    const second = sampleRun({ runId: 'run-2', threadId });
    await put(store, { run: second, messages: [on('run-2', 0), on('run-2', 1)] });
    const apart = sampleMessage({ runId: 'run-3', threadId: 'thread-2' });
    await put(store, {
      run: sampleRun({ runId: 'run-3', threadId: 'thread-2' }),
      messages: [apart],
    });
    await put(store, { messages: [on('run-1', 1)] });
    await put(store, {
      run: sampleRun({ runId: 'run-4' }),
      messages: [sampleMessage({ runId: 'run-4' })],
    });
    const all = [on('run-1', 0), on('run-2', 0), on('run-2', 1), on('run-1', 1)];
    expectSame(await store.loadThread(threadId), all, 'the thread');
    await store.deleteRun('run-2');
    expectSame(await store.loadThread(threadId), [all[0], all[3]], 'the thread without a run');
    await store.deleteThread(threadId);
    expectSame(await store.loadThread(threadId), [], 'the deleted thread');
    expectSame(await wholeRun(store, 'run-1'), nothing, 'a run of the deleted thread');
    expectSame(await store.loadThread('thread-2'), [apart], 'another thread');
    expectThat((await store.loadRun('run-4')) !== undefined, 'a run without a thread is gone');
  },

  'a deleted run leaves nothing behind, and its id is free again': async (store) => {
    const other = sampleRun({ runId: 'run-2' });
    await put(store, { run: other, calls: [sampleCall({ runId: 'run-2' })] });
    await put(store, {
      run,
      calls: [sampleCall()],
      messages: [sampleMessage()],
      decisions: [sampleDecision()],
    });
    await store.appendChunks('run-1', [{ number: 0, chunk: 'a' }]);
    const kept = await wholeRun(store, 'run-2');
    await store.deleteRun('run-1');
    await store.deleteRun('run-1');
    await store.deleteRun('never-there');
    expectSame(await wholeRun(store, 'run-1'), nothing, 'the deleted run');
    expectSame(await wholeRun(store, 'run-2'), kept, 'another run');
    const conflict = await store.commit({ run: next(run) });
    expectThat(!conflict.ok, 'a deleted run was continued');
    await put(store, { run });
    expectSame(await wholeRun(store, 'run-1'), { ...nothing, run }, 'the new run');
  },

  "a deleted run takes its sub-agents' runs along, and so does a deleted thread": async (store) => {
    const partOf = (runId: string, above: string): RunRecord =>
      sampleRun({ runId, parent: { agentId: 'agent-1', runId: above, toolCallId: 'call-1' } });
    for (const [top, threadId] of [
      ['run-1', undefined],
      ['run-2', 'thread-1'],
    ] as const) {
      await put(store, { run: sampleRun({ runId: top, ...(threadId ? { threadId } : {}) }) });
      const below = [partOf(`${top}-a`, top), partOf(`${top}-b`, `${top}-a`)];
      for (const each of below)
        await put(store, { run: each, calls: [sampleCall({ runId: each.runId })] });
    }
    const kept = await wholeRun(store, 'run-2-b');
    await store.deleteRun('run-1');
    for (const id of ['run-1', 'run-1-a', 'run-1-b']) {
      expectSame(await wholeRun(store, id), nothing, `"${id}" below the deleted run`);
    }
    expectSame(await wholeRun(store, 'run-2-b'), kept, 'a run below another one');
    await store.deleteThread('thread-1');
    for (const id of ['run-2', 'run-2-a', 'run-2-b']) {
      expectSame(await wholeRun(store, id), nothing, `"${id}" below the deleted thread`);
    }
  },

  'chunks are kept in order, each once': async (store) => {
    await put(store, { run });
    await put(store, { run: sampleRun({ runId: 'run-2' }) });
    const chunk = (number: number, text = `chunk ${number}`) => ({ number, chunk: { text } });
    await store.appendChunks('run-1', [chunk(0), chunk(1)]);
    await store.appendChunks('run-1', []);
    await store.appendChunks('run-1', [chunk(1, 'another'), chunk(2)]);
    await store.appendChunks('run-2', [chunk(0)]);
    expectSame(
      await store.loadChunks('run-1'),
      [0, 1, 2].map((at) => chunk(at)),
      'the log',
    );
    expectSame(await store.loadChunks('run-1', 2), [chunk(2)], 'the end of the log');
    expectSame(await store.loadChunks('run-1', 3), [], 'behind its end');
    await expectRejection(store.appendChunks('run-1', [chunk(4)]), 'RangeError', 'a gap');
    await store.appendChunks('never-there', [chunk(0)]);
    expectSame(await store.loadChunks('never-there'), [], 'the log of no run');
  },

  'any text is an id': async (store) => {
    for (const id of ODD_IDS) {
      const calls = ODD_IDS.map((toolCallId, index) =>
        sampleCall({ runId: id, toolCallId, toolName: id, index }),
      );
      await put(store, { run: sampleRun({ runId: id, agentId: id, threadId: id }), calls });
    }
    for (const id of ODD_IDS) {
      const found = await store.loadCalls(id);
      expectSame(
        found.map(({ toolCallId }) => toolCallId),
        ODD_IDS,
        `the calls of ${id}`,
      );
      expectThat((await store.loadCall(id, id))?.runId === id, `the call ${id}`);
      const { items } = await store.listRuns({ agentId: id, threadId: id, toolName: id });
      expectSame(
        items.map(({ runId }) => runId),
        [id],
        `the runs of agent ${id}`,
      );
    }
  },

  'JSON is kept as it is, down to the order of keys': async (store) => {
    const texts = ODD_VALUES;
    await put(store, { run });
    for (const [index, text] of texts.entries()) {
      const value: JsonValue = JSON.parse(text);
      const toolCallId = `call-${index}`;
      const input = { type: 'tool-call', toolCallId, toolName: 'a', input: value } as const;
      const message = { role: 'assistant', content: [input] } as const;
      await put(store, {
        calls: [sampleCall({ toolCallId, index, acceptedInput: value })],
        messages: [sampleMessage({ position: index, message })],
        decisions: [sampleDecision({ toolCallId, shown: value })],
      });
      await store.appendChunks('run-1', [{ number: index, chunk: value }]);
      const [decision, chunk] = [
        (await store.loadDecisions('run-1'))[index],
        (await store.loadChunks('run-1', index))[0],
      ];
      const back = {
        call: (await store.loadCall('run-1', toolCallId))?.acceptedInput,
        message: (await store.loadMessages('run-1', index))[0]?.message.content,
        decision: decision?.shown,
        chunk: chunk?.chunk,
      };
      const sent = { call: value, message: [input], decision: value, chunk: value };
      expectThat(
        JSON.stringify(back) === JSON.stringify(sent),
        `${text} came back as ${JSON.stringify(back)}`,
      );
    }
  },
};
