import { isTool, isValidationError } from 'helve';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { weatherTool as arktypeTool } from './examples/arktype-schemas.ts';
import { tool as availableTool } from './examples/hook-input-available.ts';
import { tool as deltaTool } from './examples/hook-input-delta.ts';
import { tool as startTool } from './examples/hook-input-start.ts';
import { tool as outputTool } from './examples/hook-output.ts';
import { weatherTool as hooksTool } from './examples/lifecycle-hooks.ts';
import { weatherTool as annotatedTool } from './examples/mcp-annotations.ts';
import { weatherTool as modelOutputTool } from './examples/model-output.ts';
import { tool as reverseTool } from './examples/reverse-string.ts';
import { weatherTool as strictTool } from './examples/strict-inputs.ts';
import { customerTool } from './examples/transform.ts';
import { weatherTool as valibotTool } from './examples/valibot-schemas.ts';
import { weatherTool as zodTool } from './examples/zod-schemas.ts';
import { givenResult, payloadOf, runTool, toldTool } from './run-tool.ts';

const log = vi.spyOn(console, 'log');

beforeEach(() => {
  log.mockReset().mockImplementation(() => undefined);
});

test('the first example reverses a text', async () => {
  expect(isTool(reverseTool)).toBe(true);
  expect(await reverseTool.execute({ input: 'helve' })).toEqual({ output: 'evleh' });
  const run = await runTool(reverseTool, { input: 'abc' });
  expect(payloadOf(run.chunks, 'tool-result')).toMatchObject({ result: { output: 'cba' } });
});

describe.each([
  ['Zod', zodTool],
  ['Valibot', valibotTool],
  ['ArkType', arktypeTool],
])('the example with schemas of %s', (_, tool) => {
  test('tells the model what the input is', async () => {
    expect(toldTool(await runTool(tool, { location: 'Oslo' }))).toMatchObject({
      name: 'theTool',
      description: 'Fetches weather for a location',
      inputSchema: {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: { location: { type: 'string' } },
        required: ['location'],
      },
    });
  });

  test('refuses an input that does not fit, called directly and by a model', async () => {
    // what callers without types may pass
    const result: unknown = await tool.execute({ location: 5 } as never);
    expect(isValidationError(result) && result.validationErrors.fields).toHaveProperty('location');
    const run = await runTool(tool, { location: 5 });
    expect(payloadOf(run.chunks, 'tool-error')).toMatchObject({ code: 'INVALID_INPUT' });
  });

  test('has not returned what its output schema wants, which it is told', async () => {
    const result: unknown = await tool.execute({ location: 'Oslo' });
    expect(isValidationError(result) && result.message).toContain('what it returned does not fit');
    const run = await runTool(tool, { location: 'Oslo' });
    expect(payloadOf(run.chunks, 'tool-error')).toMatchObject({ code: 'INVALID_OUTPUT' });
  });

  test('gives the weather once it has one', async () => {
    const working = tool.with({ execute: async () => ({ weather: 'sunny' }) });
    expect(await working.run({ location: 'Oslo' })).toEqual({ weather: 'sunny' });
  });
});

test('the example with strict inputs asks the provider for them', async () => {
  const run = await runTool(strictTool, { city: 'Oslo', units: 'metric' });
  expect(toldTool(run)).toMatchObject({ strict: true });
  expect(payloadOf(run.chunks, 'tool-result')).toMatchObject({
    result: { city: 'Oslo', units: 'metric', forecast: 'sunny' },
  });
});

test('the example with toModelOutput shows the model a text and a picture, and the application all', async () => {
  const run = await runTool(modelOutputTool, { city: 'Seattle' });
  expect(payloadOf(run.chunks, 'tool-result')).toMatchObject({
    result: {
      city: 'Seattle',
      temperature: 72,
      condition: 'sunny',
      radarImageUrl: 'https://example.com/radar/seattle.png',
    },
  });
  expect(givenResult(run)).toMatchObject({
    type: 'content',
    value: [{ type: 'text', text: 'Seattle: 72F and sunny' }, { type: 'file' }],
  });
});

describe('the example with transforms', () => {
  const input = { customerId: 'c-1', internalPath: '/srv/internal' };
  const SECRETS = /internal|secret-value|0\.97/;

  test('keeps internals from screens and transcripts, and not from the application', async () => {
    const run = await runTool(customerTool, input);
    expect(payloadOf(run.chunks, 'tool-result')).toMatchObject({
      args: input,
      result: { displayName: 'Acme', apiKey: 'secret-value', debugScore: 0.97 },
    });
    expect(payloadOf(run.display, 'tool-call')).toMatchObject({ args: { customerId: 'c-1' } });
    expect(payloadOf(run.display, 'tool-result')).toMatchObject({
      args: { customerId: 'c-1' },
      result: { displayName: 'Acme' },
    });
    expect(JSON.stringify(run.display)).not.toMatch(SECRETS);
    const transcript = await run.agent.listMessages({ runId: run.runId });
    expect(transcript[1]?.parts).toMatchObject([
      { type: 'tool', input: { customerId: 'c-1' }, output: { displayName: 'Acme' } },
    ]);
    expect(JSON.stringify(transcript)).not.toMatch(SECRETS);
  });

  test('says of an error what the example says', async () => {
    const failing = customerTool.with({
      execute: () => Promise.reject(new Error('secret-value at /srv/internal')),
    });
    const run = await runTool(failing, input);
    const error = { message: 'Customer lookup failed' };
    expect(payloadOf(run.display, 'tool-error')).toMatchObject({ error });
    expect(JSON.stringify(run.display)).not.toMatch(SECRETS);
    const transcript = await run.agent.listMessages({ runId: run.runId });
    expect(transcript[1]?.parts).toMatchObject([{ error }]);
    expect(JSON.stringify(transcript)).not.toMatch(SECRETS);
  });
});

test('the example with annotations has them, and what goes along with them', async () => {
  expect(annotatedTool.mcp).toEqual({
    annotations: {
      title: 'Weather Lookup',
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    },
    _meta: { version: '1.0.0', category: 'weather' },
  });
  expect(await annotatedTool.run({ location: 'Oslo' })).toEqual({
    weather: 'Current weather for Oslo: sunny',
  });
});

describe('the examples with hooks', () => {
  const lines = () => log.mock.calls.map((line) => line.join(' '));

  test('with all of them tells the whole of a call', async () => {
    await runTool(hooksTool, { city: 'Oslo' });
    const [first, ...rest] = lines();
    expect(first).toBe('Tool call call-1 input started');
    expect(rest.slice(-2)).toEqual([
      'Tool call call-1 received city: Oslo',
      'Tool theTool call call-1 returned forecast: sunny',
    ]);
    const text = rest.slice(0, -2).map((line) => line.split('received input chunk: ')[1]);
    expect(text.join('')).toBe('{"city":"Oslo"}');
  });

  test('onInputStart alone', async () => {
    await runTool(startTool, {});
    expect(lines()).toEqual(['Tool call-1 input streaming started']);
  });

  test('onInputDelta alone', async () => {
    await runTool(deltaTool, { a: 1 });
    expect(lines()).toEqual(['Received input chunk: {"a":1}']);
  });

  test('onInputAvailable alone', async () => {
    await runTool(availableTool, { city: 'Oslo' });
    expect(log).toHaveBeenCalledExactlyOnceWith('Tool received complete input:', { city: 'Oslo' });
  });

  test('onOutput alone', async () => {
    await runTool(outputTool, {});
    expect(log).toHaveBeenCalledExactlyOnceWith('theTool execution completed:', {
      result: 'Success',
    });
  });
});
