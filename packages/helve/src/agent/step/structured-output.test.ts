import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import type { ScriptedTurn } from '../../testing/scripted-model.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';

const output = z.object({ city: z.string(), days: z.number().default(3) });

function agentOf(script: readonly ScriptedTurn[]) {
  const model = scriptedModel(script);
  const look = createTool({ id: 'look', execute: async () => 'Oslo' });
  const confirm = createTool({ id: 'confirm', requireApproval: true, execute: async () => 'yes' });
  return { model, agent: new Agent({ id: 'a', model, tools: { look, confirm } }) };
}

test('an answer of the schema asked for becomes the object, parsed', async () => {
  const { agent, model } = agentOf(['{"city":"Oslo"}']);
  const { object } = await agent.generate('Where?', { output });
  expect(object).toEqual({ city: 'Oslo', days: 3 });
  expectTypeOf(object).toEqualTypeOf<{ city: string; days: number } | undefined>();
  expect(model.requests[0]).toMatchObject({ responseFormat: { type: 'json' } });
});

test('tools can be used before the object is given', async () => {
  const { agent } = agentOf([{ toolCalls: [{ toolName: 'look', input: {} }] }, '{"city":"Oslo"}']);
  const stream = await agent.stream('Where?', { output });
  expect(await stream.object).toEqual({ city: 'Oslo', days: 3 });
});

test('an answer in a code block is taken for what it holds', async () => {
  const { agent } = agentOf(['```json\n{"city":"Oslo"}\n```']);
  expect((await agent.generate('Where?', { output })).object).toMatchObject({ city: 'Oslo' });
});

test('an answer that does not fit is sent back once, with what is wrong', async () => {
  const { agent, model } = agentOf(['{"town":"Oslo"}', '{"city":"Oslo"}']);
  const { object, steps } = await agent.generate('Where?', { output });
  expect(object).toMatchObject({ city: 'Oslo' });
  expect(steps).toHaveLength(2);
  expect(JSON.stringify(model.requests[1]?.prompt.at(-1))).toContain('city');
});

test('a second answer that does not fit fails the run and shows what the model wrote', async () => {
  const { agent } = agentOf(['no', 'still no']);
  await expect(agent.generate('Where?', { output })).rejects.toMatchObject({
    code: 'INVALID_OBJECT',
    text: 'still no',
  });
});

test('a schema whose root is no object is wrapped for the model and unwrapped again', async () => {
  const { agent, model } = agentOf(['{"value":["Oslo","Rome"]}']);
  const { object } = await agent.generate('Where?', { output: z.array(z.string()) });
  expect(object).toEqual(['Oslo', 'Rome']);
  expect(model.requests[0]).toMatchObject({ responseFormat: { schema: { type: 'object' } } });
});

test('the model is asked for no more than the schema names, and more does no harm', async () => {
  const { agent, model } = agentOf(['{"city":"Oslo","mood":"good"}']);
  const { object } = await agent.generate('Where?', { output });
  expect(model.requests[0]).toMatchObject({
    responseFormat: { schema: { additionalProperties: false } },
  });
  expect(object).toEqual({ city: 'Oslo', days: 3 });
});

test('a run that waited must be given its schema again', async () => {
  const { agent } = agentOf([
    { toolCalls: [{ toolName: 'confirm', input: {} }] },
    '{"city":"Oslo"}',
  ]);
  const { waiting, object } = await agent.generate('Where?', { output });
  const [wait] = waiting;
  if (!wait) throw new Error('no call waits');
  expect(object).toBeUndefined();
  await expect(agent.approveToolCallGenerate(wait)).rejects.toThrow(/its own output/);
  const done = await agent.approveToolCallGenerate({ ...wait, output });
  expect(done.object).toMatchObject({ city: 'Oslo' });
});
