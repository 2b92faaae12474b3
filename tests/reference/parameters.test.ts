import { createTool, InvalidToolError, isTool, isValidationError, NotExecutableError } from 'helve';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { givenResult, payloadOf, runTool, toldTool } from './run-tool.ts';

const echo = createTool({
  id: 'echo',
  description: 'Says it again',
  inputSchema: z.object({ text: z.string().default('nothing') }),
  execute: async ({ text }) => text,
});

test('id: the tool has one, which errors of direct calls name; it cannot be without', async () => {
  expect(echo.id).toBe('echo');
  expect(await echo.execute({ text: 5 } as never)).toMatchObject({
    message: expect.stringContaining('"echo"'),
  });
  expect(() => createTool({} as never)).toThrow(InvalidToolError);
});

test('description: the model is told it, under the name that the tool is registered by', async () => {
  expect(toldTool(await runTool(echo, {}))).toMatchObject({
    name: 'theTool',
    description: 'Says it again',
  });
});

describe('inputSchema', () => {
  test('describes the input to the model', async () => {
    expect(toldTool(await runTool(echo, {}))).toMatchObject({
      inputSchema: { type: 'object', properties: { text: { type: 'string', default: 'nothing' } } },
    });
  });

  test('makes the input that execute gets', async () => {
    expect(givenResult(await runTool(echo, {}))).toEqual({ type: 'text', value: 'nothing' });
    expect(await echo.run({})).toBe('nothing');
  });

  test('refuses what does not fit, and the model is told how', async () => {
    const run = await runTool(echo, { text: 5 });
    expect(givenResult(run)).toEqual({
      type: 'error-text',
      value: expect.stringMatching(/"theTool" does not fit.*- text: .*did not run/s),
    });
  });

  test('may be left out: the tool takes any object', async () => {
    const free = createTool({ id: 'free', execute: async (input) => input });
    expect(toldTool(await runTool(free, { any: 1 }))).toMatchObject({
      inputSchema: { type: 'object' },
    });
    expect(givenResult(await runTool(free, { any: 1 }))).toEqual({
      type: 'json',
      value: { any: 1 },
    });
  });
});

describe('outputSchema', () => {
  const outputSchema = z.object({ n: z.coerce.number<string>() });

  test('makes the output that callers get', async () => {
    const tool = createTool({ id: 't', outputSchema, execute: async () => ({ n: '5', more: 1 }) });
    expect(await tool.execute({})).toEqual({ n: 5 });
    const run = await runTool(tool, {});
    expect(payloadOf(run.chunks, 'tool-result')).toMatchObject({ result: { n: 5 } });
  });

  test('turns an output that does not fit into an error; the model is told that the tool ran', async () => {
    const tool = createTool({ id: 't', outputSchema, execute: () => JSON.parse('{"n":"x"}') });
    expect(isValidationError(await tool.execute({}))).toBe(true);
    expect(givenResult(await runTool(tool, {}))).toMatchObject({
      type: 'error-text',
      value: expect.stringContaining('Tool "theTool" ran, but'),
    });
  });
});

test.each([
  [true, { strict: true }],
  [false, { strict: false }],
])('strict: %j is passed on to the provider', async (strict, told) => {
  expect(toldTool(await runTool(echo.with({ strict }), {}))).toMatchObject(told);
  expect(toldTool(await runTool(echo, {}))).not.toHaveProperty('strict');
});

describe('toModelOutput', () => {
  test.each([
    ['a text', 'short', { type: 'text', value: 'short' }],
    ['type text', { type: 'text', value: 'short' }, { type: 'text', value: 'short' }],
    ['type json', { type: 'json', value: [1] }, { type: 'json', value: [1] }],
    ['another value', { n: 1 }, { type: 'json', value: { n: 1 } }],
  ])('may return %s', async (_, shown, given) => {
    const run = await runTool(echo.with({ toModelOutput: () => shown }), { text: 'all of it' });
    expect(givenResult(run)).toEqual(given);
    expect(payloadOf(run.chunks, 'tool-result')).toMatchObject({ result: 'all of it' });
  });

  test.each([
    [{ type: 'text', text: 'x' }],
    [{ type: 'image-url', url: 'https://example.com/a.png' }],
    [{ type: 'image-data', data: 'aGk=', mediaType: 'image/png' }],
    [{ type: 'file-url', url: 'https://example.com/a.pdf' }],
    [{ type: 'file-data', data: 'aGk=', mediaType: 'application/pdf' }],
    [{ type: 'file-id', fileId: 'f-1' }],
    [{ type: 'image-file-id', fileId: 'f-1' }],
    [{ type: 'custom', providerOptions: { openai: { a: 1 } } }],
  ])('may return content with the part %j', async (part) => {
    const value = [{ type: 'text', text: 'see:' }, part];
    const run = await runTool(echo.with({ toModelOutput: () => ({ type: 'content', value }) }), {});
    expect(givenResult(run)).toMatchObject({
      type: 'content',
      value: [{ type: 'text', text: 'see:' }, expect.anything()],
    });
    expect(payloadOf(run.chunks, 'finish')).toMatchObject({ finishReason: 'stop' });
  });
});

