import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { ToolCallContext, ToolContext } from 'helve';
import { createTool, RequestContext } from 'helve';
import type { GenerateOptions } from 'helve/agent';
import { describe, expect, test, vi } from 'vitest';
import { payloadOf, runTool } from './run-tool.ts';

/** The context that a tool is given by an agent. */
async function byAgent(options: GenerateOptions = {}): Promise<ToolContext> {
  const seen: ToolContext[] = [];
  await runTool(createTool({ id: 't', execute: (_, given) => void seen.push(given) }), {}, options);
  return only(seen);
}

/** The context that a tool is given by a direct call. */
async function directly(given?: ToolCallContext): Promise<ToolContext> {
  const seen: ToolContext[] = [];
  await createTool({ id: 't', execute: (_, own) => void seen.push(own) }).execute({}, given);
  return only(seen);
}

function only(seen: readonly ToolContext[]): ToolContext {
  const [first] = seen;
  if (!first || seen.length > 1) throw new Error(`the tool ran ${seen.length} times`);
  return first;
}

test('requestContext: shared state, from the host through every tool of the run', async () => {
  const requestContext = new RequestContext<{ userId: string; seen?: number }>({ userId: 'u-1' });
  const tool = createTool({
    id: 't',
    execute: async (_, own) => {
      own.requestContext.set('seen', 1);
      return own.requestContext.get('userId');
    },
  });
  const run = await runTool(tool, {}, { requestContext });
  expect(payloadOf(run.chunks, 'tool-result')).toMatchObject({ result: 'u-1' });
  expect(requestContext.get('seen')).toBe(1);
  expect((await directly({ requestContext })).requestContext.get('userId')).toBe('u-1');
  expect((await directly()).requestContext.all).toEqual({});
});

describe('abortSignal', () => {
  test("is aborted with the caller's", async () => {
    const controller = new AbortController();
    const { abortSignal } = await directly({ abortSignal: controller.signal });
    expect(abortSignal.aborted).toBe(false);
    controller.abort('enough');
    expect(abortSignal.reason).toBe('enough');
  });

  test("is aborted with the run's", async () => {
    const controller = new AbortController();
    const reasons: unknown[] = [];
    const tool = createTool({
      id: 't',
      execute: async (_, { abortSignal }) => {
        controller.abort('left');
        reasons.push(abortSignal.reason);
      },
    });
    await runTool(tool, {}, { abortSignal: controller.signal });
    expect(reasons).toEqual(['left']);
  });

  test('is there in every call', async () => {
    for (const own of [await directly(), await byAgent()]) {
      expect(own.abortSignal).toBeInstanceOf(AbortSignal);
    }
  });
});

test('agent: there when an agent runs the tool, and only then', async () => {
  const own = await byAgent();
  expect(own.agent).toMatchObject({
    agentId: 'agent-1',
    toolCallId: 'call-1',
    runId: own.runId,
    messages: [{ role: 'user' }],
  });
  expect(own.agent?.suspend).toBeTypeOf('function');
  expect(own.agent?.resumeData).toBeUndefined();
  expect(own).not.toHaveProperty('workflow');
  expect(own).not.toHaveProperty('mcp');
  expect(await directly()).not.toHaveProperty('agent');
});

test('workflow and mcp: a host that runs the tool as such hands them on', async () => {
  const workflow = {
    runId: 'w-1',
    workflowId: 'checkout',
    state: { step: 1 },
    setState: vi.fn(),
    suspend: vi.fn(),
    resumeData: undefined,
    suspendPayload: undefined,
  };
  const mcp = {
    protocolVersion: '2025-11-25',
    extra: { signal: new AbortController().signal, requestId: 1, sendRequest: vi.fn() },
    elicitation: { sendRequest: vi.fn() },
    log: vi.fn(),
    progress: vi.fn(),
    suspend: vi.fn(),
    resumeData: undefined,
    suspendPayload: undefined,
  };
  expect((await directly({ workflow })).workflow).toBe(workflow);
  expect((await directly({ mcp })).mcp).toBe(mcp);
});

describe('observe', () => {
  test('runs spans and takes logs where nobody traces', async () => {
    for (const { observe } of [await directly(), await byAgent()]) {
      expect(await observe.span('query', async () => 5, { table: 'orders' })).toBe(5);
      await expect(observe.span('query', () => Promise.reject(new Error('no')))).rejects.toThrow();
      expect(() => observe.log('info', 'read', { rows: 3 })).not.toThrow();
    }
  });

  test("records child spans below the tool's where somebody does", async () => {
    const exporter = new InMemorySpanExporter();
    const spanProcessors = [new SimpleSpanProcessor({ exporter })];
    trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors }));
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    const tool = createTool({
      id: 't',
      execute: async (_, { observe }) => observe.span('query', () => 5, { table: 'orders' }),
    });
    await runTool(tool, {});
    trace.disable();
    context.disable();
    const spans = exporter.getFinishedSpans();
    const own = spans.find(({ name }) => name === 'execute_tool theTool');
    const query = spans.find(({ name }) => name === 'query');
    expect(query?.parentSpanContext?.spanId).toBe(own?.spanContext().spanId);
    expect(query?.attributes).toMatchObject({ table: 'orders' });
  });
});

test('writer: progress and chunks of the tool reach whoever watches', async () => {
  const tool = createTool({
    id: 't',
    execute: async (_, { writer }) => {
      await writer.write({ done: 1 });
      await writer.custom({ type: 'data-note', data: { text: 'half way' } });
      return 'over';
    },
  });
  const { chunks, display } = await runTool(tool, {});
  expect(payloadOf(chunks, 'tool-output')).toMatchObject({
    toolCallId: 'call-1',
    toolName: 'theTool',
    output: { done: 1 },
  });
  expect(payloadOf(display, 'data-note')).toMatchObject({ data: { text: 'half way' } });
});

test('every call is told which one it is', async () => {
  expect(await byAgent({ runId: 'run-7' })).toMatchObject({
    runId: 'run-7',
    toolCallId: 'call-1',
    attempt: 1,
    idempotencyKey: 'run-7:call-1',
  });
});
