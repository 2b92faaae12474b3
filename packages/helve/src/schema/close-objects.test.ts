import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { closeDescription, closeObjects } from './close-objects.ts';
import { describeSchema } from './describe.ts';
import { jsonSchema } from './json-schema.ts';
import type { StandardJsonSchema } from './standard-schema.ts';

const place = { toolName: 'the answer', parameter: 'output' };

function closed(schema: StandardJsonSchema) {
  const { document } = describeSchema(schema, 'input', 'draft-07', place);
  const before = structuredClone(document);
  const made = closeDescription(schema, document);
  expect(document).toEqual(before);
  const { $schema: _, ...rest } = made;
  return rest;
}

const name = { type: 'string' };
const open = { type: 'object', properties: { name }, required: ['name'] };
const whole = { ...open, additionalProperties: false };

test.each([
  ['Zod', z.object({ name: z.string() })],
  ['Valibot', toStandardJsonSchema(v.object({ name: v.string() }))],
  ['ArkType', type({ name: 'string' })],
])('an object of %s holds no more than it names', (_vendor, schema) => {
  expect(closed(schema)).toEqual(whole);
});

test('objects are closed wherever they are', () => {
  const part = z.object({ name: z.string() });
  const schema = z.object({
    one: part,
    many: z.array(part),
    pair: z.tuple([part, part]),
    either: z.union([part, z.string()]),
    maybe: part.nullable(),
    byKey: z.record(z.string(), part),
  });
  const { properties } = closed(schema);
  expect(properties).toMatchObject({
    one: whole,
    many: { items: whole },
    pair: { items: [whole, whole] },
    either: { anyOf: [whole, name] },
    maybe: { anyOf: [whole, { type: 'null' }] },
    byKey: { additionalProperties: whole },
  });
});

test('objects behind references are closed, recursive ones too', () => {
  const tree = z.object({
    name: z.string(),
    get below() {
      return z.array(tree);
    },
  });
  expect(closed(z.object({ tree }))).toMatchObject({
    additionalProperties: false,
    properties: { tree: { $ref: expect.stringContaining('/') } },
    definitions: { __schema0: { additionalProperties: false } },
  });
});

test('what says itself what else it holds stays', () => {
  const schema = z.object({
    loose: z.looseObject({ name: z.string() }),
    strict: z.strictObject({ name: z.string() }),
    others: z.object({ name: z.string() }).catchall(z.number()),
    record: z.record(z.string(), z.number()),
  });
  const { document } = describeSchema(schema, 'input', 'draft-07', place);
  expect(closed(schema)['properties']).toEqual(document['properties']);
  const byPattern = { type: 'object', properties: {}, patternProperties: { '^x-': {} } };
  expect(closeObjects(byPattern)).toEqual(byPattern);
  expect(closeObjects({ type: 'object' })).toEqual({ type: 'object' });
});

test('the parts of an intersection stay open to each other, behind references too', () => {
  const shared = z.object({ name: z.string(), at: z.object({ x: z.number() }) }).meta({ id: 'S' });
  const both = z.intersection(shared, z.object({ age: z.number() }));
  const result = closed(z.object({ both, apart: z.object({ name: z.string() }) }));
  expect(result).toMatchObject({ additionalProperties: false, properties: { apart: whole } });
  const parts = JSON.stringify([Object(result['properties']).both, result['definitions']]);
  expect(parts).toContain('"age"');
  expect(parts).not.toContain('additionalProperties');
});

test('properties and branches that name properties of the same object stay open', () => {
  const beside = { ...open, anyOf: [open, { required: ['name'] }] };
  expect(closeObjects(beside)).toEqual(beside);
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  const tested = { ...open, if: open, then: open };
  expect(closeObjects(tested)).toEqual(tested);
});

test('properties that are called like keywords are properties', () => {
  const properties = { allOf: open, additionalProperties: open };
  expect(closeObjects({ type: 'object', properties })).toEqual({
    type: 'object',
    properties: { allOf: whole, additionalProperties: whole },
    additionalProperties: false,
  });
});

test('a document of jsonSchema() goes out as it came', () => {
  expect(closed(jsonSchema(open))).toEqual(open);
});
