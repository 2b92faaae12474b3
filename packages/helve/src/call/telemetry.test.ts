import { context, diag, logs, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ToolSource } from '../tool/tool.ts';
import type { ToolContext } from '../tool/tool-context.ts';
import { createTool } from './create-tool.ts';
import { execute } from './execute.ts';
import { isObserved } from './telemetry.ts';
import { testCall, testRuntime, throwing } from './test-runtime.ts';

const CANARY = 'canary-4711';

let exporter: InMemorySpanExporter;

beforeEach(() => {
  exporter = new InMemorySpanExporter();
  register();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});

afterEach(() => {
  trace.disable();
  context.disable();
  logs.disable();
});

function register(): void {
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  trace.setGlobalTracerProvider(provider);
}

type Run = (input: unknown, context: ToolContext) => unknown;

/** Runs a tool by an agent's pipeline. */
function byAgent(run: Run, fields: Partial<ToolSource> = {}, runtime = testRuntime()) {
  const tool: ToolSource = { id: 't', description: 'Looks things up', execute: run, ...fields };
  return execute(testCall(tool, { secret: CANARY }), runtime, undefined);
}

/** Runs a tool by a direct call. */
async function directly(run: Run, fields: Partial<ToolSource> = {}) {
  const tool = createTool({ id: 'tool', description: 'Looks things up' }).with({
    ...fields,
    execute: run,
  });
  return tool
    .execute({ secret: CANARY }, { toolCallId: 'call-1' })
    .catch((error: unknown) => error);
}

function spanNamed(name: string): ReadableSpan {
  const span = exporter.getFinishedSpans().find((each) => each.name === name);
  if (!span) throw new Error(`there is no span "${name}"`);
  return span;
}

function attributesOf(name: string): object {
  return { ...spanNamed(name).attributes };
}

