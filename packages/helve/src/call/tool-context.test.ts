import { describe, expect, test } from 'vitest';
import { createTool } from './create-tool.ts';
import type { ExecutionParts } from './execution-parts.ts';
import { SuspendRequest } from './suspension.ts';
import { silentObserve } from './telemetry.ts';
import { testCall, testRuntime } from './test-runtime.ts';
import { callToolContext } from './tool-context.ts';

const { suspend } = new SuspendRequest();

function contextOf(parts: Partial<ExecutionParts> = {}, runtime = testRuntime()) {
  const call = testCall(createTool({ id: 't' }));
  const context = callToolContext(call, runtime, {
    suspend,
    observe: silentObserve,
    resumption: undefined,
    abortSignal: undefined,
    isOver: () => false,
    ...parts,
  });
  return { call, context, runtime };
}

describe('the context that an agent gives', () => {
  test('says which call it is, and repeats it under `agent`', () => {
    const runtime = testRuntime({ agent: { agentId: 'desk', threadId: 't-1', resourceId: 'u-1' } });
    const { call, context } = contextOf({}, runtime);
    expect(context).toMatchObject({
      runId: 'run-1',
      toolCallId: 'call-1',
      attempt: 1,
      idempotencyKey: 'run-1:call-1',
      observe: silentObserve,
      suspend,
      resumeData: undefined,
      suspendPayload: undefined,
    });
    expect(context.requestContext).toBe(call.requestContext);
    expect(context.agent).toEqual({
      agentId: 'desk',
      threadId: 't-1',
      resourceId: 'u-1',
      runId: 'run-1',
      toolCallId: 'call-1',
      messages: runtime.messages(),
      suspend,
      resumeData: undefined,
      suspendPayload: undefined,
    });
    for (const other of ['workflow', 'mcp', 'background'])
      expect(context).not.toHaveProperty(other);
  });

  test('holds the answer after a resume, and counts how often the tool has run', () => {
    const resumption = { resumeData: false, suspendPayload: { q: 1 }, attempts: 2 };
    const { context } = contextOf({ resumption });
    expect(context).toMatchObject({ resumeData: false, suspendPayload: { q: 1 }, attempt: 3 });
    expect(context.agent).toMatchObject({ resumeData: false, suspendPayload: { q: 1 } });
    expect(context.idempotencyKey).toBe('run-1:call-1');
  });

  test('has a signal, made for it where nobody can abort', () => {
    const controller = new AbortController();
    expect(contextOf({ abortSignal: controller.signal }).context.abortSignal).toBe(
      controller.signal,
    );
    const { context } = contextOf();
    expect(context.abortSignal.aborted).toBe(false);
    expect(context.abortSignal).toBe(context.abortSignal);
  });

  test('sends progress and chunks of its own until the call is over', async () => {
    let isOver = false;
    const { context, runtime } = contextOf({ isOver: () => isOver });
    const { write } = context.writer;
    await write({ done: 1 });
    await context.writer.custom({ type: 'data-progress', data: 2 });
    isOver = true;
    await context.writer.write({ done: 3 });
    await context.writer.custom({ type: 'data-progress', data: 4 });
    expect(runtime.progress).toEqual([[{ toolCallId: 'call-1', toolName: 'tool' }, { done: 1 }]]);
    expect(runtime.custom).toEqual([{ type: 'data-progress', data: 2 }]);
  });

  test('keeps all members when it is spread', () => {
    const controller = new AbortController();
    const { context, runtime } = contextOf({ abortSignal: controller.signal });
    const { attempt: _, ...spread } = context;
    expect(spread.abortSignal).toBe(controller.signal);
    expect(spread).toMatchObject({ agent: context.agent, writer: context.writer });
    expect({ ...context.agent }.messages).toEqual(runtime.messages());
    expect({ ...contextOf().context }.abortSignal).toBeInstanceOf(AbortSignal);
  });
});
