import { describe, expect, test } from 'vitest';
import { jsonSchema } from './json-schema.ts';
import type { Issue, StandardJsonSchema } from './standard-schema.ts';
import { validateWith } from './validate.ts';

async function issuesOf(schema: StandardJsonSchema, value: unknown): Promise<readonly Issue[]> {
  const result = await validateWith(schema, value);
  return result.ok ? [] : result.issues;
}

describe('issues of unions', () => {
  const union = {
    anyOf: [
      { type: 'object', properties: { kind: { const: 'a' }, n: { type: 'number' } } },
      { type: 'object', properties: { kind: { const: 'b' }, s: { type: 'string' } } },
      { type: 'null' },
    ],
  };

  test('are those of the branch that the discriminator names', async () => {
    expect(await issuesOf(jsonSchema(union), { kind: 'b', s: 1, n: 'x' })).toEqual([
      { path: ['s'], message: 'expected string' },
    ]);
  });

  test('name what is admitted where no branch is meant', async () => {
    const schema = jsonSchema({
      properties: { u: { anyOf: [{ type: 'number' }, { enum: ['x'] }] } },
    });
    expect(await issuesOf(schema, { u: 'hunter2' })).toEqual([
      { path: ['u'], message: 'expected number or "x"' },
    ]);
  });

  test('say that several forms match where only one may', async () => {
    const schema = jsonSchema({ oneOf: [{ minimum: 1 }, { minimum: 2 }, { minimum: 9 }] });
    expect(await issuesOf(schema, 5)).toEqual([
      { path: [], message: 'expected a value that matches only one of several forms' },
    ]);
  });
});

describe('other issues', () => {
  test.each<[Record<string, unknown>, unknown, readonly Issue[]]>([
    [{ enum: ['a', 'b'] }, 'c', [{ path: [], message: 'expected one of "a", "b"' }]],
    [{ minLength: 2 }, 'a', [{ path: [], message: 'expected string of at least 2 characters' }]],
    [{ multipleOf: 5 }, 7, [{ path: [], message: 'expected number a multiple of 5' }]],
    [
      { uniqueItems: true },
      [1, 1],
      [{ path: [], message: 'expected items that are all different' }],
    ],
    [
      { contains: { type: 'string' }, minContains: 2 },
      ['a', 1],
      [
        {
          path: [],
          message: 'expected an array with at least 2 of the items that the schema asks for',
        },
      ],
    ],
    [
      { propertyNames: { maxLength: 2 } },
      { abc: 1 },
      [{ path: ['abc'], message: 'the name: expected string of at most 2 characters' }],
    ],
    [
      { dependentRequired: { card: ['address'] } },
      { card: 1 },
      [{ path: ['address'], message: 'missing: required where "card" is given' }],
    ],
    [{ items: false }, [1], [{ path: [0], message: 'unexpected item' }]],
    [
      { not: { type: 'string' } },
      'x',
      [
        {
          path: [],
          message: 'expected a value that does not match what the schema excludes',
        },
      ],
    ],
    [
      JSON.parse('{ "if": { "required": ["a"] }, "then": { "required": ["b"] } }'),
      { a: 1 },
      [{ path: ['b'], message: 'missing' }],
    ],
  ])('%j refuses %j', async (document, value, issues) => {
    expect(await issuesOf(jsonSchema(document), value)).toEqual(issues);
  });
});

describe('hostile names', () => {
  test.each(['__proto__', 'constructor', 'toString', 'a/b', 'm~n', '%25', 'ключ', '#', ''])(
    'a property named "%s" is checked as any other',
    async (name) => {
      const document: Record<string, unknown> = JSON.parse(
        JSON.stringify({
          type: 'object',
          properties: { KEY: { type: 'number' } },
          required: ['KEY'],
          additionalProperties: false,
        }).replaceAll('"KEY"', JSON.stringify(name)),
      );
      const value = (text: string): unknown => JSON.parse(`{${JSON.stringify(name)}:${text}}`);
      expect(await issuesOf(jsonSchema(document), value('1'))).toEqual([]);
      expect(await issuesOf(jsonSchema(document), value('"x"'))).toEqual([
        { path: [name], message: 'expected number' },
      ]);
      expect(await issuesOf(jsonSchema(document), {})).toEqual([
        { path: [name], message: 'missing: expected number' },
      ]);
      expect(Object.prototype).not.toHaveProperty('type');
    },
  );

  test('a name that is no valid Unicode is refused, not fatal', async () => {
    expect(await issuesOf(jsonSchema({ additionalProperties: true }), { '\ud800': 1 })).toEqual([
      { path: [], message: 'expected names that are valid Unicode' },
    ]);
  });
});
