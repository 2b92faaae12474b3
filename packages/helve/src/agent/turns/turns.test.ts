import { afterEach, describe, expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { ScriptedModel } from '../../testing/scripted-model.ts';
import { RequestContext } from '../../tool/request-context.ts';
import { Agent } from '../agent.ts';
import type { AgentOptions } from '../agent-options.ts';
import { bench, calls, callsAll, signal, turn, until } from '../behaviour/test-kit.ts';

afterEach(() => {
  vi.useRealTimers();
});

const memory = { thread: 't' };

/** A tool that a run stays in until the test lets it go on. */
function gate() {
  const entered = signal();
  const go = signal();
  const hold = createTool({
    id: 'hold',
    mcp: { annotations: { readOnlyHint: false } },
    execute: async () => {
      entered.resolve();
      await go.promise;
      return 'went on';
    },
  });
  return { hold, entered: entered.promise, go: () => go.resolve() };
}

const pay = createTool({ id: 'pay', requireApproval: true, execute: async () => 'paid' });

/** What the model was told in each request, a word a message. */
function told({ requests }: ScriptedModel): readonly string[] {
  return requests.map(({ prompt }) =>
    prompt
      .map(({ role, content }) => {
        const [part] = Array.isArray(content) ? content : [];
        return role === 'user' || role === 'assistant' ? (part?.text ?? `${role}:call`) : role;
      })
      .join(' '),
  );
}

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

describe('a decision on a run of a busy thread', () => {
  test('is carried out at once; what the model says to it comes in its turn', async () => {
    const { hold, entered, go } = gate();
    const script = [calls('pay', {}, 'p'), calls('hold', {}, 'h'), 'two', 'one'];
    const { agent, model, store } = bench(script, { pay, hold });
    await agent.generate('1', { memory, runId: 'r1' });
    const second = agent.generate('2', { memory });
    await entered;
    const stream = await agent.approveToolCall({ runId: 'r1', toolCallId: 'p' });
    expect((await until(stream, 'tool-result')).payload.result).toBe('paid');
    expect(await store.loadCall('r1', 'p')).toMatchObject({ state: 'settled' });
    expect(model.requests).toHaveLength(2);
    go();
    await second;
    expect(await stream.text).toBe('one');
    // It knows what was said meanwhile.
    expect(told(model).at(-1)).toBe('1 assistant:call tool 2 assistant:call tool two');
  });

  test('lets messages that come behind it wait', async () => {
    const { hold, entered, go } = gate();
    const careful = hold.with({ requireApproval: true });
    const { agent, model } = bench([calls('hold', {}, 'h'), 'one', 'two'], { hold: careful });
    await agent.generate('1', { memory, runId: 'r1' });
    const first = agent.approveToolCallGenerate({ runId: 'r1', toolCallId: 'h' });
    await entered;
    const second = agent.generate('2', { memory });
    await turn();
    expect(model.requests).toHaveLength(1);
    go();
    expect((await first).text).toBe('one');
    await second;
    expect(told(model).at(-1)).toBe('1 assistant:call tool one 2');
  });

  test('in two runs at once: one goes on behind the other', async () => {
    const script = [calls('pay', {}, 'p'), calls('pay', {}, 'q'), 'first', 'second'];
    const { agent, model, restart } = bench(script, { pay });
    await agent.generate('1', { memory, runId: 'r1' });
    await agent.generate('2', { memory, runId: 'r2' });
    await Promise.all([
      agent.approveToolCallGenerate({ runId: 'r1', toolCallId: 'p' }),
      restart().approveToolCallGenerate({ runId: 'r2', toolCallId: 'q' }),
    ]);
    expect(told(model).at(-1)).toBe('1 assistant:call tool 2 assistant:call tool first');
  });

  test('never sees less than was said before it went on', async () => {
    const asked = signal();
    const allow = signal<boolean>();
    const options: Partial<AgentOptions> = {
      authorizeDecision: () => {
        asked.resolve();
        return allow.promise;
      },
    };
    const { agent, model } = bench([calls('pay', {}, 'p'), 'two', 'one'], { pay }, options);
    await agent.generate('1', { memory, runId: 'r1' });
    const decided = agent.approveToolCallGenerate({ runId: 'r1', toolCallId: 'p' });
    await asked.promise;
    await agent.generate('2', { memory });
    allow.resolve(true);
    await decided;
    expect(told(model).at(-1)).toBe('1 assistant:call tool 2 two');
  });

  test('an abort ends the wait for its turn', async () => {
    const { hold, entered, go } = gate();
    const script = [calls('pay', {}, 'p'), calls('hold', {}, 'h'), 'two', 'three'];
    const { agent } = bench(script, { pay, hold });
    await agent.generate('1', { memory, runId: 'r1' });
    const second = agent.generate('2', { memory });
    await entered;
    const cancel = new AbortController();
    const given = { runId: 'r1', toolCallId: 'p', abortSignal: cancel.signal };
    const stream = await agent.approveToolCall(given);
    await until(stream, 'tool-result');
    await turn();
    cancel.abort();
    expect(await stream.finishReason).toBe('aborted');
    go();
    await second;
    expect(await agent.generate('3', { memory })).toMatchObject({ text: 'three' });
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
