import { isDeepStrictEqual } from 'node:util';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { coerceAndValidate } from './coerce.ts';
import { describeSchema } from './describe.ts';
import { jsonSchema } from './json-schema.ts';
import type { StandardJsonSchema, StandardSchema } from './standard-schema.ts';
import { validateWith } from './validate.ts';

const PLACE = { toolName: 'test', parameter: 'inputSchema' };

async function coerce(schema: StandardJsonSchema, value: unknown) {
  const { document } = describeSchema(schema, 'input', 'draft-07', PLACE);
  return coerceAndValidate(schema, () => document, value);
}

const zodNode = z.object({
  a: z.number(),
  b: z.array(z.union([z.boolean(), z.object({ c: z.string().optional() })])).optional(),
  c: z
    .union([z.strictObject({ a: z.number() }), z.strictObject({ b: z.array(z.string()) })])
    .optional(),
  get d() {
    return zodNode.nullable().optional();
  },
});

/** Schemas whose names are few, so that random values often nearly fit. */
const schemas: readonly (readonly [string, StandardJsonSchema])[] = [
  ['Zod', zodNode],
  [
    'Zod with defaults and transforms',
    z.object({
      a: z.coerce.number().default(1),
      b: z.array(z.string().transform((text) => text.length)).default([]),
      c: z.record(z.string(), z.number()).optional(),
    }),
  ],
  [
    'Valibot',
    toStandardJsonSchema(
      v.object({
        a: v.number(),
        b: v.optional(v.array(v.union([v.boolean(), v.object({ c: v.optional(v.string()) })]))),
        c: v.nullish(v.tuple([v.number(), v.string()])),
      }),
    ),
  ],
  [
    'ArkType',
    type({
      a: 'number',
      'b?': type('boolean[]').or({ c: 'number' }),
      'c?': { 'a?': 'string | null', 'b?': 'number' },
    }),
  ],
  [
    'jsonSchema()',
    jsonSchema({
      type: ['object', 'array'],
      required: ['a'],
      properties: {
        a: { anyOf: [{ type: 'integer' }, { $ref: '#/$defs/list' }] },
        b: { $ref: '#' },
        c: { oneOf: [{ const: 1 }, { type: 'object', required: ['a'] }] },
      },
      items: { $ref: '#' },
      $defs: { list: { type: 'array', items: { $ref: '#/properties/c' } } },
    }),
  ],
];

const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<unknown>(
      null,
      0,
      1.5,
      true,
      '',
      'x',
      '1',
      'true',
      'null',
      '[]',
      '{}',
      undefined,
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'constructor'), tie('value'), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
    tie('value').map((value) => JSON.stringify(value) ?? 'undefined'),
  ),
}));

describe.each(schemas)('coercion with %s', (_, schema) => {
  test('leaves a valid value alone', async () => {
    await fc.assert(
      fc.asyncProperty(anyValue, async (value) => {
        const valid = await validateWith(schema, value);
        fc.pre(valid.ok);
        const result = await coerce(schema, value);
        expect(result).toEqual({ ...result, ok: true, repaired: false });
        expect(result.ok && Object.is(result.accepted, value)).toBe(true);
      }),
      { numRuns: 60, maxSkipsPerRun: 10_000 },
    );
  });

  test('accepts only what the schema accepts, and never changes what it was given', async () => {
    await fc.assert(
      fc.asyncProperty(anyValue, async (value) => {
        const before = structuredClone(value);
        const result = await coerce(schema, value);
        expect(isDeepStrictEqual(value, before)).toBe(true);
        if (result.ok) {
          const again = await validateWith(schema, result.accepted);
          expect(again).toEqual({ ok: true, value: result.parsed });
        } else {
          expect(result.issues.length).toBeGreaterThan(0);
          expect((await validateWith(schema, value)).ok).toBe(false);
        }
        expect(Object.keys(Object.prototype)).toEqual([]);
        expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
      }),
      { numRuns: 300 },
    );
  });

  test('is settled: what was accepted is accepted again as it is', async () => {
    await fc.assert(
      fc.asyncProperty(anyValue, async (value) => {
        const result = await coerce(schema, value);
        fc.pre(result.ok);
        const again = await coerce(schema, result.ok && result.accepted);
        expect(again).toMatchObject({ ok: true, repaired: false });
      }),
      { numRuns: 60, maxSkipsPerRun: 10_000 },
    );
  });

  test('asks the schema no more than 64 times', async () => {
    await fc.assert(
      fc.asyncProperty(anyValue, async (value) => {
        let calls = 0;
        const { '~standard': props } = schema;
        const counting: StandardSchema = {
          '~standard': {
            ...props,
            validate: (given) => {
              calls += 1;
              return props.validate(given);
            },
          },
        };
        const { document } = describeSchema(schema, 'input', 'draft-07', PLACE);
        await coerceAndValidate(counting, () => document, value);
        expect(calls).toBeLessThanOrEqual(64);
      }),
    );
  });
});

