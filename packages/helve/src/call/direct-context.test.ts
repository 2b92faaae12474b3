import { describe, expect, test, vi } from 'vitest';
import { RequestContext } from '../tool/request-context.ts';
import type { ToolCallContext, ToolContext } from '../tool/tool-context.ts';
import { createTool } from './create-tool.ts';

/** The context that a tool is given when it is called with `given`. */
async function contextOf(given?: ToolCallContext): Promise<ToolContext> {
  const contexts: ToolContext[] = [];
  await createTool({ id: 't', execute: (_, context) => void contexts.push(context) }).execute(
    {},
    given,
  );
  const [context] = contexts;
  if (!context) throw new Error('the tool did not run');
  return context;
}

describe('the context of a direct call', () => {
  test('has every member that a tool may count on', async () => {
    const context = await contextOf();
    expect(context.requestContext).toBeInstanceOf(RequestContext);
    expect(context.requestContext).toBe(context.requestContext);
    expect(context.abortSignal.aborted).toBe(false);
    expect(context.abortSignal).toBe(context.abortSignal);
    expect(context.toolCallId).toMatch(/^direct-/);
    expect(context.toolCallId).toBe(context.toolCallId);
    expect(context.runId).toBe(context.toolCallId);
    expect(context.idempotencyKey).toBe(`${context.runId}:${context.toolCallId}`);
    expect(context).toMatchObject({ attempt: 1 });
    expect(context.resumeData).toBeUndefined();
    expect(context.suspendPayload).toBeUndefined();
    for (const member of ['agent', 'workflow', 'mcp', 'background']) {
      expect(context).not.toHaveProperty(member);
    }
  });

  test('tells two calls apart', async () => {
    const [first, second] = [await contextOf(), await contextOf({})];
    expect(first.toolCallId).not.toBe(second.toolCallId);
  });

  test('runs spans and drops logs, progress and chunks, where nobody watches', async () => {
    const { observe, writer } = await contextOf();
    expect(await observe.span('work', () => 5)).toBe(5);
    await expect(observe.span('work', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(observe.log('info', 'hello')).toBeUndefined();
    expect(await writer.write({ done: 1 })).toBeUndefined();
    expect(await writer.custom({ type: 'data-x' })).toBeUndefined();
  });

  test('has what the caller gave', async () => {
    const controller = new AbortController();
    const given = {
      requestContext: new RequestContext({ a: 1 }),
      abortSignal: controller.signal,
      observe: { span: vi.fn(), log: vi.fn() },
      writer: { write: vi.fn(), custom: vi.fn() },
      runId: 'run-1',
      toolCallId: 'call-1',
      attempt: 3,
      idempotencyKey: 'key-1',
      resumeData: false,
      suspendPayload: { q: 1 },
      agent: {
        agentId: 'a',
        runId: 'run-1',
        toolCallId: 'call-1',
        messages: [],
        suspend: vi.fn(),
        resumeData: undefined,
        suspendPayload: undefined,
      },
    } satisfies ToolCallContext;
    const context = await contextOf(given);
    for (const [member, value] of Object.entries(given)) {
      expect(Reflect.get(context, member)).toBe(value);
    }
    expect(context.requestContext.get('a')).toBe(1);
  });

  test('makes the idempotency key of the ids that the caller gave', async () => {
    const { runId, idempotencyKey } = await contextOf({ toolCallId: 'call-1' });
    expect([runId, idempotencyKey]).toEqual(['call-1', 'call-1:call-1']);
  });

  test('keeps what the caller gave when it is spread', async () => {
    const controller = new AbortController();
    const context = await contextOf({ abortSignal: controller.signal, runId: 'run-1' });
    expect({ ...context }).toMatchObject({ abortSignal: controller.signal, runId: 'run-1' });
  });

  test('is aborted with the caller’s signal, and with the tool’s clock', async () => {
    const signals: AbortSignal[] = [];
    const tool = createTool({
      id: 't',
      timeoutMs: 60_000,
      execute: (_, { abortSignal }) => void signals.push(abortSignal),
    });
    const controller = new AbortController();
    await tool.execute({}, { abortSignal: controller.signal });
    controller.abort('left');
    expect(signals[0]?.reason).toBe('left');
  });
});