test('transform: every phase is shown to screens and transcripts as configured', async () => {
  const hide = (phase: string) => () => ({ hidden: phase });
  const phases = { input: hide('input'), output: hide('output'), inputDelta: () => '…' };
  const tool = echo.with({ transform: { display: phases, transcript: phases } });
  const run = await runTool(tool, { text: 'secret-value' });
  expect(payloadOf(run.display, 'tool-call-delta')).toMatchObject({ argsTextDelta: '…' });
  expect(payloadOf(run.display, 'tool-call')).toMatchObject({ args: { hidden: 'input' } });
  expect(payloadOf(run.display, 'tool-result')).toMatchObject({ result: { hidden: 'output' } });
  const transcript = await run.agent.listMessages({ runId: run.runId });
  expect(JSON.stringify([run.display, transcript])).not.toContain('secret-value');
});

test('mcp: annotations and _meta are kept for MCP clients, and do not go to the model', async () => {
  const mcp = { annotations: { title: 'Echo' }, _meta: { version: '1' } };
  const tool = echo.with({ mcp });
  expect(tool.mcp).toEqual(mcp);
  expect(toldTool(await runTool(tool, {}))).not.toHaveProperty('mcp');
});

test('requestContextSchema: the context is checked before execute runs', async () => {
  const execute = vi.fn(async () => 'ran');
  const requestContextSchema = z.object({ userId: z.string() });
  const tool = createTool({ id: 't', requestContextSchema, execute });
  expect(await tool.execute({}, { requestContext: { userId: 5 } })).toMatchObject({
    error: true,
    validationErrors: { fields: { userId: expect.anything() } },
  });
  expect(execute).not.toHaveBeenCalled();
  expect(await tool.execute({}, { requestContext: { userId: 'u-1' } })).toBe('ran');
});

test('providerOptions: they go along with the tool', async () => {
  const providerOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } };
  expect(toldTool(await runTool(echo.with({ providerOptions }), {}))).toMatchObject({
    providerOptions,
  });
});

test('inputExamples: providers that can are given them', async () => {
  const inputExamples = [{ input: { text: 'hello' } }];
  expect(toldTool(await runTool(echo.with({ inputExamples }), {}))).toMatchObject({
    inputExamples,
  });
});

test('background: a tool may say how it runs there, and runs', async () => {
  const background = {
    enabled: true,
    defaultDisposition: 'deferred',
    timeoutMs: 60_000,
    maxRetries: 2,
    waitTimeoutMs: 1_000,
    onComplete: () => undefined,
    onFailed: () => undefined,
  } as const;
  const tool = echo.with({ background });
  expect(tool.background).toEqual(background);
  expect(givenResult(await runTool(tool, { text: 'hi' }))).toEqual({ type: 'text', value: 'hi' });
});

describe('execute', () => {
  test('gets the validated input and a context', async () => {
    const execute = vi.fn(async (_input: { text: string }, _context: object) => 'ran');
    await runTool(echo.with({ execute }), { text: 'hi' });
    expect(execute).toHaveBeenCalledExactlyOnceWith(
      { text: 'hi' },
      expect.objectContaining({ toolCallId: 'call-1' }),
    );
  });

  test('may be left out: then a client carries the call out', async () => {
    const pick = createTool({ id: 'pick', outputSchema: z.object({ colour: z.string() }) });
    await expect(pick.execute({})).rejects.toThrow(NotExecutableError);
    const { agent, runId, chunks } = await runTool(pick, {});
    expect(chunks.map(({ type }) => type)).not.toContain('tool-result');
    const result = { colour: 'blue' };
    const resumed = await agent.addToolResultGenerate({ runId, toolCallId: 'call-1', result });
    expect(resumed).toMatchObject({ text: 'Done.', toolResults: [{ kind: 'result', result }] });
  });
});

test('createTool() returns a tool that agents take', () => {
  expect(isTool(echo)).toBe(true);
});
