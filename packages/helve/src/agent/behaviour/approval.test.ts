import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { CommitResult, Transition } from '../../store/store.ts';
import { collect } from '../../testing/collect.ts';
import { chunkProblems } from './run-kit.ts';
import {
  approveBy,
  bench,
  calls,
  callsAll,
  lastResults,
  MODES,
  ofType,
  runBy,
  signal,
  turn,
  until,
} from './test-kit.ts';

/** A tool that must be approved, and what it was run with. */
function gatedTool() {
  const execute = vi.fn(async ({ orderId }: { orderId: string }) => ({ refunded: orderId }));
  const refund = createTool({
    id: 'refund',
    inputSchema: z.object({ orderId: z.string() }),
    requireApproval: true,
    execute,
  });
  return { refund, execute };
}

describe.each(MODES)('by %s, a call that must be approved', (mode) => {
  test('waits without running, and says what it waits for', async () => {
    const { refund, execute } = gatedTool();
    const { agent, model } = bench([calls('refund', { orderId: 'a' }, 'c1')], { refund });
    const result = await runBy(mode, agent);
    expect(execute).not.toHaveBeenCalled();
    expect(model.requests).toHaveLength(1);
    expect(result).toMatchObject({ finishReason: 'suspended', toolResults: [] });
    expect(result.waiting).toEqual([
      {
        kind: 'approval',
        runId: result.runId,
        toolCallId: 'c1',
        toolName: 'refund',
        waitNumber: 1,
        payload: { orderId: 'a' },
        askedBy: [{ source: 'tool' }],
        schema: expect.objectContaining({ type: 'object', required: ['approved'] }),
      },
    ]);
  });

  test('runs once it is approved, and the model reads its result', async () => {
    const { refund, execute } = gatedTool();
    const { agent, model } = bench([calls('refund', { orderId: 'a' }, 'c1'), 'Done.'], { refund });
    const { runId } = await runBy(mode, agent);
    const result = await approveBy(mode, agent, { runId, toolCallId: 'c1' });
    expect(execute).toHaveBeenCalledOnce();
    expect(execute).toHaveBeenCalledWith({ orderId: 'a' }, expect.anything());
    expect(result).toMatchObject({ runId, text: 'Done.', finishReason: 'stop', waiting: [] });
    expect(lastResults(model)).toMatchObject([
      { toolCallId: 'c1', output: { type: 'json', value: { refunded: 'a' } } },
    ]);
  });

  test('is not asked about again after it was approved', async () => {
    const rule = vi.fn(() => true);
    const own = vi.fn(() => true);
    const { refund, execute } = gatedTool();
    const { agent } = bench(
      [calls('refund', { orderId: 'a' }), 'Done.'],
      { refund: refund.with({ requireApproval: own }) },
      { requireToolApproval: rule },
    );
    const { waiting } = await runBy(mode, agent);
    const asked = rule.mock.calls.length + own.mock.calls.length;
    for (const wait of waiting) await approveBy(mode, agent, wait);
    expect(execute).toHaveBeenCalledOnce();
    expect(rule.mock.calls.length + own.mock.calls.length).toBe(asked);
  });

  test('is never shown for approval with arguments that do not fit', async () => {
    const predicate = vi.fn(() => true);
    const { refund, execute } = gatedTool();
    const { agent, model } = bench([calls('refund', { orderId: 7 }), 'Sorry.'], {
      refund: refund.with({ requireApproval: predicate }),
    });
    const result = await runBy(mode, agent);
    expect(result).toMatchObject({ finishReason: 'stop', waiting: [] });
    expect(result.toolResults).toMatchObject([{ kind: 'error', code: 'INVALID_INPUT' }]);
    expect(predicate).not.toHaveBeenCalled();
    expect(execute).not.toHaveBeenCalled();
    expect(lastResults(model)).toMatchObject([{ output: { type: 'error-text' } }]);
  });

  test('does not make other tools run one after another', async () => {
    const { refund } = gatedTool();
    const both = signal();
    let running = 0;
    const meet = createTool({
      id: 'meet',
      execute: async () => {
        running += 1;
        if (running === 2) both.resolve();
        // Neither could go on, were they not running side by side.
        await both.promise;
        return { met: true };
      },
    });
    const made = callsAll(['meet', 'm1'], ['refund', 'r', { orderId: 'a' }], ['meet', 'm2']);
    const { agent } = bench([made], { refund, meet });
    const { toolResults, waiting } = await runBy(mode, agent);
    expect(toolResults.map(({ toolCallId }) => toolCallId).sort()).toEqual(['m1', 'm2']);
    expect(waiting.map(({ toolCallId }) => toolCallId)).toEqual(['r']);
  });
});

