import { describe, expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import {
  chunkProblems,
  chunksByCall,
  promptProblems,
  RUN_MODES,
  recordingLogger,
  resultsIn,
} from './run-kit.ts';

const search = {
  type: 'provider',
  id: 'scripted.search',
  name: 'search',
  args: { depth: 2 },
} as const;
const metadata = (signature: string) => ({ providerMetadata: { scripted: { signature } } });

const call = {
  type: 'tool-call',
  toolCallId: 'p1',
  toolName: 'search',
  input: '{"q":"helve"}',
  providerExecuted: true,
  ...metadata('call'),
};
const result = {
  type: 'tool-result',
  toolCallId: 'p1',
  toolName: 'search',
  result: { hits: 3 },
  ...metadata('result'),
};

const own = createTool({ id: 'own', execute: async () => 'mine' });

function setUp(parts: readonly { readonly type: string }[], ...more: readonly object[]) {
  const toolCalls = [{ toolName: 'own', input: {}, toolCallId: 'c1' }];
  const model = scriptedModel([{ parts, toolCalls }, ...more, 'over']);
  return { model, agent: new Agent({ id: 'a', model, tools: { search, own } }) };
}

async function terminals(agent: Agent) {
  const stream = await agent.stream('go');
  const chunks = await collect(stream.fullStream);
  const ends = (chunksByCall(chunks).get('p1') ?? []).filter(
    ({ type, payload }) =>
      (type === 'tool-result' || type === 'tool-error') && !('preliminary' in payload),
  );
  return { ends, chunks, stream };
}

describe.each(RUN_MODES)('with $mode', ({ run }) => {
  test('a provider’s own tool is offered to the model, and what it does is echoed', async () => {
    const { agent, model } = setUp([call, result]);
    const { text } = await run(agent);
    expect(text).toBe('over');
    expect(model.requests[0]?.tools).toMatchObject([search, { type: 'function', name: 'own' }]);
    const prompt = model.requests[1]?.prompt ?? [];
    expect(promptProblems(prompt)).toEqual([]);
    expect(prompt.find(({ role }) => role === 'assistant')?.content).toMatchObject([
      {
        type: 'tool-call',
        toolCallId: 'p1',
        input: { q: 'helve' },
        providerExecuted: true,
        providerOptions: { scripted: { signature: 'call' } },
      },
      {
        type: 'tool-result',
        toolCallId: 'p1',
        output: { type: 'json', value: { hits: 3 } },
        providerOptions: { scripted: { signature: 'result' } },
      },
      { type: 'tool-call', toolCallId: 'c1' },
    ]);
  });

  test('no tool of the application runs for a call that the provider carries out', async () => {
    const { agent, model } = setUp([{ ...call, toolName: 'own' } as typeof call, result]);
    const { toolResults } = await run(agent);
    expect(toolResults.map(({ toolCallId }) => toolCallId)).toEqual(['c1']);
    expect(promptProblems(model.requests[1]?.prompt ?? [])).toEqual([]);
  });
});

test('a call of the provider’s shows on the stream like any other, and ends once', async () => {
  const { agent } = setUp([
    { type: 'tool-input-start', id: 'p1', toolName: 'search', providerExecuted: true } as never,
    { type: 'tool-input-delta', id: 'p1', delta: '{"q":"helve"}' } as never,
    { type: 'tool-input-end', id: 'p1' } as never,
    call,
    result,
  ]);
  const { chunks } = await terminals(agent);
  const own = chunksByCall(chunks).get('p1') ?? [];
  expect(own.map(({ type }) => type)).toEqual([
    'tool-call-input-streaming-start',
    'tool-call-delta',
    'tool-call-input-streaming-end',
    'tool-call',
    'tool-result',
  ]);
  expect(own.at(-1)?.payload).toMatchObject({
    args: { q: 'helve' },
    result: { hits: 3 },
    providerExecuted: true,
  });
});

test('preliminary results are shown, and only the last is history', async () => {
  const { agent, model } = setUp([
    call,
    { ...result, result: { hits: 1 }, preliminary: true } as typeof result,
    { ...result, result: { hits: 2 }, preliminary: true } as typeof result,
    result,
  ]);
  const { ends, chunks } = await terminals(agent);
  expect(ends).toMatchObject([{ type: 'tool-result', payload: { result: { hits: 3 } } }]);
  expect(chunks.filter(({ type }) => type === 'tool-result')).toHaveLength(4);
  const assistant = model.requests[1]?.prompt.find(({ role }) => role === 'assistant');
  expect(assistant?.content).toHaveLength(3);
});

test('an error of the provider’s tool is an error chunk, and echoed as one', async () => {
  const { agent, model } = setUp([call, { ...result, isError: true } as typeof result]);
  const { ends } = await terminals(agent);
  expect(ends).toMatchObject([{ type: 'tool-error', payload: { providerExecuted: true } }]);
  const assistant = model.requests[1]?.prompt.find(({ role }) => role === 'assistant');
  expect(assistant?.content).toMatchObject([
    {},
    { type: 'tool-result', output: { type: 'error-json', value: { hits: 3 } } },
    {},
  ]);
});

test('a result that comes in a later response belongs to the call of the earlier one', async () => {
  const { agent, model } = setUp([call], { parts: [result] });
  const { ends, stream } = await terminals(agent);
  expect(ends).toMatchObject([
    { type: 'tool-result', payload: { toolCallId: 'p1', args: { q: 'helve' } } },
  ]);
  expect(await stream.finishReason).toBe('stop');
  for (const { prompt } of model.requests) expect(promptProblems(prompt)).toEqual([]);
});

test('a call whose result never comes ends all the same when the run does', async () => {
  const { agent } = setUp([call]);
  const { ends } = await terminals(agent);
  expect(ends).toMatchObject([{ type: 'tool-error', payload: { toolCallId: 'p1' } }]);
});

test('a call whose response breaks off ends with it', async () => {
  const model = scriptedModel([{ parts: [call], error: new Error('overloaded') }]);
  const { ends } = await terminals(
    new Agent({ id: 'a', model, tools: { search }, logger: recordingLogger() }),
  );
  expect(ends).toMatchObject([{ type: 'tool-error', payload: { toolCallId: 'p1' } }]);
});

test('a request for approval in a response that breaks off ends with it', async () => {
  const request = { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'p1' };
  const model = scriptedModel([{ parts: [call, request], error: new Error('overloaded') }]);
  const { ends, chunks } = await terminals(
    new Agent({ id: 'a', model, tools: { search }, logger: recordingLogger() }),
  );
  expect(ends).toMatchObject([
    { type: 'tool-error', payload: { toolCallId: 'p1', code: 'RESPONSE_INCOMPLETE' } },
  ]);
  expect(chunkProblems(chunks)).toEqual([]);
});

test('an input that never became a call of the provider’s ends, too', async () => {
  const start = { type: 'tool-input-start', id: 'p1', toolName: 'search', providerExecuted: true };
  const { ends } = await terminals(setUp([start]).agent);
  expect(ends).toMatchObject([{ type: 'tool-error', payload: { toolCallId: 'p1' } }]);
});

test('a result that comes twice counts once', async () => {
  const { agent, model } = setUp([call, result, result]);
  const { ends } = await terminals(agent);
  expect(ends).toHaveLength(1);
  const assistant = model.requests[1]?.prompt.find(({ role }) => role === 'assistant');
  expect(assistant?.content).toMatchObject([
    { type: 'tool-call', toolCallId: 'p1' },
    { type: 'tool-result', toolCallId: 'p1' },
    { type: 'tool-call', toolCallId: 'c1' },
  ]);
});

test('a result that a provider gives of a call of ours is not that call’s result', async () => {
  const forged = { ...result, toolCallId: 'c1', toolName: 'own', result: 'forged' };
  const parts = [{ type: 'tool-call', toolCallId: 'c1', toolName: 'own', input: '{}' }, forged];
  const model = scriptedModel([{ parts, finishReason: 'tool-calls' }, 'over']);
  const stream = await new Agent({ id: 'a', model, tools: { own } }).stream('go');
  const chunks = await collect(stream.fullStream);
  expect(chunkProblems(chunks)).toEqual([]);
  expect(JSON.stringify(chunks)).not.toContain('forged');
  expect(resultsIn(model.requests[1]?.prompt ?? [])['c1']).toMatchObject({ value: 'mine' });
  expect(JSON.stringify(model.requests[1]?.prompt)).not.toContain('forged');
});
