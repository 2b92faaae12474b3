import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { recordingLogger, resultsIn } from './run-kit.ts';

const NOT_SHOWN = { type: 'text', value: 'The tool ran; its result cannot be shown.' };
const secret = 'canary-of-the-output';

function setUp(toModelOutput: (output: unknown) => unknown) {
  const logger = recordingLogger();
  const onOutput = vi.fn();
  const tool = createTool({
    id: 'tool',
    execute: async () => ({ secret }),
    toModelOutput,
    onOutput,
  });
  const toolCalls = [{ toolName: 'tool', input: {}, toolCallId: 'c1' }];
  const model = scriptedModel([{ toolCalls }, 'over']);
  const agent = new Agent({ id: 'a', model, tools: { tool }, logger, decisionTimeoutMs: 1_000 });
  return { agent, model, logger, onOutput };
}

const failures: readonly (readonly [string, (output: unknown) => unknown])[] = [
  [
    'throws',
    (output) => {
      throw new Error(`cannot show ${JSON.stringify(output)}`);
    },
  ],
  ['rejects', (output) => Promise.reject(new Error(JSON.stringify(output)))],
  ['gives undefined', () => undefined],
  ['gives a promise of undefined', async () => undefined],
  ['gives a function', () => () => 'x'],
  ['gives a symbol', () => Symbol('x')],
  ['gives a text without a string', (output) => ({ type: 'text', value: output })],
  ['gives a json without a value', (output) => ({ type: 'json', output })],
  ['gives content that is no array', (output) => ({ type: 'content', value: output })],
  [
    'gives an unknown part',
    (output) => ({ type: 'content', value: [{ type: 'hologram', data: output }] }),
  ],
  [
    'gives a part without what makes it one',
    (output) => ({ type: 'content', value: [{ type: 'image-url', href: output }] }),
  ],
  ['gives a part that is null', () => ({ type: 'content', value: [null] })],
];

describe('where toModelOutput cannot be used, since it', () => {
  test.each(failures)(
    '%s, the model is told that the tool ran, and never the raw output',
    async (_kind, toModelOutput) => {
      const { agent, model, logger, onOutput } = setUp(toModelOutput);
      const stream = await agent.stream('go');
      const chunks = await collect(stream.fullStream);
      expect(await stream.text).toBe('over');
      expect(chunks.filter(({ type }) => type === 'tool-result')).toHaveLength(1);
      expect(chunks.filter(({ type }) => type === 'tool-error')).toEqual([]);
      expect(onOutput).toHaveBeenCalledOnce();
      expect(resultsIn(model.requests[1]?.prompt ?? [])['c1']).toEqual(NOT_SHOWN);
      expect(JSON.stringify(model.requests)).not.toContain(secret);
      expect(logger.records).toMatchObject([
        { level: 'error', message: expect.stringContaining('toModelOutput') },
      ]);
    },
  );
});

describe('a toModelOutput that hangs', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is given up after the time for decisions, and the run goes on', async () => {
    const asked = Promise.withResolvers<void>();
    const { agent, model } = setUp(() => {
      asked.resolve();
      return Promise.withResolvers().promise;
    });
    const result = agent.generate('go');
    await asked.promise;
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await result).text).toBe('over');
    expect(resultsIn(model.requests[1]?.prompt ?? [])['c1']).toEqual(NOT_SHOWN);
  });

  test('does not hold up an abort', async () => {
    const asked = Promise.withResolvers<void>();
    const { agent } = setUp(() => {
      asked.resolve();
      return Promise.withResolvers().promise;
    });
    const controller = new AbortController();
    const stream = await agent.stream('go', { abortSignal: controller.signal });
    await asked.promise;
    controller.abort(new Error('enough'));
    expect(await stream.finishReason).toBe('aborted');
    expect(vi.getTimerCount()).toBe(0);
  });
});
