import type { Context, TextMapGetter } from '@opentelemetry/api';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { createTool } from 'helve';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, ERAS, serverOf } from '../server-kit.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';
const exporter = new InMemorySpanExporter();

/** What an application's propagator does, for the one header that is looked at here. */
const w3c = {
  inject: () => undefined,
  fields: () => ['traceparent'],
  extract<Carrier>(parent: Context, carrier: Carrier, getter: TextMapGetter<Carrier>): Context {
    const given = String(getter.get(carrier, 'traceparent')).split('-');
    const [, id = '', span = ''] = given;
    return trace.setSpanContext(parent, { traceId: id, spanId: span, traceFlags: 1 });
  },
};

beforeEach(() => {
  const spanProcessors = [new SimpleSpanProcessor({ exporter })];
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(w3c);
});

afterEach(() => {
  trace.disable();
  context.disable();
  propagation.disable();
  exporter.reset();
});

test.each(ERAS)('a call is a part of the trace that its client names: %s', async (era) => {
  const look = createTool({ id: 'look', execute: async () => 'seen' });
  const client = await connect(serverOf({ look }), { era });
  await client.callTool({
    name: 'look',
    _meta: { traceparent: `00-${traceId}-${spanId}-01` },
  });
  const [span] = exporter.getFinishedSpans();
  expect(span?.name).toBe('execute_tool look');
  expect(span?.spanContext().traceId).toBe(traceId);
  expect(span?.parentSpanContext?.spanId).toBe(spanId);
});
