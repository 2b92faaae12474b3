import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import { chunkProblems, promptProblems } from './run-kit.ts';
import {
  bench,
  calls,
  callsAll,
  declineBy,
  lastResults,
  MODES,
  ofType,
  runBy,
  toldModel,
} from './test-kit.ts';

function refundTool() {
  const execute = vi.fn(async () => ({ ok: true }));
  const onOutput = vi.fn();
  const refund = createTool({
    id: 'refund',
    inputSchema: z.object({ orderId: z.string() }),
    requireApproval: true,
    execute,
    onOutput,
  });
  return { refund, execute, onOutput };
}

describe.each(MODES)('by %s, a declined call', (mode) => {
  test('does not run, and the model is told who declined, why, and not to try again', async () => {
    const { refund, execute, onOutput } = refundTool();
    const { agent, model } = bench([calls('refund', { orderId: 'a' }, 'c1'), 'Fine.'], { refund });
    const { runId } = await runBy(mode, agent);
    const decision = { runId, toolCallId: 'c1', by: 'ada@example.com', reason: 'wrong order' };
    const result = await declineBy(mode, agent, decision);
    expect(execute).not.toHaveBeenCalled();
    expect(onOutput).not.toHaveBeenCalled();
    expect(result).toMatchObject({
      text: 'Fine.',
      finishReason: 'stop',
      waiting: [],
      toolResults: [
        { toolCallId: 'c1', kind: 'denied', by: 'ada@example.com', reason: 'wrong order' },
      ],
    });
    expect(toldModel(model)).toMatch(/ada@example\.com declined.*"refund\\?".*wrong order/);
    expect(toldModel(model)).toMatch(/did not run.*do not try it again/);
    expect(promptProblems(model.requests[1]?.prompt ?? [])).toEqual([]);
  });

  test('by nobody in particular, for no reason, is told as such', async () => {
    const { refund } = refundTool();
    const { agent, model } = bench([calls('refund', { orderId: 'a' }), 'Fine.'], { refund });
    const { waiting } = await runBy(mode, agent);
    for (const { runId, toolCallId } of waiting)
      await declineBy(mode, agent, { runId, toolCallId });
    expect(toldModel(model)).toMatch(/declined the call/);
    expect(toldModel(model)).not.toMatch(/undefined|null/);
  });

  test('does not run whatever asked for its approval: a rule of that one run', async () => {
    const { refund, execute } = refundTool();
    const tools = { refund: refund.with({ requireApproval: false }) };
    const { agent } = bench([calls('refund', { orderId: 'a' }, 'c1'), 'Fine.'], tools);
    const { runId } = await runBy(mode, agent, 'go', { requireToolApproval: true });
    await declineBy(mode, agent, { runId, toolCallId: 'c1' });
    expect(execute).not.toHaveBeenCalled();
  });

  test('does not run, though the rule would not ask any more', async () => {
    const { refund, execute } = refundTool();
    let careful = true;
    const tools = { refund: refund.with({ requireApproval: () => careful }) };
    const rule = { requireToolApproval: () => careful };
    const { agent } = bench([calls('refund', { orderId: 'a' }, 'c1'), 'Fine.'], tools);
    const { runId } = await runBy(mode, agent, 'go', rule);
    careful = false;
    await declineBy(mode, agent, { runId, toolCallId: 'c1', ...rule });
    expect(execute).not.toHaveBeenCalled();
  });

  test('takes no sibling with it: approved, ungated and declined ones each have their own end', async () => {
    const { refund, execute } = refundTool();
    const look = createTool({ id: 'look', execute: async () => ({ seen: 1 }) });
    const made = callsAll(
      ['refund', 'no', { orderId: '1' }],
      ['look', 'free'],
      ['refund', 'yes', { orderId: '2' }],
    );
    const { agent, model } = bench([made, 'Done.'], { refund, look });
    const { runId } = await runBy(mode, agent);
    const first = await declineBy(mode, agent, { runId, toolCallId: 'no' });
    expect(first.waiting.map(({ toolCallId }) => toolCallId)).toEqual(['yes']);
    expect(model.requests).toHaveLength(1);
    await agent.approveToolCallGenerate({ runId, toolCallId: 'yes' });
    expect(execute).toHaveBeenCalledOnce();
    expect(lastResults(model)).toMatchObject([
      { toolCallId: 'no', output: { type: 'execution-denied' } },
      { toolCallId: 'free', output: { type: 'json', value: { seen: 1 } } },
      { toolCallId: 'yes', output: { type: 'json', value: { ok: true } } },
    ]);
  });
});

describe('a decline', () => {
  test('ends the call on the stream, so that no screen waits for ever', async () => {
    const { refund } = refundTool();
    const { agent } = bench([calls('refund', { orderId: 'a' }, 'c1'), 'Fine.'], { refund });
    const first = await agent.stream('go');
    const before = await collect(first.fullStream);
    const decision = { runId: first.runId, toolCallId: 'c1', by: 'ada', reason: 'no' };
    const after = await collect((await agent.declineToolCall(decision)).fullStream);
    expect(ofType(after, 'tool-output-denied')).toEqual([
      {
        type: 'tool-output-denied',
        runId: first.runId,
        from: 'AGENT',
        payload: {
          toolCallId: 'c1',
          toolName: 'refund',
          args: { orderId: 'a' },
          approval: { id: 'c1', approved: false, reason: 'no', by: 'ada' },
        },
      },
    ]);
    expect(chunkProblems([...before, ...after])).toEqual([]);
  });

  test('is possible after the tool was removed from the agent', async () => {
    const { refund } = refundTool();
    const { agent, restart } = bench([calls('refund', { orderId: 'a' }, 'c1'), 'Fine.'], {
      refund,
    });
    const { runId } = await agent.generate('go');
    const result = await restart({ tools: {} }).declineToolCallGenerate({
      runId,
      toolCallId: 'c1',
    });
    expect(result).toMatchObject({ text: 'Fine.', toolResults: [{ kind: 'denied' }] });
  });

  test('is told of in the transcript', async () => {
    const { refund } = refundTool();
    const { agent } = bench([calls('refund', { orderId: 'a' }, 'c1'), 'Fine.'], { refund });
    const { runId } = await agent.generate('go');
    await agent.declineToolCallGenerate({ runId, toolCallId: 'c1', by: 'ada', reason: 'no' });
    const messages = await agent.listMessages({ runId });
    expect(messages[1]?.parts).toEqual([
      {
        type: 'tool',
        toolCallId: 'c1',
        toolName: 'refund',
        state: 'denied',
        input: { orderId: 'a' },
        approval: { approved: false, by: 'ada', reason: 'no' },
      },
    ]);
  });
});
