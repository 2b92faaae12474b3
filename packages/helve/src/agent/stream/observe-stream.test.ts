import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { fedModel, finishPart } from '../behaviour/run-kit.ts';
import { bench, calls, callsAll, signal } from '../behaviour/test-kit.ts';
import { dyingStore } from '../recover/dying-store-kit.ts';
import { collect, expectNumbers, json, observed, types } from './observe-kit.ts';

const inputSchema = z.object({ n: z.number().default(1) });

const lookup = createTool({ id: 'lookup', inputSchema, execute: async ({ n }) => ({ n }) });
const refund = createTool({
  id: 'refund',
  inputSchema,
  requireApproval: true,
  execute: async ({ n }) => ({ refunded: n }),
});

describe('the stream of a run that is stored', () => {
  test('is the display stream, in every process, also after the end', async () => {
    const { agent, restart } = bench([calls('lookup', { n: 2 }), 'Done.'], { lookup });
    const stream = await agent.stream('go', { storeStream: true });
    const shown = await collect(stream.displayStream);
    const there = await observed(restart(), stream.runId);
    expectNumbers(there);
    expect(json(there.map(({ chunk }) => chunk))).toEqual(json(shown));
    expect(json(await observed(agent, stream.runId, 3))).toEqual(json(there.slice(3)));
    expect(await observed(agent, stream.runId, 1000)).toEqual([]);
    const { textStream, displayStream } = await restart().observeStream({ runId: stream.runId });
    expect((await collect(textStream)).join('')).toBe('Done.');
    expect(json(await collect(displayStream))).toEqual(json(shown));
  });

  test('is followed while it comes, by another process and by this one', async () => {
    const model = fedModel();
    const { agent, restart } = bench([], {}, { model, storeStream: true });
    const { runId } = await agent.stream('go');
    await model.asked;
    model.feed({ type: 'stream-start', warnings: [] }, { type: 'text-start', id: 't' });
    const streams = await Promise.all(
      [restart(), agent].map((each) => each.observeStream({ runId })),
    );
    const cursors = streams.map(({ textStream }) => textStream[Symbol.asyncIterator]());
    for (const delta of ['one', 'two', 'three']) {
      model.feed({ type: 'text-delta', id: 't', delta });
      for (const cursor of cursors) expect((await cursor.next()).value).toBe(delta);
    }
    model.feed({ type: 'text-end', id: 't' }, finishPart());
    model.end();
    for (const cursor of cursors) expect((await cursor.next()).done).toBe(true);
    const [there, here] = await Promise.all(
      streams.map(({ numberedStream }) => collect(numberedStream)),
    );
    expect(json(there)).toEqual(json(here));
  });

  test('ends where the run waits, and goes on behind it when somebody has decided', async () => {
    const { agent, restart } = bench([calls('refund', {}, 'r'), 'Done.'], { refund });
    const { runId } = await (await agent.stream('go', { storeStream: true })).result;
    const before = await observed(restart(), runId);
    expect(types(before).slice(-2)).toEqual(['step-finish', 'finish']);
    expect(await observed(agent, runId, before.length)).toEqual([]);
    const other = restart();
    const decided = await other.approveToolCall({ runId, toolCallId: 'r' });
    const [here, there] = await Promise.all([
      observed(other, runId, before.length),
      observed(agent, runId, before.length),
    ]);
    expectNumbers(here, before.length);
    expect(json(here)).toEqual(json(there));
    expect(json(here.map(({ chunk }) => chunk))).toEqual(
      json(await collect(decided.displayStream)),
    );
    expect(json(await observed(restart(), runId))).toEqual(json([...before, ...here]));
  });

  test('goes on in the store however the decision was made', async () => {
    const { agent, restart } = bench([calls('refund', {}, 'r'), 'Done.'], { refund });
    const { runId } = await agent.generate('go', { storeStream: true });
    const before = await observed(restart(), runId);
    await restart().declineToolCallGenerate({ runId, toolCallId: 'r' });
    const whole = await observed(agent, runId);
    expectNumbers(whole);
    expect(whole.length).toBeGreaterThan(before.length);
    expect(types(whole)).toContain('tool-output-denied');
  });

  test('is joined live in the middle, behind what the store has from before a wait', async () => {
    const going = signal();
    const slow = createTool({ ...refund, id: 'refund', execute: () => going.promise });
    const { agent, restart } = bench([calls('refund', {}, 'r'), 'Done.'], { refund: slow });
    const { runId } = await (await agent.stream('go', { storeStream: true })).result;
    const before = await observed(agent, runId);
    const other = restart();
    await other.approveToolCall({ runId, toolCallId: 'r' });
    const { numberedStream } = await other.observeStream({ runId });
    const cursor = numberedStream[Symbol.asyncIterator]();
    for (const { number } of before) expect((await cursor.next()).value?.number).toBe(number);
    expect((await cursor.next()).value).toMatchObject({
      number: before.length,
      chunk: { type: 'start' },
    });
    going.resolve();
    const rest = await collect({ [Symbol.asyncIterator]: () => cursor });
    expectNumbers(rest, before.length + 1);
  });

  test('has the chunks of sub-agents in it, and is joined by their runs, too', async () => {
    const below = bench([calls('refund', {}, 'r'), 'Refunded.'], { refund }, { id: 'clerk' });
    const store = new MemoryStore();
    const { agent, restart } = bench(
      [calls('agent-clerk', { prompt: 'Go.' }, 'c'), 'Done.'],
      {},
      {
        agents: { clerk: below.agent },
        store,
        storeStream: true,
      },
    );
    const stream = await agent.stream('go');
    const [wait] = await stream.waiting;
    if (!wait) throw new Error('nothing waits');
    const there = await observed(restart(), stream.runId);
    expect(json(there.map(({ chunk }) => chunk))).toEqual(
      json(await collect(stream.displayStream)),
    );
    expect(types(there)).toContain('tool-output');
    expect(await observed(restart(), wait.runId)).toEqual(there);
    expect(await store.loadChunks(wait.runId)).toEqual([]);
  });

  test('ends with the failure of the run, in words for people', async () => {
    const { agent, restart } = bench([{ error: new Error('secret 42') }], {}, { maxRetries: 0 });
    const stream = await agent.stream('go', { storeStream: true });
    await stream.result.catch(() => undefined);
    const there = await observed(restart(), stream.runId);
    expect(types(there).slice(-2)).toEqual(['error', 'finish']);
    expect(JSON.stringify(there)).not.toContain('secret 42');
    expectNumbers(there);
  });

  test('ends with an abort', async () => {
    const model = fedModel();
    const { agent, restart } = bench([], {}, { model });
    const controller = new AbortController();
    const options = { storeStream: true, abortSignal: controller.signal };
    const { runId, finishReason } = await agent.stream('go', options);
    const following = observed(restart(), runId);
    await model.asked;
    controller.abort(new Error('stop'));
    expect(await finishReason).toBe('aborted');
    expect(types(await following).slice(-2)).toEqual(['abort', 'finish']);
  });

  test('is let go of by whoever leaves, and by the end', async () => {
    const model = fedModel();
    const store = new MemoryStore();
    let watching = 0;
    const watch = store.watch.bind(store);
    vi.spyOn(store, 'watch').mockImplementation(async (runId, changed) => {
      const stop = await watch(runId, changed);
      watching += 1;
      return () => {
        watching -= 1;
        stop();
      };
    });
    const { agent, restart } = bench([], {}, { model, store, storeStream: true });
    const { runId, result } = await agent.stream('go');
    const { displayStream } = await restart().observeStream({ runId });
    const leaver = displayStream[Symbol.asyncIterator]();
    expect((await leaver.next()).value).toMatchObject({ type: 'start' });
    const rest = collect({ [Symbol.asyncIterator]: () => leaver });
    await vi.waitUntil(() => watching === 1);
    await leaver.return?.();
    await rest;
    expect(watching).toBe(0);
    const stays = observed(restart(), runId);
    await model.asked;
    model.feed({ type: 'stream-start', warnings: [] }, finishPart());
    model.end();
    await Promise.all([result, stays]);
    expect(watching).toBe(0);
  });
});

