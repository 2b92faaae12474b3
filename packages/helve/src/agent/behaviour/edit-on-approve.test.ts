import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { callDigest } from '../../call/digest.ts';
import { collect } from '../../testing/collect.ts';
import { isValidationError } from '../../tool/validation-error.ts';
import { InvalidDecisionError } from '../agent-errors.ts';
import { approveBy, bench, calls, MODES, ofType, runBy } from './test-kit.ts';

const inputSchema = z.object({
  orderId: z.string().min(1),
  amount: z.number().positive().default(7),
  note: z.string().trim().optional(),
});

function refundTool() {
  const execute = vi.fn(async (input: z.output<typeof inputSchema>) => ({ paid: input.amount }));
  const refund = createTool({ id: 'refund', inputSchema, requireApproval: true, execute });
  return { refund, execute };
}

const script = [calls('refund', { orderId: 'a' }, 'c1'), 'Done.'];

describe.each(MODES)('by %s, an approval with another input', (mode) => {
  test('runs the tool with that input, its defaults and transforms applied', async () => {
    const { refund, execute } = refundTool();
    const { agent } = bench(script, { refund });
    const { runId } = await runBy(mode, agent);
    const input = { orderId: 'b', note: '  soon ' };
    const result = await approveBy(mode, agent, { runId, toolCallId: 'c1', input });
    expect(execute).toHaveBeenCalledExactlyOnceWith(
      { orderId: 'b', amount: 7, note: 'soon' },
      expect.anything(),
    );
    expect(result).toMatchObject({ text: 'Done.', waiting: [] });
  });

  test('shows everybody the input that ran', async () => {
    const { refund } = refundTool();
    const { agent } = bench(script, { refund });
    const { runId } = await runBy(mode, agent);
    const input = { orderId: 'a', amount: 3 };
    const result = await approveBy(mode, agent, { runId, toolCallId: 'c1', input });
    expect(result.toolResults).toMatchObject([{ args: input, result: { paid: 3 } }]);
    const [, answered] = await agent.listMessages({ runId });
    expect(answered?.parts).toMatchObject([{ state: 'result', input }]);
  });

  test.each([
    ['that violates the schema', { orderId: 'a', amount: -1 }],
    ['that lacks a required field', { amount: 1 }],
    ['null', null],
    ['a number', 0],
  ])('is an error of the approver, and the call still waits: %s', async (_kind, input) => {
    const { refund, execute } = refundTool();
    const { agent, store } = bench(script, { refund });
    const { runId } = await runBy(mode, agent);
    const before = await store.loadCall(runId, 'c1');
    const decision = approveBy(mode, agent, { runId, toolCallId: 'c1', input });
    const error: unknown = await decision.catch((reason: unknown) => reason);
    if (!InvalidDecisionError.isInstance(error)) throw error;
    expect(error.message).toMatch(/edited input does not fit; the call still waits/);
    expect(isValidationError(error.validationError)).toBe(true);
    expect(execute).not.toHaveBeenCalled();
    expect(await store.loadCall(runId, 'c1')).toEqual(before);
    expect(await store.loadDecisions(runId)).toEqual([]);
    await approveBy(mode, agent, { runId, toolCallId: 'c1' });
    expect(execute).toHaveBeenCalledOnce();
  });

  test('goes into another process as well', async () => {
    const { refund, execute } = refundTool();
    const { agent, restart } = bench(script, { refund });
    const { runId } = await runBy(mode, agent);
    await approveBy(mode, restart(), { runId, toolCallId: 'c1', input: { orderId: 'b' } });
    expect(execute).toHaveBeenCalledExactlyOnceWith({ orderId: 'b', amount: 7 }, expect.anything());
  });
});

