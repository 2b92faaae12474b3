import { expect, test } from 'vitest';
import { inTime } from './in-time.ts';

const never = new Promise<{ ok: true }>(() => undefined);

test('an answer that is there is given back as it is', () => {
  const result = { ok: true };
  expect(inTime(result, { decisionTimeoutMs: 1 })).toBe(result);
});

test('an answer that comes in time is given back', async () => {
  const result = { ok: true };
  expect(await inTime(Promise.resolve(result), { decisionTimeoutMs: 1_000 })).toBe(result);
});

test('a schema that never answers has refused the value', async () => {
  expect(await inTime(never, { decisionTimeoutMs: 1 })).toEqual({
    ok: false,
    issues: [{ message: 'the schema did not answer within 1 ms', path: [] }],
  });
});

test('a schema that rejects has refused the value', async () => {
  const cause = new Error('broken');
  expect(await inTime(Promise.reject(cause), { decisionTimeoutMs: 1_000 })).toEqual({
    ok: false,
    issues: [{ message: 'the schema threw while it checked the value', path: [], cause }],
  });
});

test('an abort ends the wait for a schema', async () => {
  const controller = new AbortController();
  const limits = { decisionTimeoutMs: 60_000, abortSignal: controller.signal };
  const waiting = inTime(never, limits);
  controller.abort('stop');
  expect(await waiting).toEqual({
    ok: false,
    issues: [
      {
        message: 'the schema had not answered when the run was aborted',
        path: [],
        cause: 'stop',
      },
    ],
  });
});
