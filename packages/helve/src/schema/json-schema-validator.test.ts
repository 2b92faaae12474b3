import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonSchema } from './json-schema.ts';
import type { Issue, StandardJsonSchema } from './standard-schema.ts';
import { validateWith } from './validate.ts';

async function issuesOf(schema: StandardJsonSchema, value: unknown): Promise<readonly Issue[]> {
  const result = await validateWith(schema, value);
  return result.ok ? [] : result.issues;
}

const PERSON = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1 },
    age: { type: 'integer', minimum: 0 },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['name'],
  additionalProperties: false,
};

describe('hostile values', () => {
  const recursive = { type: 'object', properties: { next: { $ref: '#' } } };

  function nest(depth: number): unknown {
    let value: unknown = {};
    for (let level = 0; level < depth; level += 1) value = { next: value };
    return value;
  }

  test('a deep value is an issue', async () => {
    expect(await issuesOf(jsonSchema(recursive), nest(100))).toEqual([]);
    for (const value of [nest(300), nest(200_000)]) {
      const [issue] = await issuesOf(jsonSchema(recursive), value);
      expect(issue?.message).toBe('the value is nested too deeply, or contains itself');
    }
  });

  test('a cyclic value is an issue', async () => {
    const value: Record<string, unknown> = {};
    value['next'] = value;
    expect(await issuesOf(jsonSchema(recursive), value)).toHaveLength(1);
  });

  test.each([
    [undefined],
    [() => 1],
    [Symbol('s')],
    [1n],
    [Number.NaN],
    [new Date(0)],
    [new Map([['a', 1]])],
    [[undefined]],
  ])('%o is an issue, as it is no JSON', async (value) => {
    expect(await issuesOf(jsonSchema({}), value)).toMatchObject([
      { message: 'expected a JSON value' },
    ]);
    expect(await issuesOf(jsonSchema({}), { a: [value ?? Number.NaN] })).toMatchObject([
      { message: 'expected a JSON value' },
    ]);
  });

  test('an array that fails everywhere gives issues, not a crash', async () => {
    const schema = jsonSchema({ items: { type: 'string' } });
    const issues = await issuesOf(
      schema,
      Array.from({ length: 300_000 }, () => 1),
    );
    expect(issues.length).toBeGreaterThan(0);
    expect(issues.length).toBeLessThanOrEqual(1_000);
  });

  test('a long array is not compared item by item', async () => {
    const schema = jsonSchema({ uniqueItems: true });
    const [issue] = await issuesOf(
      schema,
      Array.from({ length: 100_000 }, (_, index) => index),
    );
    expect(issue?.message).toContain('at most 10000 items');
  });

  test('a document that doubles its work at every level is stopped', async () => {
    const both = { allOf: [{ $ref: '#' }, { $ref: '#' }] };
    const schema = jsonSchema({ type: 'object', properties: { next: both } });
    expect(await issuesOf(schema, nest(5))).toEqual([]);
    expect(await issuesOf(schema, nest(60))).toMatchObject([
      { message: 'the value takes too much work to validate' },
    ]);
    expect(await issuesOf(schema, nest(5))).toEqual([]);
  });

  test('a document that doubles its work in place is stopped', async () => {
    const $defs: Record<string, unknown> = { d40: {} };
    for (let level = 0; level < 40; level += 1) {
      const next = { $ref: `#/$defs/d${level + 1}` };
      $defs[`d${level}`] = { allOf: [next, next] };
    }
    expect(await issuesOf(jsonSchema({ $ref: '#/$defs/d0', $defs }), 1)).toMatchObject([
      { message: 'the value takes too much work to validate' },
    ]);
  });

  test('any JSON value gets an answer from any of these', async () => {
    const schemas = [PERSON, recursive, { anyOf: [PERSON, recursive, { type: 'array' }] }].map(
      (document) => jsonSchema(document),
    );
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const before = JSON.stringify(value);
        for (const schema of schemas) {
          const result = await validateWith(schema, value);
          if (result.ok) expect(result.value).toBe(value);
          else expect(result.issues.length).toBeGreaterThan(0);
        }
        expect(JSON.stringify(value)).toBe(before);
      }),
    );
  });
});
