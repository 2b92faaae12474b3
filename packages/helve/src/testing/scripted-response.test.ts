import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Agent } from '../agent/agent.ts';
import { createTool } from '../call/create-tool.ts';
import { collect } from './collect.ts';
import { collectChunks, sortChunks } from './collect-chunks.ts';
import {
  lastToolResult,
  lastUserText,
  offeredTools,
  systemText,
  toolResults,
} from './read-request.ts';
import { recordingLogger } from './recording-logger.ts';
import { runCall } from './run-call.ts';
import { scriptedModel } from './scripted-model.ts';
import { responseParts } from './scripted-response.ts';

const echo = createTool({
  id: 'echo',
  inputSchema: z.record(z.string(), z.unknown()),
  execute: async (input) => input,
});

test('a call is the same, however its arguments are cut', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 });
  const input = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(input, sizes, async (given, chunkSize) => {
      const sent = JSON.parse(JSON.stringify(given)) as Record<string, unknown>;
      const cut = await runCall(echo, sent, { chunkSize });
      const whole = await runCall(echo, sent, { chunkSize: 1_000_000 });
      expect(cut.output).toEqual(whole.output);
      expect(cut.chunks.filter(({ type }) => type !== 'tool-call-delta')).toEqual(
        whole.chunks
          .filter(({ type }) => type !== 'tool-call-delta')
          .map((chunk) => ({ ...chunk, runId: cut.chunks[0]?.runId })),
      );
      expect(sortChunks(cut.chunks).call('echo').inputText).toBe(JSON.stringify(sent));
    }),
    { numRuns: 50 },
  );
});

test('a response may come in any number of pieces', () => {
  const text = 'x'.repeat(300_000);
  const parts = responseParts({ text, chunkSize: 1 }, 1, 'streamed');
  expect(parts.filter(({ type }) => type === 'text-delta')).toHaveLength(text.length);
});

test.each([0, -1, 0.5, Number.NaN, []])(
  'pieces of %s characters are refused',
  async (chunkSize) => {
    await expect(runCall(echo, {}, { chunkSize })).rejects.toThrow('chunkSize');
  },
);

describe('a response that breaks off', () => {
  function agentOf(response: object): Agent {
    return new Agent({ id: 'a', model: scriptedModel([response]), logger: recordingLogger() });
  }

  test('fails with its error after the pieces that came', async () => {
    const error = new Error('overloaded');
    const agent = agentOf({ text: 'abcdef', chunkSize: 2, breakOffAfter: 2, error });
    const stream = await agent.stream('go');
    expect((await collect(stream.textStream)).join('')).toBe('abcd');
    await expect(stream.result).rejects.toBe(error);
  });

  test('fails where the connection is lost, streamed or whole', async () => {
    const lost = { text: 'abcdef', chunkSize: 2, breakOffAfter: 1 };
    const stream = await agentOf(lost).stream('go');
    const { text, failure } = await collectChunks(stream.fullStream);
    expect([text, failure?.type]).toEqual(['ab', 'error']);
    await expect(stream.result).rejects.toThrow();
    await expect(agentOf(lost).generate('go')).rejects.toThrow('connection was lost');
  });
});

test('a slow response is ended by an abort, streamed or whole', async () => {
  const slow = { text: 'never', delayMs: 1_000_000 };
  const agent = new Agent({ id: 'a', model: scriptedModel(() => slow), logger: recordingLogger() });
  const abort = new AbortController();
  const options = { abortSignal: abort.signal };
  const whole = agent.generate('go', options);
  const stream = await agent.stream('go', options);
  abort.abort(new Error('enough'));
  await expect(whole).rejects.toThrow('enough');
  expect((await collectChunks(stream.fullStream)).failure?.type).toBe('abort');
});

test('a slow response comes all the same', async () => {
  const model = scriptedModel([{ text: 'abc', chunkSize: 1, delayMs: 1 }]);
  const stream = await new Agent({ id: 'a', model }).stream('go');
  expect(await collect(stream.textStream)).toEqual(['a', 'b', 'c']);
});

test('a scripted model can react to what it is told', async () => {
  const model = scriptedModel((request) => {
    const result = lastToolResult(request, 'echo');
    if (!result)
      return { toolCalls: [{ toolName: 'echo', input: { say: lastUserText(request) } }] };
    if (toolResults(request).length === 1) return { toolCalls: [{ toolName: 'gone', input: {} }] };
    return `${JSON.stringify(result.value)} ${lastToolResult(request)?.kind}`;
  });
  const agent = new Agent({ id: 'a', instructions: 'Be brief.', model, tools: { echo } });
  expect((await agent.generate('hello')).text).toBe('{"say":"hello"} error');
  expect(offeredTools(model.requests[0])).toEqual(['echo']);
  expect(systemText(model.requests[0])).toBe('Be brief.');
  expect([offeredTools(undefined), systemText(undefined)]).toEqual([[], '']);
});

test('the chunks of a stream are sorted by type and by call', async () => {
  const twice = { toolName: 'echo', input: { a: 1 } };
  const model = scriptedModel([{ text: 'let me see', toolCalls: [twice, twice] }, ' done']);
  const agent = new Agent({ id: 'a', model, tools: { echo } });
  const sorted = await collectChunks((await agent.stream('go')).fullStream);
  expect(sorted.text).toBe('let me see done');
  expect(sorted.ofType('tool-result').map(({ payload }) => payload.result)).toEqual([
    { a: 1 },
    { a: 1 },
  ]);
  expect(
    sorted.calls.map(({ toolName, inputText, end }) => [toolName, inputText, end?.type]),
  ).toEqual([
    ['echo', '{"a":1}', 'tool-result'],
    ['echo', '{"a":1}', 'tool-result'],
  ]);
  expect(sorted.end?.type).toBe('finish');
  const [first] = sorted.calls;
  expect(sorted.call(first?.toolCallId ?? '')).toBe(first);
  expect(() => sorted.call('echo')).toThrow('2 calls of "echo"');
  expect(() => sorted.call('none')).toThrow('No call of "none"');
});
