import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { acceptsEmptyInput, adaptRoot, EMPTY_OBJECT_SCHEMA, unwrapRoot } from './adapt-root.ts';
import { jsonSchema } from './json-schema.ts';
import type { JsonSchemaDocument } from './standard-schema.ts';
import { validateWith } from './validate.ts';

const OBJECT = { type: 'object', properties: { a: { type: 'string' } } };

async function accepts(document: JsonSchemaDocument, value: unknown): Promise<boolean> {
  return (await validateWith(jsonSchema(document), value)).ok;
}

describe('adaptRoot', () => {
  test('leaves an object as it is', () => {
    const adapted = adaptRoot(OBJECT);
    expect(adapted.kind).toBe('object');
    expect(adapted.document).toBe(OBJECT);
  });

  test.each<[string, JsonSchemaDocument]>([
    ['anyOf', { anyOf: [OBJECT, { $ref: '#/$defs/o' }], $defs: { o: OBJECT } }],
    ['oneOf', { oneOf: [OBJECT, { allOf: [OBJECT, {}] }] }],
    ['allOf', { allOf: [{}, OBJECT] }],
    ['$ref', { $ref: '#/definitions/o', definitions: { o: OBJECT } }],
  ])('says that an %s of objects is an object', (_, document) => {
    expect(adaptRoot(document)).toEqual({
      kind: 'union',
      document: { ...document, type: 'object' },
    });
  });

  test('knows a union that already says it is an object', () => {
    const document = { type: 'object', anyOf: [OBJECT, OBJECT] };
    expect(adaptRoot(document)).toEqual({ kind: 'union', document });
  });

  test('says that what has properties is an object', () => {
    const { properties } = OBJECT;
    expect(adaptRoot({ properties })).toEqual({ kind: 'object', document: OBJECT });
  });

  test.each<[JsonSchemaDocument]>([
    [{ type: 'string' }],
    [{ type: 'array', items: { type: 'string' } }],
    [{}],
    [{ not: {} }],
    [{ type: ['object', 'null'] }],
    [{ anyOf: [OBJECT, { type: 'null' }] }],
    [{ enum: [1, 2] }],
    [{ anyOf: [{ $ref: '#' }] }],
  ])('wraps %j, which is no object only', (document) => {
    const adapted = adaptRoot(document);
    expect(adapted.kind).toBe('value');
    expect(adapted.document).toMatchObject({
      type: 'object',
      required: ['value'],
      additionalProperties: false,
    });
  });

  test('keeps $schema and definitions at the root when it wraps', () => {
    const document = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'array',
      items: { $ref: '#/definitions/o' },
      definitions: { o: OBJECT },
    };
    expect(adaptRoot(document).document).toEqual({
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { value: { type: 'array', items: { $ref: '#/definitions/o' } } },
      required: ['value'],
      additionalProperties: false,
      definitions: { o: OBJECT },
    });
  });

  test.each<[string, JsonSchemaDocument]>([
    ['a recursive root', { type: 'array', items: { $ref: '#' } }],
    [
      'a pointer past definitions',
      { type: 'array', items: { items: { $ref: '#/items' }, type: 'array' } },
    ],
    [
      'a definition that refers to the root',
      { $ref: '#/$defs/l', $defs: { l: { type: 'array', items: { $ref: '#' } } } },
    ],
    [
      'an escaped pointer',
      {
        type: 'array',
        items: { $ref: '#/%24defs/l' },
        $defs: { l: { type: 'array', items: { $ref: '#' } } },
      },
    ],
    ['an anchor', { $anchor: 'l', type: 'array', items: { $ref: '#l' } }],
    [
      'an $id',
      { $id: 'https://example.com/l', type: 'array', items: { $ref: 'https://example.com/l#' } },
    ],
    [
      'a recursive reference',
      {
        $schema: 'https://json-schema.org/draft/2019-09/schema',
        type: 'array',
        items: { $recursiveRef: '#' },
      },
    ],
    ['a dynamic reference', { $dynamicAnchor: 'l', type: 'array', items: { $dynamicRef: '#l' } }],
  ])('keeps %s working when it wraps', async (_, document) => {
    const adapted = adaptRoot(document);
    expect(adapted.kind).toBe('value');
    for (const value of [[], [[]], [[[], [[]]]], [[5]], [[[], ['x']]], 5]) {
      expect(await accepts(adapted.document, { value })).toBe(await accepts(document, value));
    }
    expect(await accepts(adapted.document, { value: [[[]]] })).toBe(true);
    expect(await accepts(adapted.document, { value: [[[5]]] })).toBe(false);
  });

  test('leaves embedded documents and data alone when it wraps', () => {
    const document = {
      type: 'array',
      items: { $id: 'https://example.com/item', anyOf: [{ $ref: '#/$defs/x' }], $defs: { x: {} } },
      default: [{ $ref: '#' }],
      contains: { const: { $ref: '#/items' } },
    };
    expect(adaptRoot(document).document).toMatchObject({ properties: { value: document } });
  });

  test('changes nothing of what it is given', () => {
    const document = Object.freeze({ type: 'array', items: Object.freeze({ $ref: '#' }) });
    adaptRoot(document);
    expect(document).toEqual({ type: 'array', items: { $ref: '#' } });
  });
});

describe('unwrapRoot', () => {
  test('takes the value out of its wrapping', () => {
    expect(unwrapRoot('value', { value: [1] })).toEqual([1]);
    expect(unwrapRoot('value', { value: null })).toBeNull();
  });

  test('gives nothing where the wrapping holds nothing', () => {
    expect(unwrapRoot('value', {})).toBeUndefined();
    expect(unwrapRoot('value', JSON.parse('{"__proto__":{"value":1}}'))).toBeUndefined();
  });

  test('leaves what was sent without wrapping for the schema to judge', () => {
    expect(unwrapRoot('value', [1])).toEqual([1]);
    expect(unwrapRoot('value', 'text')).toBe('text');
  });

  test.each(['object', 'union'] as const)('leaves inputs of kind %s alone', (kind) => {
    const input = { value: 1 };
    expect(unwrapRoot(kind, input)).toBe(input);
  });
});

describe('acceptsEmptyInput', () => {
  test.each<[boolean, JsonSchemaDocument]>([
    [true, EMPTY_OBJECT_SCHEMA],
    [true, {}],
    [true, OBJECT],
    [false, { ...OBJECT, required: ['a'] }],
    [false, { type: 'array' }],
    [false, { type: 'object', minProperties: 1 }],
    [true, { anyOf: [{ type: 'object', required: ['a'] }, { type: 'object' }] }],
    [false, { anyOf: [{ type: 'object', required: ['a'] }, { type: 'string' }] }],
    [false, { allOf: [{ type: 'object' }, { required: ['a'] }] }],
    [true, { $ref: '#/$defs/o', $defs: { o: OBJECT } }],
    [false, { not: {}, type: 'null' }],
  ])('is %s for %j', (expected, document) => {
    expect(acceptsEmptyInput(document)).toBe(expected);
  });

  test('is false for a wrapped root, whose value is required', () => {
    expect(acceptsEmptyInput(adaptRoot({ type: 'array' }).document)).toBe(false);
  });

  test('goes by the input of a schema, so defaults need not be sent', () => {
    const schema = z.object({ limit: z.number().default(3) });
    const { input } = schema['~standard'].jsonSchema;
    expect(acceptsEmptyInput(input({ target: 'draft-07' }))).toBe(true);
  });
});
