import {
  BAGGAGE_META_KEY,
  TRACEPARENT_META_KEY,
  TRACESTATE_META_KEY,
} from '@modelcontextprotocol/server';
import { isObserved } from 'helve/runtime';
import type { ClientRequest } from './client-request.ts';

/**
 * Why `@opentelemetry/api`: it is how an application and its libraries agree on where traces go.
 * Loaded only where somebody registered something there.
 */
let api: typeof import('@opentelemetry/api') | undefined;

/** Runs a call as a part of the trace that its client names; at once where nobody traces. */
export function withTrace<T>({ context }: ClientRequest, work: () => Promise<T>): Promise<T> {
  const meta = context.mcpReq._meta;
  if (!isObserved() || typeof meta?.[TRACEPARENT_META_KEY] !== 'string') return work();
  return within(meta, work);
}

async function within<T>(
  meta: Readonly<Record<string, unknown>>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    api ??= await import('@opentelemetry/api');
  } catch {
    return work();
  }
  const keys = [TRACEPARENT_META_KEY, TRACESTATE_META_KEY, BAGGAGE_META_KEY];
  const carrier = Object.fromEntries(keys.map((key) => [key, meta[key]]));
  const parent = api.propagation.extract(api.context.active(), carrier);
  return api.context.with(parent, work);
}
