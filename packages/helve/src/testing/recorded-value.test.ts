import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonValue } from '../tool/json.ts';
import { fromRecorded, toRecorded } from './recorded-value.ts';

/** Through a file and back. */
function throughFile(value: unknown): unknown {
  return fromRecorded(JSON.parse(JSON.stringify(toRecorded(value))) as JsonValue);
}

const leaf = fc.oneof(
  fc.string(),
  fc.double({ noDefaultInfinity: false }).map((n) => (n === 0 ? 0 : n)),
  fc.boolean(),
  fc.constant(null),
  fc.bigInt(),
  fc.date({ noInvalidDate: false }),
  fc.webUrl().map((url) => new URL(url)),
  fc.uint8Array(),
  fc.constant(/^https:\/\/a\.example\//i),
);
const key = fc.oneof(fc.string(), fc.constantFrom('$helve', 'value', '__proto__', 'constructor'));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value')),
    fc.array(fc.tuple(key, tie('value'))).map((entries) => Object.fromEntries(entries)),
  ),
}));

test('every value of requests and responses comes back from a file as it was', () => {
  fc.assert(
    fc.property(value, (given) => {
      expect(throughFile(given)).toEqual(given);
    }),
  );
});

test('an error comes back with what tells it apart, and without its request', () => {
  const error = Object.assign(new Error('Too many requests'), {
    name: 'AI_APICallError',
    statusCode: 429,
    isRetryable: true,
    responseHeaders: { 'set-cookie': 'secret' },
    requestBodyValues: { key: 'secret' },
  });
  const back = throughFile({ type: 'error', error });
  expect(back).toMatchObject({
    error: { name: 'AI_APICallError', statusCode: 429, isRetryable: true },
  });
  expect(JSON.stringify(toRecorded(error))).not.toContain('secret');
});

test('cycles and endless depth are cut, functions left out', () => {
  const loop: Record<string, unknown> = { run: () => 1 };
  loop['self'] = loop;
  expect(toRecorded(loop)).toEqual({ self: '[circular]' });
  let deep: unknown = 1;
  for (let level = 0; level < 10_000; level += 1) deep = [deep];
  expect(JSON.stringify(toRecorded(deep))).toContain('[too deep]');
});
