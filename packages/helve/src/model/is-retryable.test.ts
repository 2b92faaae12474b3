import { describe, expect, test } from 'vitest';
import { isConnectionLost, isRetryable, retryAfter } from './is-retryable.ts';
import { ModelStreamError } from './model-stream-error.ts';

describe('asking again', () => {
  test.each([
    ['the adapter says so, whatever the status', { isRetryable: true, statusCode: 400 }],
    ['the provider is busy', { statusCode: 429 }],
    ['the provider is overloaded', { statusCode: 529 }],
    ['the provider failed', Object.assign(new Error('oops'), { status: 500 })],
    ['the request took too long', { statusCode: 408 }],
    ['the network failed', new TypeError('fetch failed')],
    ['the body of a response broke', new TypeError('terminated')],
    ['the connection was reset', Object.assign(new Error('read'), { code: 'ECONNRESET' })],
    ['the response broke off', new ModelStreamError('test/model')],
  ])('may help where %s', (_why, error) => {
    expect(isRetryable(error)).toBe(true);
  });

  test.each([
    ['the adapter says it will not, whatever the status', { isRetryable: false, statusCode: 503 }],
    ['the request is wrong', { statusCode: 400 }],
    ['the key is wrong', { status: 401 }],
    ["the application's code is wrong", new TypeError('undefined is not a function')],
    ['nobody knows what happened', new Error('oops')],
    ['it is no error', 'fetch failed'],
    ['there is nothing', undefined],
    ['there is null', null],
  ])('does not help where %s', (_why, error) => {
    expect(isRetryable(error)).toBe(false);
  });
});

test('a lost connection is found behind what an adapter made of it', () => {
  const socket = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
  const odd = new TypeError('odd', { cause: socket });
  expect(isConnectionLost(new Error('Failed to process', { cause: odd }))).toBe(true);
  const endless = new Error('endless');
  endless.cause = endless;
  for (const other of [endless, new Error('no', { cause: new Error('no') }), 'terminated', null]) {
    expect(isConnectionLost(other)).toBe(false);
  }
});

describe('the wait that a provider asks for', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');

  test.each([
    ['milliseconds', { 'retry-after-ms': '250' }, 250],
    ['milliseconds rather than seconds', { 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    ['seconds', { 'retry-after': '1.5' }, 1500],
    ['no wait at all', { 'retry-after': '0' }, 0],
    ['a time to come', { 'retry-after': 'Thu, 01 Jan 2026 00:00:07 GMT' }, 7000],
    ['a time that has passed', { 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
    [
      'a broken number of milliseconds, and seconds',
      { 'retry-after-ms': 'x', 'retry-after': '2' },
      2000,
    ],
  ])('is read from %s', (_what, responseHeaders, expected) => {
    expect(retryAfter({ responseHeaders }, now)).toBe(expected);
  });

  test.each([
    ['no headers', {}],
    ['headers that do not say', { responseHeaders: {} }],
    ['an empty header', { responseHeaders: { 'retry-after': '', 'retry-after-ms': '' } }],
    ['a header that is no time', { responseHeaders: { 'retry-after': 'soon' } }],
    ['no error', undefined],
    ['a text', 'retry-after: 7'],
  ])('is not known from %s', (_what, error) => {
    expect(retryAfter(error, now)).toBeUndefined();
  });
});
