import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { describeSchema } from './describe.ts';
import { describeExpectation, safeIssueLines, safeIssues } from './expectation.ts';
import type { JsonSchemaDocument } from './standard-schema.ts';
import { validateWith } from './validate.ts';

const CUSTOMER: JsonSchemaDocument = {
  type: 'object',
  properties: {
    age: { type: 'integer', minimum: 0 },
    name: { type: 'string', minLength: 1, maxLength: 40, default: 'SECRET', examples: ['SECRET'] },
    mail: { type: 'string', format: 'email', pattern: '^.+@.+$' },
    role: { enum: ['admin', 'user', null] },
    cards: { type: 'object', additionalProperties: { type: 'number' } },
    tags: { type: 'array', items: { $ref: '#/$defs/tag' }, minItems: 1 },
    pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'boolean' }] },
    id: {
      anyOf: [
        { type: 'string', pattern: '^c-' },
        { type: 'number', exclusiveMinimum: 0 },
      ],
    },
    any: {},
    none: { type: 'object', additionalProperties: false },
    friend: { $ref: '#' },
  },
  additionalProperties: false,
  $defs: { tag: { allOf: [{ type: 'string' }, { maxLength: 5 }, { maxLength: 9 }] } },
};

describe('describeExpectation', () => {
  test.each<[PropertyKey[], string]>([
    [
      [],
      'expected object with no properties but age, name, mail, role, cards, tags, pair, id, any, none, friend',
    ],
    [['cards'], 'expected object'],
    [['none'], 'expected object without properties'],
    [['age'], 'expected integer ≥ 0'],
    [['name'], 'expected string of 1 to 40 characters'],
    [['mail'], 'expected string in format "email"'],
    [['role'], 'expected one of "admin", "user", null'],
    [['cards', 'jane'], 'expected number'],
    [['tags'], 'expected array of at least 1 item'],
    [['tags', 3], 'expected string of at most 5 characters'],
    [['pair', 1], 'expected boolean'],
    [['id'], 'expected string matching /^c-/ or number > 0'],
    [['friend', 'friend', 'age'], 'expected integer ≥ 0'],
    [['any'], 'expected a value admitted by the schema'],
    [['shoe'], 'expected a value admitted by the schema'],
    [['age', 'deeper'], 'expected a value admitted by the schema'],
    [['constructor'], 'expected a value admitted by the schema'],
    [['__proto__', 'x'], 'expected a value admitted by the schema'],
    [[Symbol('s')], 'expected a value admitted by the schema'],
  ])('at %o says: %s', (path, sentence) => {
    expect(describeExpectation(CUSTOMER, path)).toBe(sentence);
  });

  test('keeps long lists short', () => {
    const values = Array.from({ length: 500 }, (_, index) => `value number ${index}`);
    const sentence = describeExpectation({ enum: values }, []);
    expect(sentence).toContain('"value number 19", … (500 in all)');
    expect(describeExpectation({ const: 'x'.repeat(10_000) }, []).length).toBeLessThan(100);
    const branches = values.map((value) => ({ const: value }));
    expect(describeExpectation({ anyOf: branches }, [])).toMatch(/ or another admitted form$/);
  });

  test('does without a document', () => {
    expect(describeExpectation(undefined, ['a'])).toBe('expected a value admitted by the schema');
  });
});

describe('safeIssues', () => {
  test('replaces names that are not of the schema', () => {
    const issues = [
      { message: 'SECRET', path: ['cards', 'jane@example.com'] },
      { message: 'SECRET', path: ['cards', '4111', 'x'] },
      { message: 'SECRET', path: ['cards', 0] },
      { message: 'SECRET', path: ['password-in-a-key'] },
      { message: 'SECRET', path: ['tags', 2] },
      { message: 'SECRET', path: ['friend', 'mail'] },
    ];
    expect(safeIssues(issues, CUSTOMER)).toEqual([
      { path: ['cards', '*'], message: 'expected number' },
      { path: ['cards', '*', '*'], message: 'expected a value admitted by the schema' },
      { path: ['*'], message: 'expected a value admitted by the schema' },
      { path: ['tags', 2], message: 'expected string of at most 5 characters' },
      { path: ['friend', 'mail'], message: 'expected string in format "email"' },
    ]);
  });

  test('is written in lines', () => {
    const issues = [
      { message: 'SECRET', path: ['friend', 'age'] },
      { message: 'SECRET', path: [] },
    ];
    expect(safeIssueLines(issues, CUSTOMER)).toBe(
      '- friend.age: expected integer ≥ 0\n- root: expected object with no properties but age, ' +
        'name, mail, role, cards, tags, pair, id, any, none, friend',
    );
    expect(safeIssueLines(issues, undefined)).toBe(
      '- *.*: expected a value admitted by the schema\n' +
        '- root: expected a value admitted by the schema',
    );
  });

  test('never contains anything of the value', async () => {
    const schema = z.strictObject({
      a: z.number().max(5),
      r: z.record(z.string(), z.union([z.number(), z.strictObject({ b: z.email() })])).optional(),
      l: z.array(z.enum(['x', 'y'])).optional(),
    });
    const place = { toolName: 'test', parameter: 'inputSchema' };
    const { document } = describeSchema(schema, 'input', 'draft-07', place);
    const secret = 'SECRET-7f3a';
    const anyValue = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<unknown>(secret, 1, null, { [secret]: secret }, [secret]),
        fc.dictionary(fc.constantFrom('a', 'r', 'l', 'b', secret), tie('value')),
        fc.array(tie('value'), { maxLength: 3 }),
      ),
    })).value;
    await fc.assert(
      fc.asyncProperty(anyValue, async (value) => {
        const result = await validateWith(schema, value);
        fc.pre(!result.ok);
        const lines = safeIssueLines(result.ok ? [] : result.issues, document);
        expect(lines).toMatch(/^- /);
        expect(lines).not.toContain(secret);
      }),
    );
  });
});