describe('independent defects', () => {
  const order = z.object({
    id: z.string(),
    count: z.number(),
    express: z.boolean(),
    lines: z.array(z.object({ sku: z.string(), price: z.number(), gift: z.boolean().optional() })),
    note: z.string().optional(),
    ship: z.union([
      z.strictObject({ to: z.literal('home'), floor: z.number() }),
      z.strictObject({ to: z.literal('shop'), open: z.boolean() }),
    ]),
  });
  type Order = z.input<typeof order>;

  const orders: fc.Arbitrary<Order> = fc.record({
    id: fc.string(),
    count: fc.integer(),
    express: fc.boolean(),
    lines: fc.array(fc.record({ sku: fc.string(), price: fc.integer() }), { maxLength: 3 }),
    ship: fc.oneof(
      fc.record({ to: fc.constant('home' as const), floor: fc.integer() }),
      fc.record({ to: fc.constant('shop' as const), open: fc.boolean() }),
    ),
  });

  /** Each breaks one part of an order in a way that can be repaired. */
  const defects: readonly ((broken: Record<string, unknown>, valid: Order) => void)[] = [
    (broken, { count }) => Object.assign(broken, { count: String(count) }),
    (broken, { express }) => Object.assign(broken, { express: String(express) }),
    (broken) => Object.assign(broken, { note: null }),
    (broken, { lines }) => Object.assign(broken, { lines: JSON.stringify(lines) }),
    (broken, { lines }) => {
      const worse = lines.map((line) => ({ ...line, price: String(line.price), gift: null }));
      Object.assign(broken, { lines: worse });
    },
    (broken, { ship }) => Object.assign(broken, { ship: JSON.stringify(ship) }),
    (broken, { ship }) => {
      const worse = 'floor' in ship ? { floor: `${ship.floor}` } : { open: `${ship.open}` };
      Object.assign(broken, { ship: { ...ship, ...worse } });
    },
  ];

  test('are all repaired', async () => {
    await fc.assert(
      fc.asyncProperty(
        orders,
        fc.subarray([...defects], { minLength: 1 }),
        async (valid, chosen) => {
          const broken: Record<string, unknown> = { ...valid };
          for (const defect of chosen) defect(broken, valid);
          const result = await coerce(order, broken);
          expect(result).toEqual({
            ok: true,
            accepted: valid,
            parsed: valid,
            repaired: expect.anything(),
          });
        },
      ),
    );
  });

  test('are repaired in text within text', async () => {
    await fc.assert(
      fc.asyncProperty(orders, async (valid) => {
        const worse = { ...valid, lines: JSON.stringify(valid.lines), count: `${valid.count}` };
        const result = await coerce(order, JSON.stringify(worse));
        expect(result).toMatchObject({ ok: true, accepted: valid });
      }),
    );
  });
});
