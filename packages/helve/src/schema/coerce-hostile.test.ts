import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { coerceAndValidate } from './coerce.ts';
import { describeSchema } from './describe.ts';
import { jsonSchema } from './json-schema.ts';
import type { JsonSchemaDocument, StandardJsonSchema, StandardSchema } from './standard-schema.ts';

const PLACE = { toolName: 'test', parameter: 'inputSchema' };

function coerce(schema: StandardJsonSchema, value: unknown) {
  const describe = () => describeSchema(schema, 'input', 'draft-07', PLACE).document;
  return coerceAndValidate(schema, describe, value);
}

/** A schema that refuses everything at the given path, described by any document. */
function refusing(path: PropertyKey[]): StandardSchema {
  const validate = () => ({ issues: [{ message: 'no', path }] });
  return { '~standard': { version: 1, vendor: 'test', validate } };
}

describe('names that mean something to JavaScript', () => {
  const keys = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

  test.each(keys)('a property %s is repaired as any other', async (key) => {
    const schema = jsonSchema(
      JSON.parse(`{"type":"object","properties":{"${key}":{"type":"object",
        "properties":{"n":{"type":"number"},"${key}":{"type":"string"}}}}}`),
    );
    const value: unknown = JSON.parse(`{"${key}":{"n":"5","${key}":null},"other":1}`);
    const result = await coerce(schema, value);
    expect(result).toMatchObject({ ok: true, repaired: true });
    expect(JSON.stringify(result.ok && result.accepted)).toBe(`{"${key}":{"n":5},"other":1}`);
    expect(Object.prototype).not.toHaveProperty('n');
  });

  test.each(keys)('an unknown property %s beside a repair is kept as it is', async (key) => {
    const schema = jsonSchema({ type: 'object', properties: { n: { type: 'number' } } });
    const result = await coerce(schema, JSON.parse(`{"${key}":{"polluted":true},"n":"5"}`));
    expect(JSON.stringify(result.ok && result.accepted)).toBe(`{"${key}":{"polluted":true},"n":5}`);
    expect({}).not.toHaveProperty('polluted');
  });

  test.each(keys)('an issue at %s that is not in the value repairs nothing', async (key) => {
    const document = { type: 'object', properties: { n: { type: 'number' } } };
    const result = await coerceAndValidate(refusing([key, key]), () => document, { n: '1' });
    expect(result).toEqual({ ok: false, issues: [{ message: 'no', path: [key, key] }] });
  });
});

describe('values that are no trees', () => {
  const node: z.ZodType = z.object({
    n: z.number(),
    get next() {
      return node.optional();
    },
  });

  test('a cycle is refused or left as it is', async () => {
    const cycle: Record<string, unknown> = { n: '1' };
    cycle['next'] = cycle;
    expect(await coerce(node as StandardJsonSchema, cycle)).toMatchObject({ ok: false });
    expect(cycle['n']).toBe('1');
    const loose = z.object({ n: z.number(), any: z.unknown() });
    const result = await coerce(loose, { n: '1', any: cycle });
    expect(result).toMatchObject({ ok: true, accepted: { n: 1 } });
    expect(result.ok && Reflect.get(Object(result.accepted), 'any')).toBe(cycle);
  });

  test('a deep value is repaired or refused, never fatal', async () => {
    let deep: unknown = { n: '1' };
    for (let level = 0; level < 50_000; level += 1) deep = { n: 1, next: deep };
    expect(await coerce(node as StandardJsonSchema, deep)).toMatchObject({ ok: false });
    const text = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const lists = jsonSchema({ type: 'array', items: { $ref: '#' } });
    expect(await coerce(lists, text)).toMatchObject({ ok: false });
    expect(await coerce(z.array(z.unknown()), text)).toMatchObject({ ok: true });
  });

  test('text in text in text ends somewhere', async () => {
    let text: unknown = [];
    for (let level = 0; level < 12; level += 1) text = JSON.stringify([text]);
    const lists: z.ZodType = z.lazy(() => z.array(lists));
    const result = await coerce(lists as StandardJsonSchema, text);
    expect(JSON.stringify(result.ok && result.accepted)).toBe('[[[[[[[[[[[[[]]]]]]]]]]]]]');
  });

  test('objects of classes are not taken apart', async () => {
    class Point {
      n = '1';
    }
    const schema = z.object({ p: z.object({ n: z.number() }) });
    expect(await coerce(schema, { p: new Point() })).toMatchObject({ ok: false });
  });

  test('objects that throw when read are refused', async () => {
    const schema = z.object({ n: z.number(), bad: z.unknown().optional() });
    const getter = {
      n: '1',
      get bad(): never {
        throw new Error('read');
      },
    };
    expect(await coerce(schema, getter)).toMatchObject({ ok: false });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(await coerce(schema, proxy)).toMatchObject({ ok: false });
  });
});

describe('large values', () => {
  test('are repaired up to a thousand places', async () => {
    const schema = z.array(z.number());
    const texts = (count: number) => Array.from({ length: count }, (_, index) => String(index));
    expect(await coerce(schema, texts(1_000))).toMatchObject({ ok: true });
    expect(await coerce(schema, texts(50_000))).toMatchObject({ ok: false });
  });

  test('keep their parts that need no repair', async () => {
    const big = { list: Array.from({ length: 1_000 }, (_, index) => ({ index })) };
    const schema = z.object({ n: z.number(), big: z.unknown() });
    const result = await coerce(schema, { n: '1', big });
    expect(result.ok && Reflect.get(Object(result.accepted), 'big')).toBe(big);
  });
});

describe('strange documents', () => {
  test.each<[JsonSchemaDocument]>([
    [{ $ref: '#' }],
    [{ anyOf: [{ $ref: '#' }, { $ref: '#' }] }],
    [{ $ref: 'https://example.com/elsewhere' }],
    [{ allOf: 'nothing', anyOf: 5, properties: [], required: 'n' }],
    [{ properties: { n: { type: 'nonsense' } } }],
    [{ properties: { n: false } }],
    [{ patternProperties: { '[': { type: 'number' } } }],
    [{ type: ['number', 'object'], enum: [], const: {} }],
  ])('%j leads to an answer', async (document) => {
    const result = await coerceAndValidate(refusing(['n']), () => document, { n: '1' });
    expect(result).toEqual({ ok: false, issues: [{ message: 'no', path: ['n'] }] });
  });

  test('a union that doubles at every level leads to an answer', async () => {
    const definitions: Record<string, unknown> = { d30: { type: 'number' } };
    for (let level = 0; level < 30; level += 1) {
      const next = { $ref: `#/definitions/d${level + 1}` };
      definitions[`d${level}`] = { anyOf: [next, { ...next }] };
    }
    const document = { properties: { n: { $ref: '#/definitions/d0' } }, definitions };
    const result = await coerceAndValidate(refusing(['n']), () => document, { n: '1' });
    expect(result).toMatchObject({ ok: false });
  });
});
