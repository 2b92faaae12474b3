import { describe, expect, test } from 'vitest';
import { HelveError } from '../schema/helve-error.ts';
import {
  InvalidToolError,
  NotExecutableError,
  SuspendUnavailableError,
  ToolTimeoutError,
  ValidationFailedError,
} from './tool-errors.ts';

const validationError = {
  error: true,
  message: 'the input does not fit',
  validationErrors: { errors: ['x'], fields: {} },
} as const;

const CASES = [
  [InvalidToolError, new InvalidToolError('Give it an id.'), 'INVALID_TOOL'],
  [ValidationFailedError, new ValidationFailedError(validationError), 'VALIDATION_FAILED'],
  [SuspendUnavailableError, new SuspendUnavailableError(), 'SUSPEND_UNAVAILABLE'],
  [NotExecutableError, new NotExecutableError('pick-colour'), 'NOT_EXECUTABLE'],
  [ToolTimeoutError, new ToolTimeoutError('slow', 50), 'TOOL_TIMEOUT'],
] as const;

describe.each(CASES)('%o', (kind, error, code) => {
  test(`is an error of Helve's with the code ${code}`, () => {
    expect(error.code).toBe(code);
    expect(error.name).toBe(kind.name);
    expect(error).toBeInstanceOf(Error);
    expect(HelveError.isInstance(error)).toBe(true);
  });

  test('is told from all others', () => {
    for (const [, other] of CASES) expect(kind.isInstance(other)).toBe(other === error);
    expect(kind.isInstance(undefined)).toBe(false);
  });
});

test('messages say what to do', () => {
  expect(new SuspendUnavailableError().message).toContain('tool.execute(input, { resumeData })');
  expect(new NotExecutableError('pick-colour').message).toContain('"pick-colour"');
  expect(new ToolTimeoutError('slow', 50).message).toContain('context.abortSignal');
});

test('a thrown validation error keeps the value it stands for', () => {
  const error = new ValidationFailedError(validationError);
  expect(error.validationError).toBe(validationError);
  expect(error.message).toBe('the input does not fit');
});
