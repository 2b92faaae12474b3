import type { Context, LoggerProvider, Span, Tracer } from '@opentelemetry/api';
import type { ObserveAttributes } from '../tool/tool-context.ts';
import type { ToolSpan, ToolSpanDetails } from './tool-span.ts';

/** What spans are made with. All of it is there already where somebody observes. */
export interface Tracing {
  readonly otel: typeof import('@opentelemetry/api');
  /** Where log records go, as it is registered by then. */
  readonly loggerProvider: () => LoggerProvider | undefined;
  readonly errorTypeOf: (error: unknown) => string;
}

/** Starts the span of one execution of a tool. Loaded where somebody observes. */
export function makeToolSpan(
  tracing: Tracing,
  { toolName, toolCallId, tool }: ToolSpanDetails,
): ToolSpan {
  const { otel, loggerProvider } = tracing;
  // What a tool of the runtime's own says of itself may quote what other calls wait for.
  const description = toolName.startsWith('helve_') ? undefined : tool.description;
  const identity = { 'gen_ai.tool.name': toolName, 'gen_ai.tool.call.id': toolCallId };
  const tracer = otel.trace.getTracer('helve');
  const parent = otel.context.active();
  const span = tracer.startSpan(
    `execute_tool ${toolName}`,
    {
      kind: otel.SpanKind.INTERNAL,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.type': 'function',
        ...identity,
        ...(description === undefined ? {} : { 'gen_ai.tool.description': description }),
      },
    },
    parent,
  );
  const own = otel.trace.setSpan(parent, span);
  return {
    observe: {
      span: (name, work, attributes) => childSpan(tracing, tracer, own, name, work, attributes),
      log: (level, message, data) => {
        safely(() => {
          const context = activeOr(otel, own);
          log(otel, loggerProvider(), context, level, message, { ...identity, ...data });
        });
      },
    },
    within: (work) => otel.context.with(own, work),
    end: (failure) => endSpan(tracing, span, failure),
  };
}

/** The active context; the tool's own where nothing carries contexts through asynchronous code. */
function activeOr(otel: Tracing['otel'], own: Context): Context {
  const active = otel.context.active();
  return otel.trace.getSpan(active) ? active : own;
}

async function childSpan<T>(
  tracing: Tracing,
  tracer: Tracer,
  own: Context,
  name: string,
  work: () => T | PromiseLike<T>,
  attributes: ObserveAttributes = {},
): Promise<T> {
  const { otel } = tracing;
  const parent = activeOr(otel, own);
  const span = safely(() => tracer.startSpan(name, { attributes }, parent));
  if (!span) return work();
  try {
    const result = await otel.context.with(otel.trace.setSpan(parent, span), work);
    endSpan(tracing, span);
    return result;
  } catch (error) {
    endSpan(tracing, span, { error });
    throw error;
  }
}

function endSpan(
  { otel, errorTypeOf }: Tracing,
  span: Span,
  failure?: { readonly error: unknown },
): void {
  safely(() => {
    if (failure) {
      span.setAttribute('error.type', errorTypeOf(failure.error));
      span.setStatus({ code: otel.SpanStatusCode.ERROR });
    }
    span.end();
  });
}

const SEVERITY = { debug: 5, info: 9, warn: 13, error: 17, fatal: 21 } as const;

/** A log record where a logger provider is registered, else an event on the span. */
function log(
  otel: Tracing['otel'],
  provider: LoggerProvider | undefined,
  context: Context,
  level: keyof typeof SEVERITY,
  message: string,
  data: ObserveAttributes,
): void {
  const severityText = level.toUpperCase();
  if (!provider) {
    otel.trace.getSpan(context)?.addEvent(message, { 'log.severity': severityText, ...data });
    return;
  }
  provider.getLogger('helve').emit({
    severityNumber: SEVERITY[level],
    severityText,
    body: message,
    attributes: data,
    context,
  });
}

/** Broken telemetry must not break a tool, and there is nowhere left to report it. */
function safely<T>(record: () => T): T | undefined {
  try {
    return record();
  } catch {
    return undefined;
  }
}
