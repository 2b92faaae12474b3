import type { Context, LoggerProvider, Span, Tracer } from '@opentelemetry/api';
import type { ObserveAttributes, ToolObserve } from '../tool/tool-context.ts';
import { errorTypeOf } from './error-type-of.ts';

/**
 * Why `@opentelemetry/api`: it is how an application and its libraries agree on where traces go. It
 * keeps what was registered under these keys, which are part of its promise between copies and
 * versions; while nothing is registered, its code is not even loaded.
 */
const API = Symbol.for('opentelemetry.js.api.1');
/** Where `@opentelemetry/api-logs` keeps it, which applications with an older SDK use. */
const LOGS_API = Symbol.for('io.opentelemetry.js.api.logs');

interface Registries {
  readonly [API]?: Registry;
  readonly [LOGS_API]?: (version: 1) => LoggerProvider;
}

/** Where something was registered and disabled again, the registry stays, without it. */
interface Registry {
  readonly trace?: unknown;
  readonly logs?: LoggerProvider;
  readonly metrics?: unknown;
}

const NOTHING: Registry = {};

// Whoever registered something there did so through OpenTelemetry's API.
const registries = globalThis as Registries;

type Api = typeof import('@opentelemetry/api');

let api: Api | undefined;

/** A span around one execution of a tool. */
export interface ToolSpan {
  readonly observe: ToolObserve;
  /** Runs `work` with the span as the active one. */
  within<T>(work: () => T): T;
  /** Ends the span. Of a failure only its kind is recorded. */
  end(failure?: { readonly error: unknown }): void;
}

/** What a tool's span is labelled with. */
export interface ToolSpanDetails {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly tool: { readonly description?: string };
}

/** Whether anybody registered a tracer, a logger or a meter, so that spans are worth making. */
export function isObserved(): boolean {
  const { trace, logs, metrics } = registries[API] ?? NOTHING;
  return (trace ?? logs ?? metrics ?? registries[LOGS_API]) !== undefined;
}

/**
 * Starts the span `execute_tool <name>`, after OpenTelemetry's conventions for generative AI. Gives
 * nothing where the application's telemetry is broken: that must not break its tools.
 *
 * @see https://github.com/open-telemetry/semantic-conventions-genai
 */
export async function startToolSpan(details: ToolSpanDetails): Promise<ToolSpan | undefined> {
  try {
    api ??= await import('@opentelemetry/api');
    return makeToolSpan(api, details);
  } catch {
    return undefined;
  }
}

function makeToolSpan(otel: Api, { toolName, toolCallId, tool }: ToolSpanDetails): ToolSpan {
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
      span: (name, work, attributes) => childSpan(otel, tracer, own, name, work, attributes),
      log: (level, message, data) => {
        safely(() => log(otel, activeOr(otel, own), level, message, { ...identity, ...data }));
      },
    },
    within: (work) => otel.context.with(own, work),
    end: (failure) => endSpan(otel, span, failure),
  };
}

/** The active context; the tool's own where nothing carries contexts through asynchronous code. */
function activeOr(otel: Api, own: Context): Context {
  const active = otel.context.active();
  return otel.trace.getSpan(active) ? active : own;
}

async function childSpan<T>(
  otel: Api,
  tracer: Tracer,
  own: Context,
  name: string,
  work: () => T | PromiseLike<T>,
  attributes: ObserveAttributes = {},
): Promise<T> {
  const parent = activeOr(otel, own);
  const span = safely(() => tracer.startSpan(name, { attributes }, parent));
  if (!span) return work();
  try {
    const result = await otel.context.with(otel.trace.setSpan(parent, span), work);
    endSpan(otel, span);
    return result;
  } catch (error) {
    endSpan(otel, span, { error });
    throw error;
  }
}

function endSpan(otel: Api, span: Span, failure?: { readonly error: unknown }): void {
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
  otel: Api,
  context: Context,
  level: keyof typeof SEVERITY,
  message: string,
  data: ObserveAttributes,
): void {
  const provider = registries[API]?.logs ?? registries[LOGS_API]?.(1);
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

/** What tools get where nobody observes: spans only run their work, logs go nowhere. */
export const silentObserve: ToolObserve = {
  span: async (_name, work) => work(),
  log: () => undefined,
};
