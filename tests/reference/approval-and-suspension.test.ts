import { createTool } from 'helve';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { payloadOf, readAll, runTool, silent } from './run-tool.ts';

describe('requireApproval', () => {
  const execute = vi.fn(async () => 'refunded');
  const refund = createTool({ id: 'refund', requireApproval: true, execute });

  test('makes the agent say so, and wait; approved, the call runs', async () => {
    execute.mockClear();
    const { agent, runId, chunks } = await runTool(refund, { orderId: '7' });
    expect(payloadOf(chunks, 'tool-call-approval')).toMatchObject({
      toolCallId: 'call-1',
      toolName: 'theTool',
      args: { orderId: '7' },
    });
    expect(payloadOf(chunks, 'finish')).toMatchObject({ finishReason: 'suspended' });
    expect(execute).not.toHaveBeenCalled();
    const stream = await agent.approveToolCall({ runId, toolCallId: 'call-1' });
    const after = await readAll(stream.fullStream);
    expect(payloadOf(after, 'tool-result')).toMatchObject({ result: 'refunded' });
    expect(execute).toHaveBeenCalledOnce();
  });

  test('declined, the call does not run', async () => {
    execute.mockClear();
    const { agent, runId } = await runTool(refund, { orderId: '7' });
    const reason = 'wrong order';
    const stream = await agent.declineToolCall({ runId, toolCallId: 'call-1', reason });
    const after = await readAll(stream.fullStream);
    expect(payloadOf(after, 'tool-output-denied')).toMatchObject({
      approval: { approved: false, reason },
    });
    expect(execute).not.toHaveBeenCalled();
  });

  test('may be a rule on the input, the request context and the hints', async () => {
    const requireApproval = vi.fn(({ amount }: { amount: number }) => amount > 100);
    const tool = createTool({
      id: 'refund',
      inputSchema: z.object({ amount: z.number().default(500) }),
      mcp: { annotations: { destructiveHint: true } },
      requireApproval,
      execute,
    });
    const small = await runTool(tool, { amount: 5 });
    expect(payloadOf(small.chunks, 'tool-result')).toMatchObject({ result: 'refunded' });
    const large = await runTool(tool, {});
    expect(payloadOf(large.chunks, 'tool-call-approval')).toBeDefined();
    expect(requireApproval).toHaveBeenLastCalledWith(
      { amount: 500 },
      { annotations: { destructiveHint: true }, requestContext: expect.anything() },
    );
  });

  test('is not asked where the host calls the tool itself', async () => {
    expect(await refund.execute({})).toBe('refunded');
  });
});

describe('suspendSchema and resumeSchema', () => {
  const book = createTool({
    id: 'book',
    inputSchema: z.object({ seats: z.number().default(2) }),
    suspendSchema: z.object({ question: z.string(), kind: z.string().default('choice') }),
    resumeSchema: z.object({ row: z.coerce.number<string>() }),
    execute: async ({ seats }, { resumeData, suspend, suspendPayload }) => {
      if (!resumeData) return suspend({ question: 'which row?' });
      return { seats, row: resumeData.row, asked: suspendPayload?.question };
    },
  });

  test('shape what the call suspends with, and what it is resumed with', async () => {
    const { agent, runId, chunks } = await runTool(book, {});
    expect(payloadOf(chunks, 'tool-call-suspended')).toMatchObject({
      toolCallId: 'call-1',
      suspendPayload: { question: 'which row?', kind: 'choice' },
      resumeSchema: expect.stringContaining('"row"'),
    });
    const resumed = await agent.resumeGenerate({ row: '7' }, { runId, toolCallId: 'call-1' });
    expect(resumed.toolResults).toMatchObject([
      { kind: 'result', result: { seats: 2, row: 7, asked: 'which row?' } },
    ]);
  });

  test('an answer that does not fit leaves the call waiting', async () => {
    const { agent, runId } = await runTool(book, {});
    const reference = { runId, toolCallId: 'call-1' };
    await expect(agent.resumeGenerate({ row: 'x' }, reference)).rejects.toThrow(/- row:/);
    const resumed = await agent.resumeGenerate({ row: '1' }, reference);
    expect(resumed.toolResults).toMatchObject([{ result: { row: 1 } }]);
  });

  test('a payload that does not fit is an error of the tool, and nothing waits', async () => {
    const broken = book.with({ execute: (_, { suspend }) => suspend({ question: 5 }) });
    const { agent, chunks } = await runTool(broken, {});
    expect(payloadOf(chunks, 'tool-error')).toMatchObject({ code: 'INVALID_SUSPEND_PAYLOAD' });
    expect((await agent.listSuspendedRuns()).runs).toEqual([]);
  });

  test.each([[false], [0], [''], [null]])('the answer %j is one', async (answer) => {
    const tool = createTool({
      id: 't',
      execute: async (_, { resumeData, suspend }) =>
        resumeData === undefined ? suspend() : { got: resumeData },
    });
    const { agent, runId } = await runTool(tool, {});
    const resumed = await agent.resumeGenerate(answer, { runId, toolCallId: 'call-1' });
    expect(resumed.toolResults).toMatchObject([{ result: { got: answer } }]);
  });
});

test('what waits is shown as the transforms for approval, suspend and resume say', async () => {
  const hide = (phase: string) => () => ({ hidden: phase });
  const display = {
    approval: hide('approval'),
    input: hide('input'),
    suspend: hide('suspend'),
    resume: hide('resume'),
    output: hide('output'),
  };
  const tool = createTool({
    id: 't',
    requireApproval: true,
    transform: { display },
    execute: async (_, { resumeData, suspend }) => resumeData ?? suspend({ q: 'secret-value' }),
  });
  const {
    agent,
    runId,
    display: first,
  } = await runTool(tool, { a: 'secret-value' }, { agent: { logger: silent } });
  expect(payloadOf(first, 'tool-call-approval')).toMatchObject({ args: { hidden: 'approval' } });
  const reference = { runId, toolCallId: 'call-1' };
  const second = await readAll((await agent.approveToolCall(reference)).displayStream);
  expect(payloadOf(second, 'tool-call-suspended')).toMatchObject({
    suspendPayload: { hidden: 'suspend' },
  });
  const third = await readAll((await agent.resumeStream('secret-value', reference)).displayStream);
  expect(payloadOf(third, 'tool-call-resumed')).toMatchObject({ resumeData: { hidden: 'resume' } });
  expect(JSON.stringify([first, second, third])).not.toContain('secret-value');
});
