import { describe, expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import type { AgentOptions } from '../agent-options.ts';
import { bench, calls, signal, turn, until } from '../behaviour/test-kit.ts';
import { gate, memory, told } from './turn-kit.ts';

const pay = createTool({ id: 'pay', requireApproval: true, execute: async () => 'paid' });

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
