import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { jsonSchema } from '../../schema/json-schema.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { RequestContext } from '../../tool/request-context.ts';
import { Agent } from '../agent.ts';
import { InvalidAgentError } from '../agent-errors.ts';
import type { ToolRecord } from '../agent-options.ts';
import { recordingLogger } from '../behaviour/run-kit.ts';

const ok = createTool({ id: 'ok', execute: async () => 'ok' });

/** What the model is told of the tools; or the error of an agent that cannot have them. */
async function toldOf(tools: unknown) {
  const model = scriptedModel(['over']);
  const logger = recordingLogger();
  // Callers without types can give anything.
  const agent = new Agent({ id: 'a', model, tools: tools as ToolRecord, logger });
  await agent.generate('go');
  return { told: model.requests[0]?.tools, logger };
}

describe('the name of a tool', () => {
  test.each([
    'read',
    'read_file',
    'read-file',
    'READ2',
    '7zip',
    'a'.repeat(64),
    'constructor',
    'toString',
  ])('may be %s', async (name) => {
    const { told } = await toldOf({ [name]: ok });
    expect(told).toMatchObject([{ name }]);
  });

  test.each([
    '',
    'read file',
    'read.file',
    'lesen!',
    'läsen',
    'a'.repeat(65),
    '工具',
    'a/b',
    'a\n',
  ])('must not be %j: the error says what it may be', async (name) => {
    const failing = toldOf({ [name]: ok });
    await expect(failing).rejects.toSatisfy((error) => InvalidAgentError.isInstance(error));
    await expect(failing).rejects.toThrow(/up to 64 letters/);
  });

  test.each(['helve_', 'helve_answer', 'helve_x'])('is reserved where it is %s', async (name) => {
    await expect(toldOf({ [name]: ok })).rejects.toThrow(/"helve_[a-z]*" is reserved/);
  });
});

const noTools: readonly (readonly [string, unknown])[] = [
  ['a function', () => 'x'],
  ['undefined', undefined],
  ['null', null],
  ['a definition', { id: 'x', execute: async () => 1 }],
  ['a tool of another library', { description: 'x', parameters: {}, execute: async () => 1 }],
  ['a string', 'tool'],
];

test.each(noTools)('what is no tool is named in the error: %s', async (_kind, value) => {
  const failing = toldOf({ good: ok, odd: value });
  await expect(failing).rejects.toSatisfy((error) => InvalidAgentError.isInstance(error));
  await expect(failing).rejects.toThrow(/tools\.odd is not a tool.*createTool/);
});

test.each([
  ['a list', [ok]],
  ['one tool', ok],
  ['a text', 'tools'],
  ['a map', new Map([['ok', ok]])],
])('tools that are no record are an error, and not no tools: %s', async (_kind, tools) => {
  await expect(toldOf(tools)).rejects.toSatisfy((error) => InvalidAgentError.isInstance(error));
});

test('the model is told everything the tool says of itself', async () => {
  const tool = createTool({
    id: 'weather',
    title: 'Weather',
    description: 'Current weather',
    inputSchema: z.object({ city: z.string().describe('Its name') }),
    strict: true,
    inputExamples: [{ input: { city: 'Oslo' } }],
    providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    execute: async () => 'sunny',
  });
  const { told } = await toldOf({ weather: tool });
  expect(told).toEqual([
    {
      type: 'function',
      name: 'weather',
      description: 'Current weather',
      inputSchema: expect.objectContaining({
        type: 'object',
        properties: { city: { type: 'string', description: 'Its name' } },
        required: ['city'],
      }),
      strict: true,
      inputExamples: [{ input: { city: 'Oslo' } }],
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    },
  ]);
});

test('strict providers are given objects that hold no more than they name, others the schema as it is', async () => {
  const inputSchema = z.object({ at: z.object({ city: z.string() }) });
  const execute = async () => 1;
  const { told } = await toldOf({
    strict: createTool({ id: 'a', strict: true, inputSchema, execute }),
    plain: createTool({ id: 'b', inputSchema, execute }),
  });
  const at = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
  expect(told).toMatchObject([
    {
      inputSchema: {
        additionalProperties: false,
        properties: { at: { ...at, additionalProperties: false } },
      },
    },
    { inputSchema: { properties: { at } } },
  ]);
  expect(JSON.stringify(told?.[1])).not.toContain('additionalProperties');
});

test('a tool without a schema takes an object with nothing in it', async () => {
  const { told } = await toldOf({ ok });
  expect(told).toMatchObject([{ name: 'ok', inputSchema: { type: 'object', properties: {} } }]);
});

test('a union of objects is sent as an object, and not as strict, with one warning', async () => {
  const tool = createTool({
    id: 'find',
    strict: true,
    inputSchema: z.union([z.object({ id: z.string() }), z.object({ name: z.string() })]),
    execute: async () => 'found',
  });
  const { told, logger } = await toldOf({ find: tool });
  expect(told).toMatchObject([{ inputSchema: { type: 'object', anyOf: [{}, {}] } }]);
  expect(told?.[0]).not.toHaveProperty('strict');
  expect(logger.records).toMatchObject([
    { level: 'warn', message: expect.stringContaining('find') },
  ]);
});

test('one tool under two names is two tools to the model', async () => {
  const { told } = await toldOf({ one: ok, two: ok });
  expect(told?.map(({ name }) => name)).toEqual(['one', 'two']);
});

test('a schema that cannot be described fails the run, naming tool and path, and asks no model', async () => {
  const model = scriptedModel(['over']);
  const tool = createTool({
    id: 'odd',
    inputSchema: z.object({ when: z.custom<Date>(() => true), at: z.date() }),
    execute: async () => 1,
  });
  const logger = recordingLogger();
  const failing = new Agent({ id: 'a', model, tools: { odd: tool }, logger }).generate('go');
  await expect(failing).rejects.toThrow(/inputSchema.*"odd"[\s\S]*\bat\b/);
  expect(model.requests).toEqual([]);
});

test('plain JSON Schema goes out as it came', async () => {
  const document = {
    type: 'object',
    properties: { n: { type: 'integer', minimum: 1, 'x-unit': 'days' } },
    required: ['n'],
  } as const;
  const inputSchema = jsonSchema(document);
  const tool = createTool({ id: 'plain', inputSchema, execute: async () => 1 });
  const { told } = await toldOf({ plain: tool });
  expect(told).toMatchObject([{ inputSchema: document }]);
});

test('tools, model and instructions may be functions of the request', async () => {
  const model = scriptedModel(() => 'over');
  const agent = new Agent({
    id: 'a',
    model: async () => model,
    instructions: ({ requestContext }) => `You help ${requestContext.get('user')}.`,
    tools: ({ requestContext }) => (requestContext.get('user') === 'ada' ? { ok } : {}),
  });
  for (const user of ['ada', 'bob']) {
    await agent.generate('go', { requestContext: new RequestContext({ user }) });
  }
  const [first, second] = model.requests;
  expect(first?.prompt[0]).toMatchObject({ role: 'system', content: 'You help ada.' });
  expect(first?.tools).toHaveLength(1);
  expect(second?.prompt[0]).toMatchObject({ content: 'You help bob.' });
  expect(second?.tools ?? []).toHaveLength(0);
});
