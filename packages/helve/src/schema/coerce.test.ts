import { beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { coerceAndValidate, loadRepairs } from './coerce.ts';
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

beforeAll(loadRepairs);

test('the first failure of a process is answered through a promise, and repaired all the same', async () => {
  vi.resetModules();
  const fresh = await import('./coerce.ts');
  const schema = z.object({ n: z.number() });
  const check = (value: unknown) =>
    fresh.coerceAndValidate(schema, () => z.toJSONSchema(schema), value);
  expect(check({ n: 1 })).not.toBeInstanceOf(Promise);
  const first = check({ n: '1' });
  expect(first).toBeInstanceOf(Promise);
  expect(await first).toMatchObject({ ok: true, accepted: { n: 1 } });
  expect(check({ n: '1' })).toMatchObject({ ok: true, accepted: { n: 1 } });
});

test('a value that fails stays refused where what repairs cannot be loaded', async () => {
  vi.resetModules();
  vi.doMock('./repair-search.ts', () => {
    throw new Error('the file is gone');
  });
  const fresh = await import('./coerce.ts');
  const schema = z.object({ n: z.number() });
  const result = fresh.coerceAndValidate(schema, () => z.toJSONSchema(schema), { n: '1' });
  expect(await result).toMatchObject({ ok: false, issues: [{ path: ['n'] }] });
  vi.doUnmock('./repair-search.ts');
});

describe('an absent whole input', () => {
  const list = z.array(z.string());
  const options = z.object({ limit: z.number().default(10) });

  test.each([[undefined], [null]])('%o becomes {} where objects are admitted', (absent) => {
    expect(coerce(options, absent)).toEqual({
      ok: true,
      accepted: {},
      parsed: { limit: 10 },
      repaired: true,
    });
  });

  test.each([[undefined], [null]])('%o becomes [] where arrays are admitted', (absent) => {
    expect(coerce(list, absent)).toMatchObject({ ok: true, accepted: [] });
  });

  test('becomes whatever a union of both admits', () => {
    const either = z.union([z.object({ city: z.string() }), list]);
    expect(coerce(either, undefined)).toMatchObject({ ok: true, accepted: [] });
  });

  test('stays absent where {} is not valid', () => {
    const result = coerce(z.object({ city: z.string() }), undefined);
    expect(result).toMatchObject({ ok: false, issues: [{ path: ['city'] }] });
  });

  test('is not a null that is admitted', () => {
    const schema = z.object({ a: z.string() }).nullable();
    expect(coerce(schema, null)).toMatchObject({ ok: true, accepted: null, repaired: false });
  });

  test('never is a missing property', () => {
    const schema = z.object({ options: z.object({}), list });
    expect(coerce(schema, {})).toMatchObject({ ok: false });
  });
});

describe('defaults', () => {
  test('take the place of null', () => {
    const schema = z.object({ unit: z.string().default('c'), n: z.number().nullable().default(1) });
    expect(coerce(schema, { unit: null, n: null })).toEqual({
      ok: true,
      accepted: { n: null },
      parsed: { unit: 'c', n: null },
      repaired: true,
    });
  });
});

describe('transforms', () => {
  test('are in the parsed value and not in the accepted one', () => {
    const schema = z.object({
      when: z.string().transform((text) => new Date(text)),
      n: z.number(),
    });
    expect(coerce(schema, { when: '2026-01-02', n: '5' })).toEqual({
      ok: true,
      accepted: { when: '2026-01-02', n: 5 },
      parsed: { when: new Date('2026-01-02'), n: 5 },
      repaired: true,
    });
  });

  test('that convert by themselves are left to it', () => {
    const schema = z.object({ flag: z.coerce.boolean(), n: z.number() });
    // by JSON this text would be false; the schema's own rule makes it true
    expect(coerce(schema, { flag: 'false', n: '5' })).toMatchObject({
      accepted: { flag: 'false', n: 5 },
      parsed: { flag: true, n: 5 },
    });
  });
});

describe('strings', () => {
  test('stay strings where a string is admitted', () => {
    const schema = z.object({ body: z.string(), either: z.union([z.string(), z.number()]) });
    const value = { body: '{"a":1}', either: '5' };
    expect(coerce(schema, value)).toMatchObject({ ok: true, accepted: value, repaired: false });
    const failing = z.object({ either: z.union([z.string().max(1), z.number()]) });
    expect(coerce(failing, { either: '55' })).toMatchObject({ ok: false });
  });

  test('become numbers where the only strings admitted are others', () => {
    const schema = z.object({ limit: z.union([z.literal('auto'), z.number()]) });
    expect(coerce(schema, { limit: '5' })).toMatchObject({ accepted: { limit: 5 } });
    expect(coerce(schema, { limit: 'auto' })).toMatchObject({ accepted: { limit: 'auto' } });
  });

  test('become the literals they stand for, a discriminator included', () => {
    const schema = z.discriminatedUnion('v', [
      z.object({ v: z.literal(1), a: z.number() }),
      z.object({ v: z.literal(2), b: z.boolean() }),
    ]);
    expect(coerce(schema, { v: '2', b: 'true' })).toMatchObject({ accepted: { v: 2, b: true } });
  });
});

describe('unions', () => {
  test('without discriminator are tried in order', () => {
    const schema = z.object({
      a: z.union([z.object({ n: z.number() }).strict(), z.object({ n: z.boolean() }).strict()]),
    });
    expect(coerce(schema, { a: { n: 'true' } })).toMatchObject({ accepted: { a: { n: true } } });
    expect(coerce(schema, { a: { n: '1' } })).toMatchObject({ accepted: { a: { n: 1 } } });
  });

  test('take the branch that suits the whole, not just itself', () => {
    const pair = z.union([
      z.object({ x: z.number(), y: z.string() }),
      z.object({ x: z.string(), y: z.number() }),
    ]);
    const schema = z
      .object({ one: pair, other: pair, n: z.number() })
      .refine(({ one, other }) => typeof one.x !== typeof other.x, 'must differ');
    const given = { x: '1', y: '2' };
    const result = coerce(schema, { one: given, other: given, n: '3' });
    expect(result).toMatchObject({
      ok: true,
      accepted: { one: { x: '1', y: 2 }, other: { x: 1, y: '2' }, n: 3 },
    });
  });

  test('next to one another need not take the same branch', () => {
    const branch = z.union([
      z.strictObject({ a: z.number() }),
      z.strictObject({ b: z.number() }),
      z.strictObject({ c: z.boolean() }),
    ]);
    const schema = z.object({ list: z.array(branch) });
    expect(
      coerce(schema, { list: [{ c: 'true' }, { a: '1' }, '{"b":"2"}', { a: 4 }] }),
    ).toMatchObject({ accepted: { list: [{ c: true }, { a: 1 }, { b: 2 }, { a: 4 }] } });
  });

  test('inside unions are repaired as well', () => {
    const inner = z.union([z.strictObject({ x: z.number() }), z.strictObject({ y: z.boolean() })]);
    const schema = z.union([z.strictObject({ a: z.array(inner) }), z.strictObject({ b: inner })]);
    expect(coerce(schema, { a: [{ x: '1' }, { y: 'true' }] })).toMatchObject({
      accepted: { a: [{ x: 1 }, { y: true }] },
    });
    expect(coerce(schema, { b: '{"y":"false"}' })).toMatchObject({ accepted: { b: { y: false } } });
  });

  test('of thirty branches are decided by the discriminator', async () => {
    const branches = Array.from({ length: 30 }, (_, index) => ({
      type: 'object',
      properties: { kind: { const: `k${index}` }, n: { type: index % 2 ? 'number' : 'boolean' } },
      required: ['kind', 'n'],
    }));
    const result = await coerce(jsonSchema({ oneOf: branches }), { kind: 'k25', n: '7' });
    expect(result).toMatchObject({ accepted: { kind: 'k25', n: 7 } });
  });
});

describe('the issues', () => {
  test('are those that a repair leaves, not those that it would mend', () => {
    const schema = z.object({ n: z.number().min(3), list: z.array(z.string()).min(1) });
    expect(coerce(schema, { n: '2', list: '[]' })).toMatchObject({
      issues: [
        { path: ['n'], message: expect.stringContaining('>=3') },
        { path: ['list'], message: expect.stringContaining('>=1') },
      ],
    });
  });

  test('are those of the value as given where no repair helps', () => {
    const schema = z.object({ a: z.string(), b: z.number() });
    expect(coerce(schema, { a: 1, b: 'x' })).toMatchObject({
      issues: [{ path: ['a'] }, { path: ['b'] }],
    });
  });

  test('are those of the attempt with fewest places left', () => {
    const schema = z.object({
      u: z.union([z.array(z.number()), z.array(z.boolean())]),
      n: z.number(),
      s: z.string(),
    });
    expect(coerce(schema, { u: '["x"]', n: '1', s: 2 })).toMatchObject({
      issues: [{ path: ['u'] }, { path: ['s'] }],
    });
  });
});

describe('recursive schemas', () => {
  test('are repaired at any depth', () => {
    const node: z.ZodType = z.object({
      n: z.number(),
      get kids() {
        return z.array(node).optional();
      },
    });
    const value = { n: '1', kids: [{ n: 2, kids: '[{"n":"3","kids":null}]' }] };
    expect(coerce(node as StandardJsonSchema, value)).toMatchObject({
      accepted: { n: 1, kids: [{ n: 2, kids: [{ n: 3 }] }] },
    });
  });

  test('as intersections are, too', async () => {
    const schema = jsonSchema({
      allOf: [{ $ref: '#/$defs/base' }, { properties: { more: { type: 'number' } } }],
      $defs: {
        base: {
          type: 'object',
          properties: { self: { $ref: '#' }, n: { allOf: [{ type: 'number' }, { minimum: 1 }] } },
        },
      },
    });
    const value = { n: '1', more: '2', self: { n: '3', self: '{"more":"4"}' } };
    expect(await coerce(schema, value)).toMatchObject({
      accepted: { n: 1, more: 2, self: { n: 3, self: { more: 4 } } },
    });
  });
});

describe('schemas that answer later', () => {
  test('are repaired all the same', async () => {
    const schema = z.object({
      n: z.number().refine(async (n) => n > 1, 'too small'),
      o: z.string().optional(),
    });
    expect(await coerce(schema, { n: '5', o: null })).toMatchObject({ accepted: { n: 5 } });
    expect(await coerce(schema, { n: '1', o: null })).toMatchObject({
      ok: false,
      issues: [{ path: ['n'], message: 'too small' }],
    });
  });
});

describe('schemas without a description', () => {
  test('are validated and not repaired', () => {
    const schema = z.object({ n: z.number() });
    expect(coerceAndValidate(schema, () => undefined, { n: '1' })).toMatchObject({ ok: false });
    const throwing = () => {
      throw new Error('cannot be described');
    };
    expect(coerceAndValidate(schema, throwing, { n: '1' })).toMatchObject({
      ok: false,
      issues: [{ path: ['n'] }],
    });
  });
});
