import { describe, expect, test } from 'vitest';
import { jsonSchema } from './json-schema.ts';
import { SchemaError } from './schema-error.ts';

describe('documents that are refused', () => {
  function refusal(document: unknown): string {
    try {
      jsonSchema(document as Record<string, unknown>);
    } catch (error) {
      if (SchemaError.isInstance(error)) return error.message;
      throw error;
    }
    throw new Error('the document was not refused');
  }

  test.each([[undefined], [null], ['{"type":"string"}'], [[]], [5], [new Map()]])(
    '%o, which is no document',
    (document) => {
      expect(refusal(document)).toContain('jsonSchema() takes a JSON Schema');
    },
  );

  test.each([['http://json-schema.org/draft-04/schema#'], ['https://example.com/mine'], [5]])(
    'in the version %s',
    ($schema) => {
      expect(refusal({ $schema })).toContain('draft-07, 2019-09 and 2020-12');
    },
  );

  test.each([
    ['$ref', 'https://example.com/user.json'],
    ['$ref', 'user.json'],
    ['$ref', 'user.json#/$defs/x'],
    ['$ref', '//'],
    ['$dynamicRef', 'https://example.com/user.json#node'],
    ['$recursiveRef', 'https://example.com/user.json'],
  ])('with a %s out of the document: %s', (keyword, text) => {
    const message = refusal({ properties: { user: { [keyword]: text } } });
    expect(message).toContain(`"${text}"`);
    expect(message).toContain('"#/properties/user"');
    expect(message).toContain('Copy what it names into $defs');
  });

  test.each(['#/$defs/nobody', '#nobody', '#/type', '#/__proto__', '#/constructor'])(
    'with a reference to %s, which is not there',
    (text) => {
      expect(refusal({ type: 'object', items: { $ref: text } })).toContain('leads to no schema');
    },
  );

  test.each([
    [{ $ref: '#' }],
    [{ allOf: [{ $ref: '#' }] }],
    [
      {
        $ref: '#/$defs/a',
        $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { not: { $ref: '#/$defs/a' } } },
      },
    ],
    [{ if: { $ref: '#' } }],
    [{ $defs: { unused: { $ref: '#/$defs/unused' } } }],
    [{ $recursiveRef: '#' }],
    [{ dependentSchemas: { a: { $ref: '#' } } }],
  ])('that refers back to itself: %j', (document) => {
    expect(refusal(document)).toContain('refers back to itself');
  });

  test('with references in an endless row', () => {
    const $defs: Record<string, unknown> = { d9000: {} };
    for (let at = 0; at < 9000; at += 1) $defs[`d${at}`] = { $ref: `#/$defs/d${at + 1}` };
    expect(refusal({ $ref: '#/$defs/d0', $defs })).toContain('in a row');
  });

  test('with the same dynamic name twice', () => {
    const node = { $dynamicAnchor: 'node' };
    expect(refusal({ $defs: { a: node, b: node } })).toContain('$dynamicAnchor "node"');
    const recursive = { $recursiveAnchor: true };
    expect(refusal({ ...recursive, $defs: { a: recursive } })).toContain('$recursiveAnchor');
  });

  test('too deep, also where it contains itself', () => {
    let document: Record<string, unknown> = {};
    for (let level = 0; level < 130; level += 1) document = { items: document };
    expect(refusal(document)).toContain('128 levels');
    const cyclic: Record<string, unknown> = {};
    cyclic['items'] = cyclic;
    expect(refusal(cyclic)).toContain('contains itself');
  });

  test('with too many parts, or too long', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 10_001 }, (_, index) => [`p${index}`, {}]),
    );
    expect(refusal({ properties })).toContain('10000 objects and arrays');
    expect(refusal({ description: 'x'.repeat(1_000_001) })).toContain('1000000');
  });

  test.each([[() => 1], [1n], [Symbol('s')], [Number.NaN], [new Date(0)], [/x/]])(
    'with %o in it',
    (value) => {
      const message = refusal({ properties: { a: { default: [value] } } });
      expect(message).toContain('not JSON');
      expect(message).toContain('#/properties/a/default/0');
    },
  );

  test('with a name that is no valid Unicode', () => {
    expect(refusal({ properties: { '\udc00': {} } })).toContain('valid Unicode');
  });

  test.each(['[', '(?<x', '\\-', 'a{2,1}'])('with the pattern %s', (pattern) => {
    expect(refusal({ properties: { a: { pattern } } })).toContain(JSON.stringify(pattern));
    expect(refusal({ patternProperties: { [pattern]: {} } })).toContain(JSON.stringify(pattern));
  });

  test.each([
    ['type', 'any'],
    ['type', []],
    ['required', true],
    ['required', 'name'],
    ['properties', []],
    ['properties', { a: 'string' }],
    ['anyOf', []],
    ['allOf', {}],
    ['items', 'string'],
    ['not', null],
    ['enum', 'a'],
    ['minimum', '1'],
    ['minLength', -1],
    ['exclusiveMinimum', true],
    ['multipleOf', 0],
    ['pattern', 5],
    ['$ref', {}],
    ['dependencies', { a: 5 }],
  ])('with "%s": %j', (keyword, value) => {
    const message = refusal({ $defs: { here: { [keyword]: value } } });
    expect(message).toContain(`"${keyword}" at "#/$defs/here" must be`);
  });
});
