import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { recordingLogger } from '../behaviour/run-kit.ts';

const exporter = new InMemorySpanExporter();
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
trace.setGlobalTracerProvider(provider);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

beforeEach(() => exporter.reset());
afterAll(() => {
  trace.disable();
  context.disable();
});

const refund = createTool({ id: 'refund', requireApproval: true, execute: async () => 'paid' });

function desk() {
  const refunds = { toolCalls: [{ toolName: 'refund', input: {}, toolCallId: 'r' }] };
  const delegate = { toolCalls: [{ toolName: 'agent-clerk', input: { prompt: 'Go.' } }] };
  const clerk = new Agent({
    id: 'clerk',
    model: scriptedModel([refunds, 'Paid.']),
    tools: { refund },
  });
  const model = scriptedModel([delegate, 'All done.']);
  return new Agent({ id: 'desk', model, agents: { clerk }, logger: recordingLogger() });
}

function named(name: string) {
  return exporter.getFinishedSpans().filter((span) => span.name === name);
}

test("a sub-agent's run is a span below the call that it carries out", async () => {
  await desk().generate('Refund.');
  const [call] = named('execute_tool agent-clerk');
  const [run] = named('invoke_agent clerk');
  const [above] = named('invoke_agent desk');
  expect(run?.parentSpanContext?.spanId).toBe(call?.spanContext().spanId);
  expect(call?.parentSpanContext?.spanId).toBe(above?.spanContext().spanId);
});

test('runs that a decision below has set going are traced like others, and end', async () => {
  const agent = desk();
  const [wait] = (await agent.generate('Refund.')).waiting;
  exporter.reset();
  if (!wait) throw new Error('no call waits');
  const { text } = await agent.approveToolCallGenerate(wait);
  expect(text).toBe('All done.');
  expect(named('execute_tool refund')).toHaveLength(1);
  expect(named('execute_tool agent-clerk')).toHaveLength(1);
  expect(named('invoke_agent clerk')).toHaveLength(1);
});
