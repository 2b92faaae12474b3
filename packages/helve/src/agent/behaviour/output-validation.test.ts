import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { isValidationError } from '../../tool/validation-error.ts';
import { Agent } from '../agent.ts';
import { RUN_MODES, recordingLogger, resultsIn } from './run-kit.ts';

const outputSchema = z.object({ n: z.number().max(9), at: z.string().default('now') });

/** An agent whose model calls a tool that returns what `execute` does. */
function setUp(execute: () => unknown, extra: object = {}) {
  const watch = { onOutput: vi.fn(), toModelOutput: vi.fn((output: unknown) => output) };
  const transform = vi.fn(() => 'shown');
  const logger = recordingLogger();
  const tool = createTool({
    id: 'tool',
    outputSchema,
    execute: async () => execute() as { n: number },
    ...watch,
    transform: { transcript: { input: () => 'in', output: transform, error: () => 'failed' } },
    ...extra,
  });
  const toolCalls = [{ toolName: 'tool', input: {}, toolCallId: 'c1' }];
  const model = scriptedModel([{ toolCalls }, 'over']);
  const agent = new Agent({ id: 'a', model, tools: { tool }, logger });
  return { agent, model, transform, logger, ...watch };
}

describe.each(RUN_MODES)('with $mode, an output that does not fit', ({ run }) => {
  test('is a tool error; the model is told that the tool ran', async () => {
    const { agent, model } = setUp(() => ({ n: 'many' }));
    const { toolResults, text } = await run(agent);
    expect(text).toBe('over');
    expect(toolResults).toMatchObject([{ kind: 'error', code: 'INVALID_OUTPUT' }]);
    expect(toolResults.map((result) => result.kind === 'error' && result.error)).toSatisfy(
      ([error]) => isValidationError(error),
    );
    expect(resultsIn(model.requests[1]?.prompt ?? [])['c1']).toMatchObject({
      type: 'error-text',
      value: expect.stringMatching(/ran, [\s\S]*\bn\b[\s\S]*effects have taken place/),
    });
  });

  test('is no success to anybody who watches successes', async () => {
    const { agent, onOutput, toModelOutput, transform } = setUp(() => ({ n: 'many' }));
    const { runId } = await run(agent);
    for (const watcher of [onOutput, toModelOutput, transform]) {
      expect(watcher).not.toHaveBeenCalled();
    }
    const [, answer] = await agent.listMessages({ runId });
    expect(answer?.parts).toMatchObject([{ type: 'tool', state: 'error', error: 'failed' }]);
  });
});

test('the application, hooks and the model get the output as the schema parsed it', async () => {
  const { agent, onOutput, toModelOutput } = setUp(() => ({ n: 1, extra: 'dropped' }));
  const { toolResults } = await agent.generate('go');
  const parsed = { n: 1, at: 'now' };
  expect(toolResults).toMatchObject([{ kind: 'result', result: parsed }]);
  expect(onOutput).toHaveBeenCalledWith(expect.objectContaining({ output: parsed }));
  expect(toModelOutput).toHaveBeenCalledExactlyOnceWith(parsed);
});

test('a validation error that a tool returns is an error, with or without an output schema', async () => {
  const other = createTool({
    id: 'other',
    inputSchema: z.object({ id: z.string() }),
    execute: async () => 'never',
  });
  const returned = await other.execute({ id: 5 } as never);
  expect(isValidationError(returned)).toBe(true);
  for (const extra of [{}, { outputSchema: undefined }]) {
    const { agent, onOutput, toModelOutput, model } = setUp(() => returned, extra);
    const { toolResults } = await agent.generate('go');
    expect(toolResults).toMatchObject([{ kind: 'error', code: 'TOOL_FAILED', error: returned }]);
    expect(onOutput).not.toHaveBeenCalled();
    expect(toModelOutput).not.toHaveBeenCalled();
    expect(resultsIn(model.requests[1]?.prompt ?? [])['c1']).toMatchObject({ type: 'error-text' });
  }
});

test('nothing returned is a validation error where there is an output schema', async () => {
  const { agent } = setUp(() => undefined);
  const { toolResults } = await agent.generate('go');
  expect(toolResults).toMatchObject([{ kind: 'error', code: 'INVALID_OUTPUT' }]);
});

test('nothing returned is a success without output where there is none', async () => {
  const extra = { outputSchema: undefined, toModelOutput: undefined };
  const onOutput = vi.fn();
  const { agent, model } = setUp(() => undefined, { ...extra, onOutput });
  const { toolResults, text } = await agent.generate('go');
  expect(text).toBe('over');
  expect(toolResults).toMatchObject([{ kind: 'result', result: undefined }]);
  expect(onOutput).toHaveBeenCalledOnce();
  expect(resultsIn(model.requests[1]?.prompt ?? [])['c1']).toEqual({
    type: 'text',
    value: 'The tool succeeded with no output.',
  });
});

/** A schema that does something else than to answer. */
function unruly(validate: () => never | Promise<never>) {
  return { '~standard': { version: 1, vendor: 'test', validate } } as const;
}

test.each([
  [
    'throws',
    unruly(() => {
      throw new Error('schema trouble');
    }),
  ],
  ['rejects', unruly(() => Promise.reject(new Error('schema trouble')))],
])('an output schema that %s fails the call and not the run', async (_how, schema) => {
  const { agent } = setUp(() => ({ n: 1 }), { outputSchema: schema });
  const { toolResults, text } = await agent.generate('go');
  expect(text).toBe('over');
  expect(toolResults).toMatchObject([{ kind: 'error', code: 'INVALID_OUTPUT' }]);
});

test('an asynchronous output schema is awaited', async () => {
  const schema = z.object({ n: z.number() }).refine(async ({ n }) => n < 5);
  const good = await setUp(() => ({ n: 1 }), { outputSchema: schema }).agent.generate('go');
  expect(good.toolResults).toMatchObject([{ kind: 'result' }]);
  const bad = await setUp(() => ({ n: 7 }), { outputSchema: schema }).agent.generate('go');
  expect(bad.toolResults).toMatchObject([{ kind: 'error', code: 'INVALID_OUTPUT' }]);
});

test('an asynchronous input schema is awaited, and one that rejects fails only its call', async () => {
  const calls = [1, 2, 3].map((n) => ({ toolName: 'tool', input: { n } }));
  const model = scriptedModel([{ toolCalls: calls }, 'over']);
  const { '~standard': standard } = z.object({ n: z.number() });
  const validate = async (value: unknown) => {
    if (JSON.stringify(value) === '{"n":2}') throw new Error('lookup failed');
    return standard.validate(value);
  };
  const inputSchema = { '~standard': { ...standard, validate } };
  const execute = vi.fn(async ({ n }: { n: number }) => n);
  const tools = { tool: createTool({ id: 'tool', inputSchema, execute }) };
  const { toolResults, text } = await new Agent({ id: 'a', model, tools }).generate('go');
  expect(text).toBe('over');
  expect(execute.mock.calls.map(([{ n }]) => n)).toEqual([1, 3]);
  expect(toolResults.filter(({ kind }) => kind === 'error')).toMatchObject([{ args: { n: 2 } }]);
});
