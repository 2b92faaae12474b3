import { context, logs, SeverityNumber, trace } from '@opentelemetry/api';
import { logs as olderLogs } from '@opentelemetry/api-logs';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  InMemoryLogRecordExporter,
  LoggerProvider,
  SimpleLogRecordProcessor,
} from '@opentelemetry/sdk-logs';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ToolContext } from '../tool/tool-context.ts';
import { createTool } from './create-tool.ts';
import { throwing } from './test-runtime.ts';

let spans: InMemorySpanExporter;
let records: InMemoryLogRecordExporter;
let provider: LoggerProvider;

beforeEach(() => {
  spans = new InMemorySpanExporter();
  records = new InMemoryLogRecordExporter();
  provider = new LoggerProvider({
    processors: [new SimpleLogRecordProcessor({ exporter: records })],
  });
});

afterEach(() => {
  trace.disable();
  context.disable();
  logs.disable();
  olderLogs.disable();
});

function trackSpans(): void {
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] }),
  );
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
}

/** Calls a tool that does `work`. */
function call(work: (context: ToolContext) => unknown) {
  const tool = createTool({ id: 'tool', execute: (_, toolContext) => work(toolContext) });
  return tool.execute({}, { toolCallId: 'call-1' });
}

const CALL = { 'gen_ai.tool.name': 'tool', 'gen_ai.tool.call.id': 'call-1' };

describe('observe.log()', () => {
  test.each([
    ['debug', SeverityNumber.DEBUG],
    ['info', SeverityNumber.INFO],
    ['warn', SeverityNumber.WARN],
    ['error', SeverityNumber.ERROR],
    ['fatal', SeverityNumber.FATAL],
  ] as const)(
    'writes a record of the severity %s, with its data and its call',
    async (level, severityNumber) => {
      logs.setGlobalLoggerProvider(provider);
      await call(({ observe }) => observe.log(level, 'orders read', { rows: 3 }));
      const [record] = records.getFinishedLogRecords();
      expect(record).toMatchObject({
        severityNumber,
        severityText: level.toUpperCase(),
        body: 'orders read',
      });
      expect({ ...record?.attributes }).toEqual({ ...CALL, rows: 3 });
    },
  );

  test('ties its record to the span that is active', async () => {
    logs.setGlobalLoggerProvider(provider);
    trackSpans();
    await call(async ({ observe }) => {
      observe.log('info', 'in the tool');
      await observe.span('query', () => observe.log('info', 'in the query'));
    });
    const idOf = (name: string) =>
      spans
        .getFinishedSpans()
        .find((span) => span.name === name)
        ?.spanContext().spanId;
    const [inTool, inQuery] = records.getFinishedLogRecords();
    expect(inTool?.spanContext?.spanId).toBe(idOf('execute_tool tool'));
    expect(inQuery?.spanContext?.spanId).toBe(idOf('query'));
    expect(spans.getFinishedSpans().flatMap(({ events }) => events)).toEqual([]);
  });

  test('reaches loggers that were registered through the older package', async () => {
    olderLogs.setGlobalLoggerProvider(
      provider as Parameters<typeof olderLogs.setGlobalLoggerProvider>[0],
    );
    await call(({ observe }) => observe.log('info', 'orders read'));
    expect(records.getFinishedLogRecords()).toHaveLength(1);
  });

  test('becomes an event of the span where there is no logger', async () => {
    trackSpans();
    await call(({ observe }) => observe.log('warn', 'slow', { ms: 900 }));
    const [span] = spans.getFinishedSpans();
    expect(span?.events).toMatchObject([
      { name: 'slow', attributes: { 'log.severity': 'WARN', ms: 900, ...CALL } },
    ]);
  });

  test('writes nothing where logging was disabled again', async () => {
    logs.setGlobalLoggerProvider(provider);
    logs.disable();
    await call(({ observe }) => observe.log('info', 'unheard'));
    expect(records.getFinishedLogRecords()).toEqual([]);
  });

  test('harms no tool where the logger is broken', async () => {
    logs.setGlobalLoggerProvider({ getLogger: throwing(new Error('broken')) });
    expect(await call(({ observe }) => [observe.log('info', 'x')])).toEqual([undefined]);
  });
});