describe('a process that dies', () => {
  test('at any commit leaves a stream that goes on in the next, without gap or repetition', async () => {
    for (let commits = 1; commits < 8; commits += 1) {
      const clock = { now: Date.now() };
      const shared = new MemoryStore({ now: () => clock.now });
      const dying = dyingStore(shared, commits);
      const kit = bench(
        [callsAll(['lookup', 'a'], ['lookup', 'b']), 'One.', 'Two.', 'Three.'],
        { lookup },
        { store: dying.store, storeStream: true, maxSteps: 3 },
      );
      const stream = await kit.agent.stream('go', { runId: 'r' });
      const ended = await Promise.race([
        dying.died.then(() => false),
        stream.result.then(() => true),
      ]);
      if (ended) break;
      const following = observed(kit.restart({ store: shared }), 'r');
      clock.now += 30_000;
      const next = kit.restart({ store: shared });
      const { resumed, failed } = await next.recover();
      expect(failed).toEqual([]);
      await Promise.all(resumed.map(({ result }) => result));
      const followed = await following;
      expectNumbers(followed);
      expect(types(followed).at(-1)).toBe('finish');
      expect(types(followed).filter((type) => type === 'finish')).toHaveLength(1);
      expect(await observed(next, 'r')).toEqual(followed);
    }
  });

  test('and was only slow writes no more into the stream of whoever took over', async () => {
    const clock = { now: Date.now() };
    const store = new MemoryStore({ now: () => clock.now });
    const [slow, quick] = [fedModel(), fedModel()];
    const options = { store, storeStream: true };
    const { agent, restart } = bench([], {}, { ...options, model: slow });
    const first = await agent.stream('go', { runId: 'r' });
    await slow.asked;
    slow.feed({ type: 'stream-start', warnings: [] }, { type: 'text-start', id: 't' });
    clock.now += 30_000;
    const other = restart({ model: quick });
    const { resumed } = await other.recover();
    await quick.asked;
    slow.feed({ type: 'text-delta', id: 't', delta: 'of the dead' });
    slow.feed({ type: 'text-end', id: 't' }, finishPart());
    slow.end();
    await expect(first.result).rejects.toMatchObject({ code: 'STORE_CONFLICT' });
    quick.feed({ type: 'stream-start', warnings: [] }, { type: 'text-start', id: 't' });
    quick.feed({ type: 'text-delta', id: 't', delta: 'of the living' });
    quick.feed({ type: 'text-end', id: 't' }, finishPart());
    quick.end();
    await Promise.all(resumed.map(({ result }) => result));
    const there = await observed(restart(), 'r');
    expectNumbers(there);
    expect(JSON.stringify(there)).not.toContain('of the dead');
    expect(types(there).at(-1)).toBe('finish');
  });
});
