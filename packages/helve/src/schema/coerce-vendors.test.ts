import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { coerceAndValidate } from './coerce.ts';
import { describeSchema } from './describe.ts';
import { jsonSchema } from './json-schema.ts';
import type { StandardJsonSchema } from './standard-schema.ts';

const PLACE = { toolName: 'test', parameter: 'inputSchema' };

function coerce(schema: StandardJsonSchema, value: unknown) {
  return coerceAndValidate(
    schema,
    () => describeSchema(schema, 'input', 'draft-07', PLACE).document,
    value,
  );
}

/** The same schema in all four libraries. */
const trip: readonly (readonly [string, StandardJsonSchema])[] = [
  [
    'Zod',
    z.object({
      city: z.string(),
      days: z.number().int().optional(),
      tags: z.array(z.string()).optional(),
      unit: z.enum(['c', 'f']).optional(),
      note: z.string().nullable().optional(),
      flag: z.union([z.number(), z.boolean()]).optional(),
      place: z.object({ lat: z.number(), name: z.string().optional() }).optional(),
      stops: z.array(z.object({ at: z.number() })).optional(),
      pay: z
        .union([
          z.object({ by: z.literal('card'), code: z.string() }),
          z.object({ by: z.literal('cash'), code: z.number() }),
        ])
        .optional(),
    }),
  ],
  [
    'Valibot',
    toStandardJsonSchema(
      v.object({
        city: v.string(),
        days: v.optional(v.pipe(v.number(), v.integer())),
        tags: v.optional(v.array(v.string())),
        unit: v.optional(v.picklist(['c', 'f'])),
        note: v.optional(v.nullable(v.string())),
        flag: v.optional(v.union([v.number(), v.boolean()])),
        place: v.optional(v.object({ lat: v.number(), name: v.optional(v.string()) })),
        stops: v.optional(v.array(v.object({ at: v.number() }))),
        pay: v.optional(
          v.union([
            v.object({ by: v.literal('card'), code: v.string() }),
            v.object({ by: v.literal('cash'), code: v.number() }),
          ]),
        ),
      }),
    ),
  ],
  [
    'ArkType',
    type({
      city: 'string',
      'days?': 'number.integer',
      'tags?': 'string[]',
      'unit?': "'c' | 'f'",
      'note?': 'string | null',
      'flag?': 'number | boolean',
      'place?': { lat: 'number', 'name?': 'string' },
      'stops?': type({ at: 'number' }).array(),
      'pay?': type({ by: "'card'", code: 'string' }).or({ by: "'cash'", code: 'number' }),
    }),
  ],
  [
    'jsonSchema()',
    jsonSchema({
      type: 'object',
      required: ['city'],
      properties: {
        city: { type: 'string' },
        days: { type: 'integer' },
        tags: { type: 'array', items: { type: 'string' } },
        unit: { enum: ['c', 'f'] },
        note: { type: ['string', 'null'] },
        flag: { anyOf: [{ type: 'number' }, { type: 'boolean' }] },
        place: {
          type: 'object',
          required: ['lat'],
          properties: { lat: { type: 'number' }, name: { type: 'string' } },
        },
        stops: { type: 'array', items: { $ref: '#/$defs/stop' } },
        pay: { oneOf: [{ $ref: '#/$defs/card' }, { $ref: '#/$defs/cash' }] },
      },
      $defs: {
        stop: { type: 'object', required: ['at'], properties: { at: { type: 'number' } } },
        card: {
          type: 'object',
          required: ['by', 'code'],
          properties: { by: { const: 'card' }, code: { type: 'string' } },
        },
        cash: {
          type: 'object',
          required: ['by', 'code'],
          properties: { by: { const: 'cash' }, code: { type: 'number' } },
        },
      },
    }),
  ],
];