describe('the stream of a call that must be approved', () => {
  test('asks once, and ends with the run waiting', async () => {
    const { refund } = gatedTool();
    const { agent } = bench([calls('refund', { orderId: 'a' }, 'c1')], { refund });
    const chunks = await collect((await agent.stream('go')).fullStream);
    expect(ofType(chunks, 'tool-call-approval')).toMatchObject([
      { payload: { toolCallId: 'c1', toolName: 'refund', args: { orderId: 'a' } } },
    ]);
    expect(
      JSON.parse(String(ofType(chunks, 'tool-call-approval')[0]?.payload.resumeSchema)),
    ).toMatchObject({ type: 'object' });
    expect(ofType(chunks, 'finish')).toMatchObject([{ payload: { finishReason: 'suspended' } }]);
  });

  test('after the approval begins with start and holds the one end of the call', async () => {
    const { refund } = gatedTool();
    const { agent } = bench([calls('refund', { orderId: 'a' }, 'c1'), 'Done.'], { refund });
    const first = await agent.stream('go');
    const before = await collect(first.fullStream);
    const second = await agent.approveToolCall({ runId: first.runId, toolCallId: 'c1' });
    const after = await collect(second.fullStream);
    expect(after[0]).toMatchObject({ type: 'start', runId: first.runId });
    expect(after.map(({ type }) => type)).toEqual([
      'start',
      'tool-result',
      'step-start',
      'text-start',
      'text-delta',
      'text-end',
      'step-finish',
      'finish',
    ]);
    expect(chunkProblems([...before, ...after])).toEqual([]);
  });

  test('is read by a late reader from its beginning, like any', async () => {
    const { refund } = gatedTool();
    const { agent } = bench([calls('refund', { orderId: 'a' }, 'c1'), 'Done.'], { refund });
    const { runId } = await agent.generate('go');
    const stream = await agent.approveToolCall({ runId, toolCallId: 'c1' });
    await stream.result;
    expect(await collect(stream.fullStream)).toEqual(await collect(stream.fullStream));
    expect((await collect(stream.textStream)).join('')).toBe('Done.');
  });
});

describe('an approval', () => {
  test('may come the instant the wait is heard of, inside the loop over chunks', async () => {
    const { refund, execute } = gatedTool();
    const made = callsAll(['refund', 'a', { orderId: '1' }], ['refund', 'b', { orderId: '2' }]);
    const { agent, model } = bench([made, 'Done.'], { refund });
    const stream = await agent.stream('go');
    const types: string[] = [];
    const ended: Promise<unknown>[] = [];
    for await (const chunk of stream.fullStream) {
      types.push(chunk.type);
      if (chunk.type !== 'tool-call-approval') continue;
      const { toolCallId } = chunk.payload;
      const decided = await agent.approveToolCall({ runId: stream.runId, toolCallId });
      ended.push(decided.result);
    }
    // the run may have put itself away by then, and goes on in the stream of the decision
    await Promise.all(ended);
    expect(execute).toHaveBeenCalledTimes(2);
    expect(model.requests.length).toBe(2);
    expect(types.filter((type) => type === 'tool-call-approval')).toHaveLength(2);
  });

  test('finds the wait stored whenever somebody has heard of it', async () => {
    const store = new MemoryStore();
    const { refund } = gatedTool();
    const { agent } = bench([calls('refund', { orderId: 'a' }, 'c1')], { refund }, { store });
    const stream = await agent.stream('go');
    await until(stream, 'tool-call-approval');
    expect(await store.loadCall(stream.runId, 'c1')).toMatchObject({ state: 'approval' });
  });

  test('is asked for only after the store has taken the wait', async () => {
    const committing = signal();
    const allowed = signal();
    class SlowStore extends MemoryStore {
      override async commit(transition: Transition): Promise<CommitResult> {
        if (transition.calls?.some(({ state }) => state === 'approval')) {
          committing.resolve();
          await allowed.promise;
        }
        return super.commit(transition);
      }
    }
    const { refund } = gatedTool();
    const script = [calls('refund', { orderId: 'a' }, 'c1')];
    const { agent } = bench(script, { refund }, { store: new SlowStore() });
    const stream = await agent.stream('go');
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { type } of stream.fullStream) seen.push(type);
    })();
    await committing.promise;
    // Whatever could be announced too early has had its turn by now.
    await turn();
    expect(seen).toContain('tool-call');
    expect(seen).not.toContain('tool-call-approval');
    allowed.resolve();
    await reading;
    expect(seen).toContain('tool-call-approval');
  });

  test('lets its call run at once, while siblings still wait', async () => {
    const { refund, execute } = gatedTool();
    const made = callsAll(['refund', 'a', { orderId: '1' }], ['refund', 'b', { orderId: '2' }]);
    const { agent, model } = bench([made], { refund });
    const { runId } = await agent.generate('go');
    const result = await agent.approveToolCallGenerate({ runId, toolCallId: 'b' });
    expect(execute).toHaveBeenCalledOnce();
    expect(result.toolResults).toMatchObject([{ toolCallId: 'b', kind: 'result' }]);
    expect(result.waiting.map(({ toolCallId }) => toolCallId)).toEqual(['a']);
    expect(result.finishReason).toBe('suspended');
    expect(model.requests).toHaveLength(1);
  });

  test('works on a stream that nobody reads', async () => {
    const { refund, execute } = gatedTool();
    const { agent, model } = bench([calls('refund', { orderId: 'a' }, 'c1'), 'Done.'], { refund });
    const first = await agent.stream('go');
    await first.waiting;
    const second = await agent.approveToolCall({ runId: first.runId, toolCallId: 'c1' });
    await second.finishReason;
    expect(execute).toHaveBeenCalledOnce();
    expect(model.requests).toHaveLength(2);
  });
});
