import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SchemaError } from '../schema/schema-error.ts';
import { checkToolSource } from './check-tool-source.ts';
import { InvalidToolError } from './tool-errors.ts';

/** What callers without types may pass. */
function check(fields: Readonly<Record<string, unknown>>): void {
  checkToolSource({ id: 'refund', ...fields });
}

function refusal(fields: Readonly<Record<string, unknown>>): Error {
  try {
    check(fields);
  } catch (error) {
    if (InvalidToolError.isInstance(error) || SchemaError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('the tool was accepted');
}

const display = { input: () => 'hidden' };

test('a tool with every field passes', () => {
  const schema = z.object({ id: z.string() });
  check({
    title: 'Refund',
    description: 'Pays an order back',
    inputSchema: schema,
    outputSchema: schema,
    suspendSchema: schema,
    resumeSchema: schema,
    requestContextSchema: schema,
    strict: true,
    inputExamples: [{ input: { id: '1' } }],
    providerOptions: { openai: {} },
    mcp: { annotations: { destructiveHint: true } },
    requireApproval: () => true,
    timeoutMs: 1_000,
    background: { enabled: true },
    execute: () => undefined,
    toModelOutput: () => 'done',
    transform: { display, transcript: { ...display, progress: undefined } },
    onInputStart: () => undefined,
    onInputDelta: () => undefined,
    onInputAvailable: () => undefined,
    onOutput: () => undefined,
  });
});

test.each([[undefined], [''], ['  '], [42], [null]])('an id that is %j is refused', (id) => {
  const error = refusal({ id });
  expect(error.message).toBe('A tool needs an `id`: createTool({ id: "get-weather", … }).');
});

test.each([
  ['title', 1, 'a string'],
  ['description', { text: 'x' }, 'a string'],
  ['strict', 'yes', 'true or false'],
  ['inputExamples', { input: {} }, 'an array of { input } objects'],
  ['inputExamples', [{ city: 'Oslo' }], 'an array of { input } objects'],
  ['providerOptions', [], 'an object: provider name ⇒ options'],
  [
    'mcp',
    true,
    'an object: { annotations, trusted, structuredOutput, _meta }; the second and third are true or false',
  ],
  ['background', true, 'an object: { enabled, … }'],
  ['requireApproval', 'always', 'true, false or a function that returns one'],
  ['requireApproval', null, 'true, false or a function that returns one'],
  ['execute', 'run', 'a function'],
  ['execute', null, 'a function'],
  ['toModelOutput', {}, 'a function'],
  ['onInputStart', 1, 'a function'],
  ['onInputDelta', 1, 'a function'],
  ['onInputAvailable', 1, 'a function'],
  ['onOutput', 1, 'a function'],
  ['resumeSchemaFor', {}, 'a function that returns a schema'],
  [
    'mcp',
    { trusted: 'false' },
    'an object: { annotations, trusted, structuredOutput, _meta }; the second and third are true or false',
  ],
])('%s: %j is refused, and the message says what it must be', (field, value, kind) => {
  expect(refusal({ [field]: value }).message).toBe(
    `\`${field}\` of tool "refund" must be ${kind}.`,
  );
});

test.each([[0], [-1], [Number.NaN], [Number.POSITIVE_INFINITY], [2 ** 31], ['5000'], [null]])(
  'a timeoutMs of %j is refused: no timer would keep it',
  (timeoutMs) => {
    expect(refusal({ timeoutMs }).message).toMatch(/^`timeoutMs` of tool "refund" must be/);
  },
);

describe('a schema', () => {
  test.each([
    'inputSchema',
    'outputSchema',
    'suspendSchema',
    'resumeSchema',
    'requestContextSchema',
  ])('that cannot validate is refused as %s', (parameter) => {
    for (const value of [{ type: 'object' }, () => true, 'string', null]) {
      expect(refusal({ [parameter]: value }).message).toContain(`${parameter} of tool "refund"`);
    }
  });

  test.each(['inputSchema', 'resumeSchema'])(
    'that cannot describe itself is refused as %s, with the fix',
    (parameter) => {
      const error = refusal({ [parameter]: v.object({ a: v.string() }) });
      expect(SchemaError.isInstance(error)).toBe(true);
      expect(error.message).toContain('toStandardJsonSchema');
    },
  );

  test.each(['outputSchema', 'suspendSchema', 'requestContextSchema'])(
    'that cannot describe itself is enough as %s',
    (parameter) => {
      expect(() => check({ [parameter]: v.object({ a: v.string() }) })).not.toThrow();
    },
  );
});

describe('a transform', () => {
  test.each([
    ['text', 'hide', 'must be an object that may have: display, transcript.'],
    ['a misspelt audience', { screen: display }, 'has no "screen"'],
    ['no transforms for an audience', { display: null }, '`transform.display`'],
    ['a misspelt phase', { display: { outputs: () => 1 } }, 'has no "outputs"'],
    ['a phase that is no function', { transcript: { output: 'x' } }, '`output` must be a function'],
    ['inherited names', { display: { constructor: () => 1 } }, 'has no "constructor"'],
  ])('with %s is refused: its audience would see everything', (_, transform, message) => {
    expect(refusal({ transform }).message).toContain(message);
  });
});