describe.each(trip)('with %s', (_, schema) => {
  test('a valid value is accepted as given and the schema is not described', async () => {
    const value = { city: 'Ulm', note: null, flag: true };
    const result = await coerceAndValidate(
      schema,
      () => {
        throw new Error('described');
      },
      value,
    );
    expect(result).toEqual({ ok: true, accepted: value, parsed: value, repaired: false });
    expect(result.ok && result.accepted).toBe(value);
  });

  test.each<[string, unknown, unknown]>([
    ['a null for an optional property', { city: 'Ulm', days: null }, { city: 'Ulm' }],
    [
      'a nested null for an optional property',
      { city: 'Ulm', place: { lat: 1, name: null } },
      { city: 'Ulm', place: { lat: 1 } },
    ],
    ['a number as text', { city: 'Ulm', days: '3' }, { city: 'Ulm', days: 3 }],
    ['a boolean as text', { city: 'Ulm', flag: 'true' }, { city: 'Ulm', flag: true }],
    ['an array as text', { city: 'Ulm', tags: '["a","b"]' }, { city: 'Ulm', tags: ['a', 'b'] }],
    [
      'an object as text, with an object as text in it',
      { city: 'Ulm', stops: '["{\\"at\\":\\"5\\"}"]' },
      { city: 'Ulm', stops: [{ at: 5 }] },
    ],
    [
      'items of an array',
      { city: 'Ulm', stops: [{ at: 1 }, { at: '2' }, '{"at":3}'] },
      { city: 'Ulm', stops: [{ at: 1 }, { at: 2 }, { at: 3 }] },
    ],
    [
      'the branch of a union that the discriminator names',
      { city: 'Ulm', pay: { by: 'cash', code: '17' } },
      { city: 'Ulm', pay: { by: 'cash', code: 17 } },
    ],
    [
      'a whole branch as text',
      { city: 'Ulm', pay: '{"by":"cash","code":"17"}' },
      { city: 'Ulm', pay: { by: 'cash', code: 17 } },
    ],
    [
      'different things at once',
      {
        city: 'Ulm',
        days: '3',
        unit: null,
        tags: '["a"]',
        note: null,
        place: '{"lat":"4.5","name":null}',
        pay: { by: 'cash', code: '1' },
      },
      {
        city: 'Ulm',
        days: 3,
        tags: ['a'],
        note: null,
        place: { lat: 4.5 },
        pay: { by: 'cash', code: 1 },
      },
    ],
    ['a whole input as text', '{"city":"Ulm","days":"3"}', { city: 'Ulm', days: 3 }],
  ])('repairs %s', async (_name, value, expected) => {
    const before = JSON.stringify(value);
    const result = await coerce(schema, value);
    expect(result).toEqual({ ok: true, accepted: expected, parsed: expected, repaired: true });
    expect(JSON.stringify(value)).toBe(before);
  });

  test.each<[string, unknown, PropertyKey[]]>([
    ['a null where the property is required', { city: null }, ['city']],
    ['a missing property', {}, ['city']],
    ['text that holds no JSON', { city: 'Ulm', days: 'three' }, ['days']],
    ['text that holds JSON of another type', { city: 'Ulm', tags: '{"a":1}' }, ['tags']],
    ['text that holds a fraction for an integer', { city: 'Ulm', days: '1.5' }, ['days']],
    ['text that holds null', { city: 'Ulm', days: 'null' }, ['days']],
    ['an id that a number cannot hold', { city: 'Ulm', days: '12345678901234567890' }, ['days']],
    ['a null in an array', { city: 'Ulm', tags: ['a', null] }, ['tags', 1]],
    ['a number where a string is wanted', { city: 5 }, ['city']],
  ])('leaves %s to the schema', async (_name, value, path) => {
    const result = await coerce(schema, value);
    expect(result).toMatchObject({ ok: false, issues: [{ path }] });
  });

  test('reports what is left after the repairs that helped', async () => {
    const result = await coerce(schema, { city: 5, days: '3', unit: null });
    expect(result).toMatchObject({ ok: false, issues: [{ path: ['city'] }] });
  });

  test('reports what is wrong inside text that holds JSON', async () => {
    const result = await coerce(schema, { city: 'Ulm', place: '{"lat":"north"}' });
    expect(result).toMatchObject({ ok: false, issues: [{ path: ['place', 'lat'] }] });
  });
});