describe('an edited call', () => {
  test('names the edit in its decision, whose digest is that of the input that ran', async () => {
    const { refund } = refundTool();
    const { agent, store } = bench(script, { refund });
    const { runId } = await agent.generate('go');
    const input = { orderId: 'b' };
    await agent.approveToolCallGenerate({ runId, toolCallId: 'c1', input, by: 'ada' });
    const digest = await callDigest('refund', input, { orderId: 'b', amount: 7 });
    expect(await store.loadDecisions(runId)).toMatchObject([
      { kind: 'approve', edited: true, digest, shown: { orderId: 'a' }, by: 'ada' },
    ]);
  });

  test('that suspends is resumed with the edited input, here and elsewhere', async () => {
    const seen: unknown[] = [];
    const refund = createTool({
      id: 'refund',
      inputSchema,
      requireApproval: true,
      resumeSchema: z.object({ sure: z.boolean() }),
      execute: async (input, { resumeData, suspend }) => {
        seen.push(input);
        return resumeData ?? suspend();
      },
    });
    for (const elsewhere of [false, true]) {
      for (const input of [{ orderId: 'b', amount: 2 }, { orderId: 'b' }]) {
        seen.length = 0;
        const { agent, restart } = bench(script, { refund });
        const { runId } = await agent.generate('go');
        await agent.approveToolCallGenerate({ runId, toolCallId: 'c1', input });
        const then = elsewhere ? restart() : agent;
        const result = await then.resumeGenerate({ sure: true }, { runId });
        expect(result.toolResults).toMatchObject([{ kind: 'result', args: input }]);
        expect(seen).toEqual([
          { amount: 7, ...input },
          { amount: 7, ...input },
        ]);
      }
    }
  });

  test('leaves what the model wrote as it was in the history', async () => {
    const { refund } = refundTool();
    const { agent, model } = bench(script, { refund });
    const { runId } = await agent.generate('go');
    await agent.approveToolCallGenerate({ runId, toolCallId: 'c1', input: { orderId: 'b' } });
    const assistant = model.requests[1]?.prompt.find(({ role }) => role === 'assistant');
    expect(assistant?.content).toMatchObject([{ type: 'tool-call', input: { orderId: 'a' } }]);
  });

  test('is shown to transforms as it ran', async () => {
    const { refund } = refundTool();
    const shown = refund.with({
      transform: {
        display: {
          input: ({ input }) => ({ order: Reflect.get(Object(input), 'orderId') }),
          output: () => 'paid',
        },
      },
    });
    const { agent } = bench(script, { refund: shown });
    const first = await agent.stream('go');
    await collect(first.displayStream);
    const decision = { runId: first.runId, toolCallId: 'c1', input: { orderId: 'b' } };
    const stream = await agent.approveToolCall(decision);
    const chunks = await collect(stream.displayStream);
    expect(ofType(chunks, 'tool-result')).toMatchObject([
      { payload: { args: { order: 'b' }, result: 'paid' } },
    ]);
  });

  test('may be given any input where the tool has no schema', async () => {
    const execute = vi.fn(async (input: unknown) => ({ input }));
    const free = createTool({ id: 'free', requireApproval: true, execute });
    const { agent } = bench([calls('free', { a: 1 }, 'c1'), 'Done.'], { free });
    const { runId } = await agent.generate('go');
    await agent.approveToolCallGenerate({ runId, toolCallId: 'c1', input: { b: [2] } });
    expect(execute).toHaveBeenCalledExactlyOnceWith({ b: [2] }, expect.anything());
  });

  test('is not edited by an input that is undefined', async () => {
    const { refund, execute } = refundTool();
    const { agent, store } = bench(script, { refund });
    const { runId } = await agent.generate('go');
    const decision = { runId, toolCallId: 'c1', input: undefined };
    await agent.approveToolCallGenerate(decision);
    expect(execute).toHaveBeenCalledExactlyOnceWith({ orderId: 'a', amount: 7 }, expect.anything());
    expect((await store.loadDecisions(runId))[0]).not.toHaveProperty('edited');
  });
});
