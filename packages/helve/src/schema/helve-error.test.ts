import { describe, expect, test } from 'vitest';
import { HelveError } from './helve-error.ts';
import { SchemaError } from './schema-error.ts';

class OtherError extends HelveError {
  constructor(cause?: unknown) {
    super({ name: 'OtherError', code: 'OTHER', message: 'something else: do this', cause });
  }

  static override isInstance(value: unknown): value is OtherError {
    return HelveError.hasCode(value, 'OTHER');
  }
}

/** What another copy of the library would throw: same marker and code, no common class. */
function fromAnotherCopy(code: string): Error {
  const error = Object.assign(new Error('from elsewhere'), { code });
  Object.defineProperty(error, Symbol.for('helve.error'), { value: true });
  return error;
}

describe('HelveError', () => {
  test('carries its name, code, message and cause', () => {
    const cause = new Error('first');
    const error = new OtherError(cause);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'OtherError',
      code: 'OTHER',
      message: 'something else: do this',
      cause,
    });
    expect(String(error)).toBe('OtherError: something else: do this');
    expect(Object.keys(error)).toEqual(['code']);
  });

  test('tells kinds apart by code', () => {
    expect(HelveError.isInstance(new OtherError())).toBe(true);
    expect(OtherError.isInstance(new OtherError())).toBe(true);
    expect(SchemaError.isInstance(new OtherError())).toBe(false);
  });

  test('recognises errors of another copy of the library', () => {
    expect(SchemaError.isInstance(fromAnotherCopy('INVALID_SCHEMA'))).toBe(true);
    expect(SchemaError.isInstance(fromAnotherCopy('OTHER'))).toBe(false);
  });

  test.each([
    [undefined],
    [null],
    ['INVALID_SCHEMA'],
    [{ code: 'INVALID_SCHEMA', name: 'SchemaError', message: '' }],
    [Object.assign(new Error('no marker'), { code: 'INVALID_SCHEMA' })],
  ])('does not take %o for one of its errors', (value) => {
    expect(HelveError.isInstance(value)).toBe(false);
    expect(SchemaError.isInstance(value)).toBe(false);
  });
});
