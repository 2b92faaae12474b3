import type { LoggerProvider } from '@opentelemetry/api';
import { loadOnce } from '../schema/load-once.ts';
import type { ToolObserve } from '../tool/tool-context.ts';
import { errorTypeOf } from './error-type-of.ts';
import { loadTelemetryApi } from './load-telemetry-api.ts';
import type { ToolSpan, ToolSpanDetails } from './tool-span.ts';

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

const spans = loadOnce(async () => {
  const [otel, { makeToolSpan }] = await Promise.all([
    loadTelemetryApi(),
    import('./make-tool-span.ts'),
  ]);
  return (details: ToolSpanDetails) =>
    otel && makeToolSpan({ otel, loggerProvider, errorTypeOf }, details);
});

/** Whether anybody registered a tracer, a logger or a meter, so that spans are worth making. */
export function isObserved(): boolean {
  const { trace, logs, metrics } = registries[API] ?? NOTHING;
  return (trace ?? logs ?? metrics ?? registries[LOGS_API]) !== undefined;
}

/** Where log records go; absent where nobody registered a provider. */
function loggerProvider(): LoggerProvider | undefined {
  return registries[API]?.logs ?? registries[LOGS_API]?.(1);
}

/**
 * Starts the span `execute_tool <name>`, after OpenTelemetry's conventions for generative AI. Gives
 * nothing where the application's telemetry is broken: that must not break its tools.
 *
 * @see https://github.com/open-telemetry/semantic-conventions-genai
 */
export async function startToolSpan(details: ToolSpanDetails): Promise<ToolSpan | undefined> {
  try {
    const makeSpan = await spans();
    return makeSpan(details);
  } catch {
    return undefined;
  }
}

/** What tools get where nobody observes: spans only run their work, logs go nowhere. */
export const silentObserve: ToolObserve = {
  span: async (_name, work) => work(),
  log: () => undefined,
};
