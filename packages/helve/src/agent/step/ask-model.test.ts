import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import type { AgentOptions } from '../agent-options.ts';

const silent = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };

/** What the AI SDK's adapters throw for an answer with an error status. */
function apiError(statusCode: number, responseHeaders: Record<string, string> = {}): Error {
  const isRetryable = statusCode === 429 || statusCode >= 500;
  return Object.assign(new Error(`status ${statusCode}`), {
    statusCode,
    isRetryable,
    responseHeaders,
  });
}

function fails(error: unknown) {
  return () => {
    throw error;
  };
}

function agentWith(options: Partial<AgentOptions> & Pick<AgentOptions, 'model'>): Agent {
  return new Agent({ id: 'a', logger: silent, ...options });
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each(['generate', 'stream'] as const)(
  'a passing failure is tried again until the model answers (%s)',
  async (how) => {
    const model = scriptedModel([fails(apiError(429)), fails(apiError(503)), 'Hello.']);
    const agent = agentWith({ model });
    const text =
      how === 'generate'
        ? agent.generate('Hi').then((r) => r.text)
        : agent.stream('Hi').then((s) => s.text);
    await vi.runAllTimersAsync();
    expect(await text).toBe('Hello.');
    expect(model.requests).toHaveLength(3);
  },
);

test('a failure that will not pass is not tried again', async () => {
  const model = scriptedModel([fails(apiError(401)), 'Hello.']);
  await expect(agentWith({ model }).generate('Hi')).rejects.toThrow('status 401');
  expect(model.requests).toHaveLength(1);
});

test('after the last attempt the failure is reported as it was', async () => {
  const model = scriptedModel(Array.from({ length: 5 }, () => fails(apiError(500))));
  const result = agentWith({ model, maxRetries: 1 }).generate('Hi');
  const refused = expect(result).rejects.toThrow('status 500');
  await vi.runAllTimersAsync();
  await refused;
  expect(model.requests).toHaveLength(2);
});

test('the wait that a provider asks for is kept', async () => {
  const model = scriptedModel([fails(apiError(429, { 'retry-after': '7' })), 'Hello.']);
  const result = agentWith({ model }).generate('Hi');
  await vi.advanceTimersByTimeAsync(6_900);
  expect(model.requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect((await result).text).toBe('Hello.');
});

test('a response that broke off after it had begun is not asked for again', async () => {
  const model = scriptedModel([{ text: 'Hel', error: apiError(500) }, 'Hello.']);
  const stream = await agentWith({ model }).stream('Hi');
  await expect(stream.text).rejects.toThrow('status 500');
  expect(model.requests).toHaveLength(1);
});

test('an error that comes in place of a response is tried again', async () => {
  const model = scriptedModel([{ error: apiError(529) }, 'Hello.']);
  const stream = await agentWith({ model }).stream('Hi');
  await vi.runAllTimersAsync();
  expect(await stream.text).toBe('Hello.');
});

const opening = { type: 'custom', kind: 'test.opening' };
const failedEnd = { type: 'finish', finishReason: { unified: 'error' }, usage: {} };
const warned = { type: 'stream-start', warnings: [{ type: 'other', message: 'Mind the gap.' }] };

test.each([
  ['what shows nothing', [opening]],
  ['an end that says it failed', [{ type: 'error', error: apiError(500) }, failedEnd]],
  ['both', [opening, { type: 'error', error: apiError(500) }, failedEnd]],
])('a response of which no more came than %s is asked for again', async (_what, parts) => {
  const model = scriptedModel([
    { parts, breakOffAfter: 0 },
    { parts: [warned, ...parts.slice(0, 1)], breakOffAfter: 0 },
    { parts: [warned, opening], text: 'Hello.' },
  ]);
  const stream = await agentWith({ model }).stream('Hi');
  await vi.runAllTimersAsync();
  const { text, messages, steps } = await stream.result;
  expect(text).toBe('Hello.');
  expect(model.requests).toHaveLength(3);
  // what it opened with is there once, and in its place
  expect(messages).toMatchObject([{ content: [{ type: 'custom' }, { type: 'text' }] }]);
  expect(steps).toMatchObject([{ warnings: ['Mind the gap.'] }]);
});

test('the next model answers where the first only failed to begin', async () => {
  const parts = [opening, { type: 'error', error: apiError(400) }, failedEnd];
  const first = scriptedModel([{ parts, breakOffAfter: 0 }]);
  const second = scriptedModel(['I am the second.']);
  const stream = await agentWith({ model: first, fallbackModels: [second] }).stream('Hi');
  expect(await stream.text).toBe('I am the second.');
});

test('the next model answers where the first cannot', async () => {
  const first = scriptedModel([fails(apiError(400))]);
  const second = scriptedModel(['I am the second.']);
  const agent = agentWith({ model: first, fallbackModels: [second] });
  expect((await agent.generate('Hi')).text).toBe('I am the second.');
});

test('an abort ends the wait for the next attempt', async () => {
  const model = scriptedModel([fails(apiError(500)), 'Hello.']);
  const abort = new AbortController();
  const result = agentWith({ model }).generate('Hi', { abortSignal: abort.signal });
  const refused = expect(result).rejects.toThrow('enough');
  await vi.advanceTimersByTimeAsync(10);
  abort.abort(new Error('enough'));
  await refused;
  expect(model.requests).toHaveLength(1);
});
