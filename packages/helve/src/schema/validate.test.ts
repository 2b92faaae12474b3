import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { validateWith } from './validate.ts';

/** A schema whose validator gives anything, as only JavaScript's callers can. */
function schemaGiving(validate: (value: unknown) => unknown): StandardSchemaV1 {
  const props = { version: 1, vendor: 'test', validate };
  return { '~standard': props as StandardSchemaV1['~standard'] };
}

describe('validateWith', () => {
  test('answers at once where the schema does', () => {
    expect(validateWith(z.object({ n: z.number().default(7) }), {})).toEqual({
      ok: true,
      value: { n: 7 },
    });
  });

  test('answers later only where the schema does', async () => {
    const schema = z.string().refine(async (text) => text.length > 2, 'too short');
    const pending = validateWith(schema, 'ab');
    expect(pending).toBeInstanceOf(Promise);
    expect(await pending).toEqual({ ok: false, issues: [{ message: 'too short', path: [] }] });
    expect(await validateWith(schema, 'abc')).toEqual({ ok: true, value: 'abc' });
  });

  test.each([
    ['Zod', z.object({ a: z.array(z.object({ b: z.number() })) })],
    ['Valibot', v.object({ a: v.array(v.object({ b: v.number() })) })],
    ['ArkType', type({ a: type({ b: 'number' }).array() })],
  ])('gives paths as keys and indices for %s', (_, schema) => {
    const result = validateWith(schema, { a: [{ b: 1 }, { b: 'x' }] });
    expect(result).toMatchObject({ ok: false, issues: [{ path: ['a', 1, 'b'] }] });
  });

  test.each([
    ['Zod', z.object({})],
    ['Valibot', v.object({})],
    ['ArkType', type({ a: 'string' })],
  ])('gives the empty path for the whole value for %s', (_, schema) => {
    expect(validateWith(schema, 5)).toMatchObject({ ok: false, issues: [{ path: [] }] });
  });

  test('takes a failure for a failure although a value comes with it', () => {
    const schema = schemaGiving(() => ({ value: 'partial', issues: [{ message: 'no' }] }));
    expect(validateWith(schema, 1)).toEqual({ ok: false, issues: [{ message: 'no', path: [] }] });
  });

  test('refuses the value when the validator throws, and keeps what it threw for logs', () => {
    const error = new Error('secret');
    const schema = schemaGiving(() => {
      throw error;
    });
    expect(validateWith(schema, 1)).toEqual({
      ok: false,
      issues: [{ message: 'the schema threw while it checked the value', path: [], cause: error }],
    });
  });

  test('refuses the value when the validator rejects', async () => {
    const error = new Error('secret');
    const result = await validateWith(
      schemaGiving(() => Promise.reject(error)),
      1,
    );
    expect(result).toMatchObject({ ok: false, issues: [{ path: [], cause: error }] });
  });

  test.each([
    [undefined],
    [null],
    [true],
    [{}],
    [{ issues: [] }],
    [{ issues: true }],
    [{ issues: [null] }],
    [{ issues: [{ message: 'x', path: 5 }] }],
    [Promise.resolve(undefined)],
  ])('refuses the value when the validator answers %o', async (answer) => {
    const result = await validateWith(
      schemaGiving(() => answer),
      1,
    );
    expect(result).toMatchObject({ ok: false, issues: [{ path: [] }] });
  });

  test('accepts undefined as a value', () => {
    expect(validateWith(z.undefined(), undefined)).toEqual({ ok: true, value: undefined });
  });
});
