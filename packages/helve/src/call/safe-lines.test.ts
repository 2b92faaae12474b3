import * as v from 'valibot';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { safeLines } from './safe-lines.ts';

const place = { toolName: 'tool', parameter: 'outputSchema' };
const issues = [{ message: 'got secret-value', path: ['age'] }];

test('a schema that describes itself says what it expected, and where', () => {
  expect(safeLines(z.object({ age: z.number().min(0) }), issues, place)).toBe(
    '- age: expected number ≥ 0',
  );
});

test.each([
  ['does not describe itself', v.object({ age: v.number() })],
  ['cannot be described', z.object({ age: z.date() })],
])('a schema that %s says nothing of what it expected', (_, schema) => {
  const lines = safeLines(schema, issues, place);
  expect(lines).toMatch(/expected a value admitted by the schema$/);
  expect(lines).not.toContain('secret-value');
});
