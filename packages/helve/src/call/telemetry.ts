import type { Context, Span, Tracer } from '@opentelemetry/api';
import type { Logger as OtelLogger } from '@opentelemetry/api-logs';
import type { ObserveAttributes, ToolObserve } from '../tool/tool-context.ts';

/**
 * OpenTelemetry's API keeps what was registered under these keys; while there is nothing, its code
 * is not even loaded. (See the API's own `internal/global-utils`: the keys are part of its
 * compatibility promise between copies and versions.)
 */
const TRACE_KEY = Symbol.for('opentelemetry.js.api.1');
const LOGS_KEY = Symbol.for('io.opentelemetry.js.api.logs');

type Api = typeof import('@opentelemetry/api');
type LogsApi = typeof import('@opentelemetry/api-logs');

let api: Api | undefined;
let logsApi: LogsApi | undefined;

/** A span around one execution of a tool. */
export interface ToolSpan {
  readonly observe: ToolObserve;
  /** Runs `work` with the span as the active one. */
  within<T>(work: () => T): T;
  /** Ends the span. `errorType` names the kind of failure; no payload is recorded. */
  end(errorType?: string): void;
}

/** What a tool's span is labelled with. */
export interface ToolSpanDetails {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly description?: string;
}

/** Whether anybody registered a tracer, so that spans are worth making. */
export function isTracing(): boolean {
  return TRACE_KEY in globalThis;
}

/**
 * Starts the span `execute_tool <name>`, after OpenTelemetry's conventions for generative AI.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/
 */
export async function startToolSpan(details: ToolSpanDetails): Promise<ToolSpan> {
  api ??= await import('@opentelemetry/api');
  if (LOGS_KEY in globalThis) logsApi ??= await import('@opentelemetry/api-logs');
  const tracer = api.trace.getTracer('helve');
  const parent = api.context.active();
  const span = tracer.startSpan(
    `execute_tool ${details.toolName}`,
    {
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': details.toolName,
        'gen_ai.tool.call.id': details.toolCallId,
        'gen_ai.tool.type': 'function',
        ...(details.description === undefined
          ? {}
          : { 'gen_ai.tool.description': details.description }),
      },
    },
    parent,
  );
  return makeToolSpan(api, tracer, span, api.trace.setSpan(parent, span));
}

function makeToolSpan(otel: Api, tracer: Tracer, span: Span, active: Context): ToolSpan {
  return {
    observe: {
      span: (name, work, attributes) => childSpan(otel, tracer, name, work, attributes),
      log: (level, message, data) => log(otel, active, level, message, data),
    },
    within: (work) => otel.context.with(active, work),
    end: (errorType) => endSpan(otel, span, errorType),
  };
}

async function childSpan<T>(
  otel: Api,
  tracer: Tracer,
  name: string,
  work: () => T | PromiseLike<T>,
  attributes: ObserveAttributes = {},
): Promise<T> {
  const parent = otel.context.active();
  const span = tracer.startSpan(name, { attributes }, parent);
  try {
    const result = await otel.context.with(otel.trace.setSpan(parent, span), work);
    endSpan(otel, span);
    return result;
  } catch (error) {
    endSpan(otel, span, error instanceof Error ? error.name : typeof error);
    throw error;
  }
}

function endSpan(otel: Api, span: Span, errorType?: string): void {
  if (errorType !== undefined) {
    span.setAttribute('error.type', errorType);
    span.setStatus({ code: otel.SpanStatusCode.ERROR });
  }
  span.end();
}

const SEVERITY = { debug: 5, info: 9, warn: 13, error: 17, fatal: 21 } as const;

/** A log record where a logger provider is registered, else an event on the span. */
function log(
  otel: Api,
  active: Context,
  level: keyof typeof SEVERITY,
  message: string,
  data: ObserveAttributes = {},
): void {
  const logger: OtelLogger | undefined = logsApi?.logs.getLogger('helve');
  if (logger) {
    logger.emit({
      severityNumber: SEVERITY[level],
      severityText: level.toUpperCase(),
      body: message,
      attributes: data,
      context: otel.trace.getSpan(otel.context.active()) ? otel.context.active() : active,
    });
  } else {
    otel.trace.getSpan(active)?.addEvent(message, { 'log.severity': level.toUpperCase(), ...data });
  }
}

/** What tools get where nobody traces: spans only run their work, logs go nowhere. */
export const silentObserve: ToolObserve = {
  span: async (_name, work) => work(),
  log: () => undefined,
};
