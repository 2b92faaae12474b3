import { type } from 'arktype';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { jsonSchema } from '../schema/json-schema.ts';
import { isValidationError } from '../tool/validation-error.ts';
import { createTool } from './create-tool.ts';
import { encodeForModel } from './model-output.ts';
import { testCall, testRuntime, throwing } from './test-runtime.ts';

const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'resumeData'];

function own(name: string, value: unknown): object {
  return JSON.parse(JSON.stringify({ x: value }).replace('"x"', JSON.stringify(name)));
}

describe.each(NAMES)('a field named %s', (name) => {
  test('is a field like any other where a schema has it', async () => {
    const document = {
      type: 'object',
      properties: own(name, { type: 'number' }),
      required: [name],
    };
    const tool = createTool({
      id: 't',
      inputSchema: jsonSchema(document),
      execute: async (input) => Object.keys(Object(input)),
    });
    expect(await tool.execute(own(name, 5))).toEqual([name]);
    const refused: unknown = await tool.execute(own(name, 'x'));
    if (!isValidationError(refused)) throw new Error('it was accepted');
    expect(Object.keys(refused.validationErrors.fields)).toEqual([name]);
    expect(isValidationError(await tool.execute({}))).toBe(true);
  });

  test('changes no prototype', async () => {
    const tool = createTool({ id: 't', execute: async (input) => input });
    await tool.execute(own(name, { polluted: true }));
    await encodeForModel(testCall(tool), own(name, { polluted: true }), testRuntime());
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('a direct call does not crash on', () => {
  const circular: Record<string, unknown> = { city: 'Oslo' };
  circular['self'] = circular;
  let deep: unknown = 'end';
  for (let level = 0; level < 20_000; level += 1) deep = { next: deep };
  const nested: z.ZodType = z.lazy(() => z.object({ next: nested }).or(z.string()));

  const inputs: readonly [string, unknown][] = [
    ['a circular input', circular],
    ['a very deep input', deep],
    ['a huge text', 'x'.repeat(5_000_000)],
    ['a huge list', Array.from({ length: 100_000 }, (_, n) => n)],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    [
      'a proxy that cannot be read',
      new Proxy({}, { get: throwing(new Error('no')), has: throwing(new Error('no')) }),
    ],
    [
      'a getter that throws',
      Object.defineProperty({}, 'city', { get: throwing(new Error('no')), enumerable: true }),
    ],
    ['nothing', undefined],
    ['null', null],
  ];

  test.each(inputs)('%s', async (_, input) => {
    const schemas = [
      z.object({ city: z.number() }),
      z.strictObject({ city: z.string(), self: z.object({ self: z.number() }) }),
      nested,
      type({ city: 'number' }),
      jsonSchema({ type: 'object', required: ['city'], properties: { city: { type: 'number' } } }),
    ];
    for (const inputSchema of schemas) {
      const tool = createTool({ id: 't', inputSchema, execute: async () => 'ran' });
      const result: unknown = await tool.execute(input as never);
      if (result === 'ran') continue;
      expect(isValidationError(result)).toBe(true);
      expect(JSON.stringify(result).length).toBeLessThan(100_000);
    }
  });
});

describe('a tool may return anything: the model is given JSON', () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;

  test.each<[string, unknown]>([
    ['a function', () => 1],
    ['a class', class Order {}],
    ['a symbol', Symbol('s')],
    ['a circular object', circular],
    [
      'a proxy that cannot be read',
      new Proxy({}, { ownKeys: throwing(1), getPrototypeOf: throwing(1) }),
    ],
    ['what looks like an error and is none', { error: true, validationErrors: null }],
    ['what looks like model output', { type: 'content', value: 'x' }],
    ['a promise in an object', { later: Promise.resolve(1) }],
  ])('%s', async (_, output) => {
    const call = testCall(createTool({ id: 't' }));
    const given = await encodeForModel(call, output, testRuntime());
    expect(JSON.parse(JSON.stringify(given))).toEqual(given);
    expect(given.type).toBe('json');
  });
});
