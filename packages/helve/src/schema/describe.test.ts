import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { SchemaDirection } from './describe.ts';
import { describeSchema, SchemaConversionError } from './describe.ts';
import { HelveError } from './helve-error.ts';
import { jsonSchema } from './json-schema.ts';
import type { StandardJsonSchema } from './standard-schema.ts';

const PLACE = { toolName: 'weather', parameter: 'inputSchema' };

function failure(schema: StandardJsonSchema, direction: SchemaDirection = 'input') {
  try {
    describeSchema(schema, direction, 'draft-07', PLACE);
  } catch (error) {
    if (SchemaConversionError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('the schema was described');
}

describe('describeSchema', () => {
  test.each([
    ['Zod', z.object({ n: z.number().default(1) })],
    ['Valibot', toStandardJsonSchema(v.object({ n: v.optional(v.number(), 1) }))],
    ['ArkType', type({ n: 'number = 1' })],
  ])('describes the input of %s in both versions', (_, schema) => {
    const draft07 = describeSchema(schema, 'input', 'draft-07', PLACE);
    expect(draft07.document).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { n: { type: 'number' } },
    });
    expect(JSON.parse(draft07.text)).toEqual(draft07.document);
    const draft2020 = describeSchema(schema, 'input', 'draft-2020-12', PLACE);
    expect(draft2020.document['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(draft07.document['required'] ?? []).not.toContain('n');
  });

  test('tells what a schema takes from what it gives', () => {
    const schema = z.object({ n: z.number().default(1) });
    const required = (direction: SchemaDirection) =>
      describeSchema(schema, direction, 'draft-07', PLACE).document['required'];
    expect(required('input')).toBeUndefined();
    expect(required('output')).toEqual(['n']);
  });

  test('converts a schema once for each direction and version', () => {
    let conversions = 0;
    const convert = () => {
      conversions += 1;
      return { type: 'string' };
    };
    const schema: StandardJsonSchema = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: (value) => ({ value }),
        jsonSchema: { input: convert, output: convert },
      },
    };
    const first = describeSchema(schema, 'input', 'draft-07', PLACE);
    expect(describeSchema(schema, 'input', 'draft-07', PLACE)).toBe(first);
    expect(conversions).toBe(1);
    describeSchema(schema, 'input', 'draft-2020-12', PLACE);
    describeSchema(schema, 'output', 'draft-07', PLACE);
    expect(conversions).toBe(3);
  });

  test('publishes the document of jsonSchema() as it came', () => {
    const document = { $schema: 'https://json-schema.org/draft/2019-09/schema', type: 'object' };
    const { text } = describeSchema(jsonSchema(document), 'input', 'draft-07', PLACE);
    expect(text).toBe(JSON.stringify(document));
  });

  test('freezes what it gives and nothing of whoever wrote the schema', () => {
    const fallback = { list: [1] };
    const schema = z.object({ a: z.object({ list: z.array(z.number()) }).default(fallback) });
    const { document } = describeSchema(schema, 'input', 'draft-07', PLACE);
    expect(() => Object.assign(Object(document['properties']), { b: {} })).toThrow(TypeError);
    expect(Object.isFrozen(fallback)).toBe(false);
    expect(Object.isFrozen(fallback.list)).toBe(false);
  });
});

describe('a schema that JSON Schema cannot express', () => {
  test.each<[string, StandardJsonSchema]>([
    ['Zod', z.object({ stay: z.array(z.object({ from: z.date() })) })],
    ['Valibot', toStandardJsonSchema(v.object({ stay: v.array(v.object({ from: v.date() })) }))],
    ['ArkType', type({ stay: type({ from: 'Date' }).array() })],
  ])('of %s fails with tool, parameter and path', (_, schema) => {
    const error = failure(schema);
    expect(error.code).toBe('SCHEMA_CONVERSION_FAILED');
    expect(error.message).toContain('inputSchema of tool "weather"');
    expect(error.message).toContain('"stay.*.from"');
    expect(error.cause).toBeInstanceOf(Error);
    expect(HelveError.isInstance(error)).toBe(true);
  });

  test.each<[string, StandardJsonSchema, string]>([
    ['root', z.date(), '"root"'],
    ['record', z.record(z.string(), z.bigint()), '"*"'],
    ['tuple', z.tuple([z.string(), z.map(z.string(), z.string())]), '"1"'],
    ['union', z.object({ u: z.union([z.string(), z.symbol()]) }), '"u"'],
    ['ArkType bigint', type({ 'b?': 'bigint' }), '"b"'],
  ])('is found in a %s', (_, schema, path) => {
    expect(failure(schema).message).toContain(path);
  });

  test('names the path of an output', () => {
    const schema = z.object({ size: z.string().transform((text) => text.length) });
    expect(failure(schema, 'output').message).toContain('"size"');
    expect(() => describeSchema(schema, 'input', 'draft-07', PLACE)).not.toThrow();
  });

  test('fails without a path where the library cannot be asked for it', () => {
    const schema: StandardJsonSchema = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: (value) => ({ value }),
        jsonSchema: {
          input: () => {
            throw new Error('Cannot do that.');
          },
          output: () => ({ big: 1n }),
        },
      },
    };
    expect(failure(schema).message).toContain('cannot be written as JSON Schema: Cannot do that. ');
    expect(failure(schema, 'output').message).toContain('cannot be written as JSON Schema');
  });

  test.each([[undefined], [null], ['text'], [[]]])('is one that gives %j', (given) => {
    const convert = () => given as unknown as Record<string, unknown>;
    const schema: StandardJsonSchema = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: (value) => ({ value }),
        jsonSchema: { input: convert, output: convert },
      },
    };
    expect(failure(schema)).toBeInstanceOf(Error);
  });
});
