import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { checkSchema } from './check-schema.ts';
import { jsonSchema } from './json-schema.ts';
import { SchemaError } from './schema-error.ts';

const INPUT = { parameter: 'inputSchema', needsJsonSchema: true };
const OUTPUT = { parameter: 'outputSchema', needsJsonSchema: false };

function refusal(value: unknown, check = INPUT): string {
  try {
    checkSchema(value, check);
  } catch (error) {
    if (SchemaError.isInstance(error)) return error.message;
    throw error;
  }
  throw new Error('the schema was not refused');
}

describe('checkSchema', () => {
  test.each([
    ['Zod', z.object({})],
    ['Valibot through toStandardJsonSchema', toStandardJsonSchema(v.object({}))],
    ['ArkType, whose schemas are functions', type({ a: 'string' })],
    ['jsonSchema()', jsonSchema({ type: 'object' })],
  ])('accepts %s', (_, schema) => {
    expect(() => checkSchema(schema, INPUT)).not.toThrow();
  });

  test('accepts a schema that only validates where no JSON Schema is needed', () => {
    expect(() => checkSchema(v.object({}), OUTPUT)).not.toThrow();
  });

  test('tells how to make a Valibot schema describe itself', () => {
    const message = refusal(v.object({}));
    expect(message).toContain('inputSchema');
    expect(message).toContain('toStandardJsonSchema from @valibot/to-json-schema');
  });

  test('tells to upgrade a Zod that does not describe itself', () => {
    const old = { '~standard': { version: 1, vendor: 'zod', validate: () => ({ value: 1 }) } };
    expect(refusal(old)).toContain('upgrade to zod ≥ 4.2');
    expect(refusal(mini.object({}))).toContain('zod/mini');
    expect(refusal({ _def: {}, parse: () => 1 })).toContain('upgrade to zod ≥ 4.2');
  });

  test.each([
    [{ type: 'object' }],
    [{ properties: {} }],
    [{ $schema: 'https://json-schema.org/draft/2020-12/schema' }],
    [{ type: ['object', 'null'] }],
  ])('tells to wrap the plain JSON Schema %j', (document) => {
    expect(refusal(document)).toContain('wrap it with jsonSchema(document)');
  });

  test.each([
    [undefined],
    [null],
    ['string'],
    [{}],
    [() => true],
    [{ '~standard': null }],
    [{ '~standard': { validate: true } }],
  ])('refuses %o and names the parameter', (value) => {
    const message = refusal(value, OUTPUT);
    expect(message).toContain('outputSchema cannot validate');
    expect(message).toContain('Standard Schema');
  });

  test('names the library of a schema that does not describe itself', () => {
    const props = { version: 1, vendor: 'acme', validate: () => ({ value: 1 }) };
    expect(refusal({ '~standard': props })).toContain('"acme"');
    expect(refusal({ '~standard': { ...props, jsonSchema: {} } })).toContain('"acme"');
  });
});