describe.each([
  ['an agent', byAgent],
  ['a direct call', directly],
])('a tool run by %s', (_, run) => {
  test('is a span with the attributes of the conventions', async () => {
    await run(async () => CANARY);
    const span = spanNamed('execute_tool tool');
    expect(span.kind).toBe(SpanKind.INTERNAL);
    expect(span.status.code).toBe(SpanStatusCode.UNSET);
    expect({ ...span.attributes }).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'tool',
      'gen_ai.tool.call.id': 'call-1',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.description': 'Looks things up',
    });
  });

  test('is a span below the one that is active', async () => {
    const tracer = trace.getTracer('test');
    await tracer.startActiveSpan('outer', async (outer) => {
      await run(async () => 1);
      outer.end();
    });
    const { spanId } = spanNamed('outer').spanContext();
    expect(spanNamed('execute_tool tool').parentSpanContext?.spanId).toBe(spanId);
  });

  test('has its own spans below, nested as its code is', async () => {
    await run(async (__, { observe }) =>
      observe.span('outer', async () => {
        await Promise.resolve();
        return observe.span('inner', () => trace.getActiveSpan()?.setAttribute('seen', true), {
          table: 'orders',
        });
      }),
    );
    const idOf = (name: string) => spanNamed(name).spanContext().spanId;
    expect(spanNamed('inner').parentSpanContext?.spanId).toBe(idOf('outer'));
    expect(spanNamed('outer').parentSpanContext?.spanId).toBe(idOf('execute_tool tool'));
    expect(attributesOf('inner')).toEqual({ table: 'orders', seen: true });
  });

  test('has its own spans below also where nothing carries contexts', async () => {
    context.disable();
    await run(async (__, { observe }) => observe.span('query', () => 1));
    const { spanId } = spanNamed('execute_tool tool').spanContext();
    expect(spanNamed('query').parentSpanContext?.spanId).toBe(spanId);
  });

  test.each<[string, Run, string]>([
    ['throws', throwing(new RangeError(CANARY)), 'RangeError'],
    ['rejects', () => Promise.reject(new TypeError(CANARY)), 'TypeError'],
    ['throws no error', throwing(CANARY), '_OTHER'],
    [
      'returns a validation error',
      () => ({ error: true, message: CANARY, validationErrors: {} }),
      'VALIDATION_FAILED',
    ],
    ['takes too long', () => new Promise(() => undefined), 'TOOL_TIMEOUT'],
  ])('has the kind of its failure where it %s', async (__, work, type) => {
    await run(work, { timeoutMs: 5 });
    const span = spanNamed('execute_tool tool');
    expect(span.attributes['error.type']).toBe(type);
    expect(span.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(span.events).toEqual([]);
  });

  test('has the kind of failure of its own spans, whose errors pass through', async () => {
    const error = new RangeError(CANARY);
    await run(async (__, { observe }) => {
      await expect(observe.span('query', throwing(error))).rejects.toBe(error);
    });
    expect(spanNamed('query').attributes['error.type']).toBe('RangeError');
    expect(attributesOf('execute_tool tool')).not.toHaveProperty('error.type');
  });

  test('leaves nothing of a payload in any span', async () => {
    const schema = z.object({ secret: z.string() });
    await run(
      async (input, { observe }) => {
        await observe.span('query', async () => input);
        return { secret: CANARY };
      },
      { inputSchema: schema, outputSchema: schema },
    );
    await run(throwing(new Error(CANARY)));
    const spans = exporter.getFinishedSpans();
    expect(spans).toHaveLength(3);
    const seen = spans.map(({ name, attributes, events, status }) => [
      name,
      attributes,
      events,
      status,
    ]);
    expect(JSON.stringify(seen)).not.toContain(CANARY);
  });

  test('runs all the same where the tracer is broken', async () => {
    trace.disable();
    trace.setGlobalTracerProvider({ getTracer: throwing(new Error('broken')) });
    const seen: unknown[] = [];
    await run(async (__, { observe }) => seen.push(await observe.span('query', () => 5)));
    trace.disable();
    const startSpan = throwing(new Error('broken'));
    trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan, startActiveSpan: startSpan }) });
    await run(async (__, { observe }) => seen.push(await observe.span('query', () => 6)));
    expect(seen).toEqual([5, 6]);
  });

  test('is traced again after tracing was disabled and registered anew', async () => {
    trace.disable();
    expect(isObserved()).toBe(false);
    await run(async () => 1);
    expect(exporter.getFinishedSpans()).toHaveLength(0);
    register();
    expect(isObserved()).toBe(true);
    await run(async () => 1);
    expect(exporter.getFinishedSpans()).toHaveLength(1);
  });
});

test('a suspension is no failure', async () => {
  await byAgent((_, { suspend }) => suspend());
  expect(attributesOf('execute_tool tool')).not.toHaveProperty('error.type');
});

test('an abort is one, of the kind of its reason', async () => {
  const controller = new AbortController();
  const runtime = testRuntime({ abortSignal: controller.signal });
  const running = byAgent(
    () => {
      controller.abort();
      return new Promise(() => undefined);
    },
    {},
    runtime,
  );
  await running;
  expect(attributesOf('execute_tool tool')).toMatchObject({ 'error.type': 'AbortError' });
});

test('a direct call that was given an observe uses that one', async () => {
  const seen: string[] = [];
  const observe = {
    span: async <T>(name: string, work: () => T | PromiseLike<T>) => {
      seen.push(name);
      return work();
    },
    log: () => undefined,
  };
  const tool = createTool({
    id: 'tool',
    execute: (_, context) => context.observe.span('query', () => 1),
  });
  expect(await tool.execute({}, { observe })).toBe(1);
  expect(seen).toEqual(['query']);
});

test('nobody observes where only diagnostics are registered', () => {
  trace.disable();
  context.disable();
  diag.setLogger({ error() {}, warn() {}, info() {}, debug() {}, verbose() {} });
  expect(isObserved()).toBe(false);
  diag.disable();
});
