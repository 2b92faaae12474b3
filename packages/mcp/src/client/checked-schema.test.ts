import { expect, test } from 'vitest';
import { checkedSchema } from './checked-schema.ts';

const validate = async (document: object, value: unknown, isTrusted = false): Promise<boolean> => {
  // Documents are written as JSON here.
  const schema = checkedSchema(document as Parameters<typeof checkedSchema>[0], isTrusted);
  const result = await schema['~standard'].validate(value);
  return result.issues === undefined;
};
const text = (pattern: string) => ({
  type: 'object',
  properties: { a: { type: 'string', pattern } },
});

test.each([
  ['^[a-z]+$', 'ab', '12'],
  ['^\\d{4}-\\d{2}-\\d{2}$', '2026-01-02', 'then'],
  ['^#[0-9a-fA-F]{3,6}$', '#fff', 'fff'],
  ['^https?', 'https', 'ftp'],
])('a plain pattern is checked, whoever wrote it: %s', async (pattern, fits, other) => {
  expect(await validate(text(pattern), { a: fits })).toBe(true);
  expect(await validate(text(pattern), { a: other })).toBe(false);
});

test.each([
  '(a+)+$',
  '^(a|a)*$',
  'a+b',
  '^a?a?a?a?b$',
  '^a{0,900}a{0,900}a{0,900}b$',
  '^\\s*\\s*$',
])(
  'a pattern that could run for ever is checked for a trusted server only: %s',
  async (pattern) => {
    expect(await validate(text(pattern), { a: '#' })).toBe(true);
    expect(await validate(text(pattern), { a: '#' }, true)).toBe(false);
  },
);

test('a hostile pattern does not hold up validation', async () => {
  const started = performance.now();
  expect(await validate(text('^(([a-z])+.)+[A-Z]([a-z])+$'), { a: 'a'.repeat(40_000) })).toBe(true);
  // With the pattern it would take longer than the universe has.
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('names by pattern: what is left over is not refused in their place', async () => {
  const document = {
    type: 'object',
    patternProperties: { '(x+)+': { type: 'number' } },
    additionalProperties: false,
  };
  expect(await validate(document, { xx: 1 })).toBe(true);
  expect(await validate(document, { xx: 'one' })).toBe(true);
  expect(await validate(document, { y: 1 }, true)).toBe(false);
});

test('what only looks like a pattern stays: names of properties, and data', async () => {
  const document = {
    type: 'object',
    properties: {
      pattern: { type: 'string', enum: ['(a+)+'] },
      patternProperties: { type: 'object', properties: { b: { type: 'number' } } },
      picked: { const: { pattern: '(a+)+' } },
    },
    additionalProperties: false,
  };
  expect(await validate(document, { pattern: '(a+)+', patternProperties: { b: 1 } })).toBe(true);
  expect(await validate(document, { pattern: 'other' })).toBe(false);
  expect(await validate(document, { patternProperties: { b: 'one' } })).toBe(false);
  expect(await validate(document, { picked: { pattern: '(a+)+' } })).toBe(true);
  expect(await validate(document, { picked: {} })).toBe(false);
});

test('the document goes out as it came', () => {
  const document = text('(a+)+$');
  const { jsonSchema } = checkedSchema(document, false)['~standard'];
  expect(jsonSchema.input({ target: 'draft-2020-12' })).toEqual(document);
});
