import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { resultsIn } from './run-kit.ts';

const inputSchema = z.object({
  city: z.string(),
  unit: z.enum(['c', 'f']).default('c'),
  days: z.number().optional(),
  note: z.string().nullable().optional(),
  filter: z
    .object({ tags: z.array(z.string()), deep: z.object({ n: z.number() }).optional() })
    .optional(),
});

/** What the tool got, and what the model was told, when the model wrote `input`. */
async function call(input: unknown) {
  const execute = vi.fn(async (parsed: z.infer<typeof inputSchema>) => parsed);
  const model = scriptedModel([
    { toolCalls: [{ toolName: 'weather', input, toolCallId: 'c1' }] },
    'over',
  ]);
  const tools = { weather: createTool({ id: 'w', inputSchema, execute }) };
  const { toolCalls } = await new Agent({ id: 'a', model, tools }).generate('go');
  return {
    got: execute.mock.calls.map(([parsed]) => parsed),
    accepted: toolCalls[0]?.args,
    told: resultsIn(model.requests[1]?.prompt ?? [])['c1'],
  };
}

test('null for an optional or defaulted field is the field left out', async () => {
  const { got, accepted } = await call({ city: 'Oslo', unit: null, days: null });
  expect(got).toEqual([{ city: 'Oslo', unit: 'c' }]);
  expect(accepted).toEqual({ city: 'Oslo' });
});

test('null for a nullable field stays null', async () => {
  const { got } = await call({ city: 'Oslo', note: null });
  expect(got).toEqual([{ city: 'Oslo', unit: 'c', note: null }]);
});

test('null for a required field is a validation error that names it', async () => {
  const { got, told } = await call({ city: null });
  expect(got).toEqual([]);
  expect(told).toMatchObject({ type: 'error-text', value: expect.stringContaining('city') });
});

test('an object or an array sent as text is taken for what it says, nested ones too', async () => {
  const filter = JSON.stringify({ tags: '["a","b"]', deep: '{"n":"3"}' });
  const { got } = await call({ city: 'Oslo', filter });
  expect(got).toEqual([{ city: 'Oslo', unit: 'c', filter: { tags: ['a', 'b'], deep: { n: 3 } } }]);
});

test('a string stays a string where one is wanted, whatever it looks like', async () => {
  const { got } = await call({ city: '{"a":1}', note: '[]' });
  expect(got).toEqual([{ city: '{"a":1}', unit: 'c', note: '[]' }]);
});

test('repairs of several fields combine', async () => {
  const { got } = await call({ city: 'Oslo', unit: null, days: '3', filter: '{"tags":["a"]}' });
  expect(got).toEqual([{ city: 'Oslo', unit: 'c', days: 3, filter: { tags: ['a'] } }]);
});

test('what is left after the repairs is what the model is told', async () => {
  const { got, told } = await call({ city: 'Oslo', unit: 'kelvin', days: '3', note: null });
  expect(got).toEqual([]);
  expect(told).toMatchObject({ value: expect.stringContaining('unit') });
  expect(told).not.toMatchObject({ value: expect.stringContaining('days') });
  expect(told).not.toMatchObject({ value: expect.stringContaining('note') });
});

test('an array as the whole input is sent under `value`, and the tool gets the array', async () => {
  const execute = vi.fn(async (items: string[]) => items.length);
  const model = scriptedModel([
    { toolCalls: [{ toolName: 'count', input: { value: ['a', 'b'] } }] },
    { toolCalls: [{ toolName: 'count', input: ['c'] }] },
    'over',
  ]);
  const tools = { count: createTool({ id: 'c', inputSchema: z.array(z.string()), execute }) };
  await new Agent({ id: 'a', model, tools }).generate('go');
  expect(execute.mock.calls.map(([items]) => items)).toEqual([['a', 'b'], ['c']]);
  expect(model.requests[0]?.tools).toMatchObject([
    { inputSchema: { type: 'object', properties: { value: { type: 'array' } } } },
  ]);
});
