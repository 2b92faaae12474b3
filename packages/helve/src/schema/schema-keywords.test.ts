import { expect, test } from 'vitest';
import { forEachSubschema, mapSubschemas } from './schema-keywords.ts';

const schema = {
  title: 'all kinds',
  properties: { a: { const: 'a' }, $ref: true },
  items: [{ const: 'i0' }, { const: 'i1' }],
  additionalProperties: false,
  anyOf: [{ const: 'any' }, 'no schema'],
  dependencies: { names: ['a'], schema: { const: 'dep' } },
  not: { const: 'not' },
  const: { properties: { data: {} } },
  default: { items: {} },
  enum: [{ not: {} }],
};

test('schemas inside a schema are found where keywords put them, and nowhere else', () => {
  const found: string[] = [];
  forEachSubschema(schema, (inner, way) => {
    const value = typeof inner === 'boolean' ? inner : inner['const'];
    found.push(`${way.join('/')}=${String(value)}`);
  });
  expect(found).toEqual([
    'properties/a=a',
    'properties/$ref=true',
    'items/0=i0',
    'items/1=i1',
    'additionalProperties=false',
    'anyOf/0=any',
    'dependencies/schema=dep',
    'not=not',
  ]);
});

test('a mapped copy shares what is not mapped and leaves the original alone', () => {
  const before = structuredClone(schema);
  const copy = mapSubschemas(schema, () => ({ mapped: true }));
  expect(schema).toEqual(before);
  expect(copy).toEqual({
    ...schema,
    properties: { a: { mapped: true }, $ref: { mapped: true } },
    items: [{ mapped: true }, { mapped: true }],
    additionalProperties: { mapped: true },
    anyOf: [{ mapped: true }, 'no schema'],
    dependencies: { names: ['a'], schema: { mapped: true } },
    not: { mapped: true },
  });
  expect(copy['default']).toBe(schema.default);
});

test('a property named __proto__ is mapped as any other', () => {
  const properties: unknown = JSON.parse('{"__proto__":{"type":"string"}}');
  const copy = mapSubschemas({ properties }, () => false);
  expect(JSON.stringify(copy)).toBe('{"properties":{"__proto__":false}}');
  expect(Object.getPrototypeOf(copy['properties'])).toBe(Object.prototype);
});
