import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { afterAll } from 'vitest';
import { carryOut } from './kit/carry-out.ts';
import { holdLaw } from './kit/hold-law.ts';
import type { Script } from './kit/script.ts';
import type { TracedTrial } from './raw-stays-home.ts';
import { rawStaysHome } from './raw-stays-home.ts';

const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(
  new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

afterAll(() => {
  trace.disable();
  context.disable();
});

async function traced(script: Script): Promise<TracedTrial> {
  exporter.reset();
  const trial = await carryOut(script);
  const spans = exporter.getFinishedSpans().map(({ name, attributes, events, status, links }) => {
    return { name, attributes, events, status, links };
  });
  if (spans.length === 0) throw new Error('nothing was traced: the law would hold of nothing');
  return { ...trial, spans };
}

holdLaw('law 5: no raw payload reaches an audience that a tool has said something for', {
  name: 'raw-stays-home',
  find: rawStaysHome,
  play: traced,
  bias: {
    tool: {
      gate: ['open', 'asks'],
      encode: ['none', 'text', 'undefined', 'unknown', 'throws', 'hangs'],
      shows: ['everything', 'projections', 'nothing', 'undefined', 'throws'],
    },
  },
});
