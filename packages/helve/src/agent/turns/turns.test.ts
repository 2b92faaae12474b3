import { afterEach, describe, expect, test, vi } from 'vitest';
import { MemoryStore } from '../../store/memory-store.ts';
import { RequestContext } from '../../tool/request-context.ts';
import { Agent } from '../agent.ts';
import { bench, calls, callsAll, turn, until } from '../behaviour/test-kit.ts';
import { gate, memory, told } from './turn-kit.ts';

afterEach(() => {
  vi.useRealTimers();
});

async function conversation(agent: Agent): Promise<readonly string[]> {
  const messages = await agent.listMessages({ threadId: 't' });
  return messages.flatMap(({ role, parts }) =>
    parts.map((part) => (part.type === 'text' ? part.text : `${role}:${part.type}`)),
  );
}

describe('messages on a thread on which a run is going on', () => {
  test('wait, and have their turn in the order in which they came', async () => {
    const { hold, entered, go } = gate();
    const script = [calls('hold', {}), 'one', 'two', 'three', 'four'];
    const { agent, model } = bench(script, { hold });
    const first = agent.generate('1', { memory });
    await entered;
    const rest = ['2', '3', '4'].map((text) => agent.generate(text, { memory }));
    await turn();
    expect(model.requests).toHaveLength(1);
    go();
    const results = await Promise.all([first, ...rest]);
    expect(results.map(({ text }) => text)).toEqual(['one', 'two', 'three', 'four']);
    expect(told(model).at(-1)).toBe('1 assistant:call tool one 2 two 3 three 4');
    expect(await conversation(agent)).toEqual([
      ...['1', 'assistant:tool', 'one', '2', 'two', '3', 'three', '4', 'four'],
    ]);
  });

  test('keep their order, whatever takes its time before they are accepted', async () => {
    const { agent } = bench(
      ['one', 'two', 'three'],
      {},
      {
        instructions: async ({ requestContext }) => {
          for (let wait = 0; wait < Number(requestContext.get('waits')); wait += 1) await turn();
          return 'Be brief.';
        },
      },
    );
    await Promise.all(
      [5, 2, 0].map((waits, index) =>
        agent.generate(String(index), { memory, requestContext: new RequestContext({ waits }) }),
      ),
    );
    expect(await conversation(agent)).toEqual(['0', 'one', '1', 'two', '2', 'three']);
  });

  test('are refused where the agent says so, and nothing changes', async () => {
    const { hold, entered, go } = gate();
    const { agent, restart, store, model } = bench(
      [calls('hold', {}), 'one', 'two'],
      { hold },
      {
        whenBusy: 'refuse',
      },
    );
    const first = agent.generate('1', { memory, runId: 'r1' });
    await entered;
    const busy = { code: 'THREAD_BUSY' };
    await expect(agent.generate('2', { memory })).rejects.toMatchObject(busy);
    // What another process hears, which only has the store.
    await expect(restart().stream('2', { memory })).rejects.toMatchObject({
      ...busy,
      message: expect.stringContaining('"r1"'),
    });
    expect((await store.listRuns({})).items).toHaveLength(1);
    await agent.generate('2', { memory: { thread: 'u' } });
    go();
    await first;
    expect(model.requests).toHaveLength(3);
  });

  test('may come as soon as the end of the run before is known', async () => {
    const { agent } = bench(['one', 'two', 'three', 'four'], {}, { whenBusy: 'refuse' });
    await agent.generate('1', { memory });
    await agent.generate('2', { memory });
    const stream = await agent.stream('3', { memory });
    await until(stream, 'finish');
    await agent.generate('4', { memory });
  });

  test('an abort takes a message out of the queue', async () => {
    const { hold, entered, go } = gate();
    const { agent, model, store } = bench([calls('hold', {}), 'one', 'three'], { hold });
    const first = agent.generate('1', { memory });
    await entered;
    const cancel = new AbortController();
    const second = agent.generate('2', { memory, abortSignal: cancel.signal });
    const third = agent.generate('3', { memory });
    const reason = new Error('The user left.');
    cancel.abort(reason);
    await expect(second).rejects.toBe(reason);
    go();
    await Promise.all([first, third]);
    expect(told(model).at(-1)).toBe('1 assistant:call tool one 3');
    expect((await store.listRuns({})).items).toHaveLength(2);
  });

  test('are not held up by one that cannot be accepted', async () => {
    const { agent } = bench(['one', 'two'], {});
    const settled = await Promise.allSettled([
      agent.generate('1', { memory, maxSteps: 0 }),
      agent.generate('2', { memory, activeTools: ['none'] }),
      agent.generate('3', { memory }),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });

  test('have their turn when the run before failed, or was aborted', async () => {
    const { hold, entered, go } = gate();
    const broken = { parts: [{ type: 'error', error: new Error('no model') }] };
    const { agent } = bench([broken, calls('hold', {}), 'three'], { hold });
    const cancel = new AbortController();
    const failed = agent.generate('1', { memory });
    const aborted = agent.generate('2', { memory, abortSignal: cancel.signal });
    const third = agent.generate('3', { memory });
    await expect(failed).rejects.toThrow('no model');
    await entered;
    cancel.abort();
    await expect(aborted).rejects.toBeDefined();
    expect(await third).toMatchObject({ text: 'three' });
    go();
  });

  test('have their turn when the run before could not be begun', async () => {
    const store = new MemoryStore();
    const { agent } = bench(['two'], {}, { store, whenBusy: 'refuse' });
    vi.spyOn(store, 'loadThread').mockRejectedValueOnce(new Error('no thread'));
    await expect(agent.generate('1', { memory, runId: 'r1' })).rejects.toThrow('no thread');
    expect(await store.loadRun('r1')).toMatchObject({ state: 'failed' });
    expect(await agent.generate('2', { memory })).toMatchObject({ text: 'two' });
  });

  test('wait in another process until the run has ended, without asking the store all the time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { hold, entered, go } = gate();
    const store = new MemoryStore();
    const { agent, restart, model } = bench([calls('hold', {}), 'one', 'two'], { hold }, { store });
    const first = agent.generate('1', { memory });
    await entered;
    const commit = vi.spyOn(store, 'commit');
    const second = restart().generate('2', { memory });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(commit.mock.calls.length).toBeGreaterThan(10);
    expect(commit.mock.calls.length).toBeLessThan(60);
    go();
    await first;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await second).toMatchObject({ text: 'two' });
    expect(told(model).at(-1)).toBe('1 assistant:call tool one 2');
  });

  test('are not held up by a process that died, once its lease has run out', async () => {
    const clock = { now: 0 };
    const store = new MemoryStore({ now: () => clock.now });
    const { hold, entered } = gate();
    const { agent, restart } = bench([calls('hold', {}), 'two'], { hold }, { store });
    void agent.generate('1', { memory });
    await entered;
    const refusing = restart({ whenBusy: 'refuse' });
    await expect(refusing.generate('2', { memory })).rejects.toMatchObject({ code: 'THREAD_BUSY' });
    clock.now += 30_000;
    expect(await refusing.generate('2', { memory })).toMatchObject({ text: 'two' });
  });
});

test('whenBusy that is none is refused', () => {
  const wrong = { whenBusy: Object('drop') };
  expect(() => new Agent({ id: 'a', model: 'x/y', ...wrong })).toThrow(/'queue' or 'refuse'/);
});

test('runs on different threads, and on none, do not wait for each other', async () => {
  const { hold, entered, go } = gate();
  const { agent } = bench([callsAll(['hold', 'h']), 'two', 'three', 'one'], { hold });
  const first = agent.generate('1', { memory });
  await entered;
  expect(await agent.generate('2', { memory: { thread: 'u' } })).toMatchObject({ text: 'two' });
  expect(await agent.generate('3')).toMatchObject({ text: 'three' });
  go();
  expect(await first).toMatchObject({ text: 'one' });
});
