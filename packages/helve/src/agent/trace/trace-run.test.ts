import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import type { ScriptedTurn } from '../../testing/scripted-model.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';

const exporter = new InMemorySpanExporter();
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
trace.setGlobalTracerProvider(provider);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

beforeEach(() => exporter.reset());
afterAll(() => {
  trace.disable();
  context.disable();
});

const silent = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const CANARY = 'canary-4711';

const look = createTool({
  id: 'look',
  execute: async (_input, { observe }) => observe.span('query', () => `${CANARY} found`),
});

function agentOf(script: readonly ScriptedTurn[]): Agent {
  const model = scriptedModel(script);
  return new Agent({
    id: 'desk',
    name: 'Desk',
    model,
    tools: { look },
    logger: silent,
    maxRetries: 0,
  });
}

function named(name: string) {
  const found = exporter.getFinishedSpans().filter((span) => span.name === name);
  expect(found, `spans named ${name}`).not.toHaveLength(0);
  return found;
}

test('a run, its requests and its tools are spans below each other, and hold no payload', async () => {
  const usage = { inputTokens: 10, outputTokens: 5 };
  const call = { toolCalls: [{ toolName: 'look', input: {} }], usage };
  await agentOf([call, { text: `${CANARY} said`, usage }]).generate(`${CANARY} asked`);
  const [run] = named('invoke_agent Desk');
  const chats = named('chat scripted');
  const [tool] = named('execute_tool look');
  const [query] = named('query');
  expect(run?.attributes).toMatchObject({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.id': 'desk',
    'gen_ai.usage.input_tokens': 20,
    'gen_ai.response.finish_reasons': ['stop'],
  });
  expect(chats).toHaveLength(2);
  expect(chats[0]?.attributes).toMatchObject({
    'gen_ai.request.model': 'scripted',
    'gen_ai.usage.output_tokens': 5,
    'gen_ai.response.finish_reasons': ['tool-calls'],
  });
  for (const span of [...chats, tool]) {
    expect(span?.parentSpanContext?.spanId).toBe(run?.spanContext().spanId);
  }
  expect(query?.parentSpanContext?.spanId).toBe(tool?.spanContext().spanId);
  const recorded = exporter.getFinishedSpans().map(({ name, attributes, events, status }) => {
    return { name, attributes, events, status };
  });
  expect(JSON.stringify(recorded)).not.toContain(CANARY);
});

test('a run that fails names the kind of failure, not its words', async () => {
  const failing = agentOf([
    () => {
      throw new RangeError(CANARY);
    },
  ]);
  await expect(failing.generate('go')).rejects.toThrow(CANARY);
  for (const span of [...named('invoke_agent Desk'), ...named('chat scripted')]) {
    expect(span.attributes['error.type']).toBe('RangeError');
    expect(span.status.code).toBe(SpanStatusCode.ERROR);
    expect(span.status.message).toBeUndefined();
    expect(span.events).toEqual([]);
  }
});

test('what a suspended call asks for is in no span of the call that answers it', async () => {
  const ask = createTool({
    id: 'ask',
    execute: async (_input, { resumeData, suspend }) => resumeData ?? suspend(`${CANARY}?`),
  });
  const model = scriptedModel([
    { toolCalls: [{ toolName: 'ask', input: {}, toolCallId: 'c1' }] },
    { toolCalls: [{ toolName: 'helve_answer', input: { toolCallId: 'c1', data: 'yes' } }] },
    'Done.',
  ]);
  const agent = new Agent({
    id: 'desk',
    name: 'Desk',
    model,
    tools: { ask },
    logger: silent,
    autoResumeSuspendedTools: true,
  });
  const memory = { thread: 't1' };
  await agent.generate('Ask me.', { memory });
  await agent.generate('Yes.', { memory });
  expect(named('execute_tool helve_answer')).toHaveLength(1);
  const recorded = exporter.getFinishedSpans().map(({ attributes }) => attributes);
  expect(JSON.stringify(recorded)).not.toContain(CANARY);
});
