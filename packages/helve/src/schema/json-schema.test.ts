import { describe, expect, test } from 'vitest';
import { jsonSchema } from './json-schema.ts';
import type { Issue, StandardJsonSchema } from './standard-schema.ts';
import { validateWith } from './validate.ts';

async function issuesOf(schema: StandardJsonSchema, value: unknown): Promise<readonly Issue[]> {
  const result = await validateWith(schema, value);
  return result.ok ? [] : result.issues;
}

async function accepts(document: Record<string, unknown>, value: unknown): Promise<boolean> {
  return (await issuesOf(jsonSchema(document), value)).length === 0;
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

describe('a schema made of a JSON Schema', () => {
  test('gives a valid value back as it is', async () => {
    const value = { name: 'Ada', age: 36, tags: ['x'] };
    const result = await validateWith(jsonSchema<typeof value>(PERSON), value);
    expect(result).toEqual({ ok: true, value });
    expect(result.ok && result.value).toBe(value);
  });

  test('names each fault where it is, without the value', async () => {
    const issues = await issuesOf(jsonSchema(PERSON), {
      age: -1.5,
      tags: ['ok', { secret: 'hunter2' }],
      'odd/key~': 'hunter2',
    });
    expect(issues).toEqual([
      { path: ['name'], message: 'missing: expected string of at least 1 character' },
      { path: ['age'], message: 'expected integer ≥ 0' },
      { path: ['tags', 1], message: 'expected string' },
      { path: ['odd/key~'], message: 'unexpected property' },
    ]);
    expect(JSON.stringify(issues)).not.toContain('hunter2');
  });

  test('answers at once after its first value', async () => {
    const schema = jsonSchema(PERSON);
    await validateWith(schema, {});
    expect(validateWith(schema, { name: 'Ada' })).toEqual({ ok: true, value: { name: 'Ada' } });
    const another = jsonSchema({ type: 'string' });
    expect(validateWith(another, 'text')).toEqual({ ok: true, value: 'text' });
  });

  test('publishes the document as it came, whatever is asked for', () => {
    const { input, output } = jsonSchema(PERSON)['~standard'].jsonSchema;
    expect(input({ target: 'draft-07' })).toEqual(PERSON);
    expect(output({ target: 'draft-2020-12' })).toEqual(PERSON);
  });

  test('is not changed by changes to the document', async () => {
    const document = structuredClone(PERSON);
    const schema = jsonSchema(document);
    document.required.length = 0;
    document.properties.age.minimum = 100;
    expect(await issuesOf(schema, { age: 5 })).toHaveLength(1);
    expect(schema['~standard'].jsonSchema.input({ target: 'draft-07' })).toEqual(PERSON);
  });

  test('cannot be changed through what it publishes', () => {
    const published = jsonSchema(PERSON)['~standard'].jsonSchema.input({ target: 'draft-07' });
    expect(() => Object.assign(published, { required: [] })).toThrow(TypeError);
    expect(() => Object.assign(Object(published['properties']), { x: {} })).toThrow(TypeError);
  });

  test('takes booleans for documents', async () => {
    expect(await issuesOf(jsonSchema(true), { any: 'thing' })).toEqual([]);
    expect(await issuesOf(jsonSchema(false), 1)).toHaveLength(1);
    expect(jsonSchema(false)['~standard'].jsonSchema.input({ target: 'draft-07' })).toEqual({
      not: {},
    });
  });

  test('counts undefined properties as absent', async () => {
    const value = { name: 'Ada', age: undefined };
    const result = await validateWith(jsonSchema(PERSON), value);
    expect(result).toEqual({ ok: true, value });
    expect(await issuesOf(jsonSchema(PERSON), { name: undefined })).toMatchObject([
      { path: ['name'] },
    ]);
  });

  test('checks formats it knows and ignores others', async () => {
    expect(await accepts({ type: 'string', format: 'email' }, 'no')).toBe(false);
    expect(await accepts({ type: 'string', format: 'email' }, 'a@example.com')).toBe(true);
    for (const format of ['made-up', 'constructor', '__proto__', 'toString']) {
      expect(await accepts({ type: 'string', format }, 'anything')).toBe(true);
    }
  });
});

describe('versions of JSON Schema', () => {
  test.each([
    ['http://json-schema.org/draft-07/schema#', { items: [{ type: 'string' }] }],
    ['https://json-schema.org/draft-07/schema', { items: [{ type: 'string' }] }],
    ['https://json-schema.org/draft/2019-09/schema', { items: [{ type: 'string' }] }],
    ['https://json-schema.org/draft/2020-12/schema', { prefixItems: [{ type: 'string' }] }],
    ['https://json-schema.org/draft/2020-12/schema#', { prefixItems: [{ type: 'string' }] }],
  ])('%s is validated', async ($schema, keywords) => {
    expect(await accepts({ $schema, ...keywords }, ['a', 1])).toBe(true);
    expect(await accepts({ $schema, ...keywords }, [1])).toBe(false);
  });

  test('beside a $ref nothing counts in draft-07, and all does later', async () => {
    const document = { $ref: '#/$defs/text', maxLength: 1, $defs: { text: { type: 'string' } } };
    const $schema = 'http://json-schema.org/draft-07/schema#';
    expect(await accepts({ ...document, $schema }, 'abc')).toBe(true);
    expect(await accepts(document, 'abc')).toBe(false);
  });
});

describe('references', () => {
  const tree = { type: 'object', properties: { kids: { type: 'array', items: { $ref: '#' } } } };

  test.each<[string, Record<string, unknown>]>([
    ['the root', tree],
    ['a definition', { $ref: '#/$defs/t', $defs: { t: { ...tree, ...refTo('#/$defs/t') } } }],
    ['an anchor', { $ref: '#t', $defs: { t: { $anchor: 't', ...refTo('#t') } } }],
    ['its own $id', { $id: 'https://example.com/t', ...refTo('https://example.com/t') }],
    ['a relative $id', { $id: 'https://example.com/t', ...refTo('t') }],
    ['a dynamic anchor', { $dynamicAnchor: 't', ...refTo('#t', '$dynamicRef') }],
    [
      'the root, in 2019-09',
      {
        $schema: 'https://json-schema.org/draft/2019-09/schema',
        $recursiveAnchor: true,
        ...refTo('#', '$recursiveRef'),
      },
    ],
    ['what is no keyword', { $ref: '#/components/t', components: { t: refTo('#/components/t') } }],
  ])('to %s are followed', async (_, document) => {
    expect(await accepts(document, { kids: [{ kids: [] }, {}] })).toBe(true);
    expect(await accepts(document, { kids: [{ kids: [5] }] })).toBe(false);
  });

  function refTo(text: string, keyword = '$ref'): Record<string, unknown> {
    return {
      type: 'object',
      properties: { kids: { type: 'array', items: { [keyword]: text } } },
    };
  }

  test('in embedded documents start at these', async () => {
    const document = {
      $defs: {
        inner: {
          $id: 'https://example.com/inner',
          $defs: { x: { type: 'number' } },
          properties: { a: { $ref: '#/$defs/x' } },
        },
        x: { type: 'string' },
      },
      properties: { in: { $ref: 'https://example.com/inner' }, b: { $ref: '#/$defs/x' } },
    };
    expect(await accepts(document, { in: { a: 1 }, b: 'text' })).toBe(true);
    expect(await accepts(document, { in: { a: 'text' } })).toBe(false);
    expect(await accepts(document, { b: 1 })).toBe(false);
  });

  test('that are data mean nothing', async () => {
    const document = { const: { $ref: 'https://example.com/x' }, default: { $ref: '#/nowhere' } };
    expect(await accepts(document, { $ref: 'https://example.com/x' })).toBe(true);
  });

  test('may be names of properties', async () => {
    const document = { properties: { $ref: { type: 'string' }, $id: { type: 'string' } } };
    expect(await accepts(document, { $ref: 'x', $id: 'y' })).toBe(true);
    expect(await accepts(document, { $ref: 1 })).toBe(false);
  });

  test('may be more than one at a place', async () => {
    const document = {
      $ref: '#/$defs/long',
      $dynamicRef: '#short',
      $defs: { long: { minLength: 2 }, short: { $dynamicAnchor: 'short', maxLength: 3 } },
    };
    expect(await accepts(document, 'abc')).toBe(true);
    expect(await accepts(document, 'a')).toBe(false);
    expect(await accepts(document, 'abcd')).toBe(false);
  });
});
