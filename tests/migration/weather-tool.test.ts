import { isValidationError } from 'helve';
import { Agent } from 'helve/agent';
import { scriptedModel } from 'helve/testing';
import { beforeEach, expect, test } from 'vitest';
import { seen, weatherTool } from './weather-tool.ts';

beforeEach(() => {
  seen.length = 0;
});

test('a tool with hooks, examples, annotations and a model output works in an agent', async () => {
  const model = scriptedModel([
    { toolCalls: [{ toolName: 'weatherTool', input: { city: 'Bergen' }, toolCallId: 'c1' }] },
    'It rains in Bergen.',
  ]);
  const agent = new Agent({ id: 'weather', model, tools: { weatherTool } });
  const stream = await agent.stream('How is the weather in Bergen?');
  expect(await stream.text).toBe('It rains in Bergen.');
  const output = {
    city: 'Bergen',
    temperature: 7,
    condition: 'rain',
    radarImageUrl: 'https://example.com/radar/bergen.png',
  };
  expect(await stream.toolResults).toMatchObject([{ kind: 'result', result: output }]);
  expect(model.requests[0]?.tools).toMatchObject([
    {
      name: 'weatherTool',
      description: 'Get the weather of a city',
      strict: true,
      inputExamples: [{ input: { city: 'Bergen', units: 'metric' } }],
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    },
  ]);
  expect(JSON.stringify(model.requests[1]?.prompt.at(-1))).toContain('Bergen: 7 degrees, rain');
  const hooks = seen.filter((line) => !line.startsWith('execute'));
  expect(hooks[0]).toBe('start c1');
  expect(
    hooks
      .slice(1, -2)
      .map((line) => line.replace('delta ', ''))
      .join(''),
  ).toBe('{"city":"Bergen"}');
  expect(hooks.slice(-2)).toEqual(['available Bergen after 1', 'output weatherTool rain']);
  expect(seen).toContain('execute metric c1 false');
});

test('it works called directly, with observe there and without hooks', async () => {
  const result = await weatherTool.execute({ city: 'Oslo', units: 'imperial' });
  if (isValidationError(result)) throw new Error(result.message);
  expect(result.temperature).toBeCloseTo(44.6);
  expect(seen).toEqual(['execute imperial undefined false']);
});

test('arguments that are cut off are an error to the model, and the tool does not run', async () => {
  const model = scriptedModel([
    { toolCalls: [{ toolName: 'weatherTool', input: '{"city":"Ber' }] },
    'Sorry.',
  ]);
  const agent = new Agent({ id: 'weather', model, tools: { weatherTool } });
  const { toolResults } = await agent.generate('How is the weather?');
  expect(toolResults).toMatchObject([{ kind: 'error', code: 'MALFORMED_INPUT' }]);
  expect(seen.filter((line) => line.startsWith('execute') || line.startsWith('output'))).toEqual(
    [],
  );
});
