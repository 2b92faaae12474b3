import { expect, test } from 'vitest';
import { recordingLogger } from '../testing/recording-logger.ts';
import type { CallFailureCode } from './call-failure.ts';
import { logFailure } from './log-failure.ts';

const call = { runId: 'r1', toolCallId: 'c1', toolName: 'pay' };

function logged(code: CallFailureCode, tool: object = {}, error: unknown = new Error('no funds')) {
  const logger = recordingLogger();
  const texts = { modelText: 'it failed', displayText: 'it failed' };
  logFailure({ ...call, tool: { id: 'pay', ...tool } }, { code, error, ...texts }, logger);
  return logger.lines;
}

test('what a tool throws is logged with what was thrown', () => {
  const error = new Error('no funds');
  const details = { ...call, error, code: 'TOOL_FAILED' };
  expect(logged('TOOL_FAILED', {}, error)).toEqual([
    { level: 'error', message: 'A call of "pay" failed.', details },
  ]);
});

test('of a tool that hides payloads, the log has the kind of the error and its place', () => {
  const lines = logged('TOOL_FAILED', { transform: { display: {} } });
  expect(lines).toMatchObject([{ details: { errorType: 'Error', frames: expect.any(Array) } }]);
  expect(JSON.stringify(lines)).not.toContain('no funds');
});

test.each(['INVALID_OUTPUT', 'INVALID_SUSPEND_PAYLOAD', 'INVALID_REQUEST_CONTEXT'] as const)(
  '%s is a mistake in the application and is logged as an error',
  (code) => {
    expect(logged(code)).toMatchObject([{ level: 'error', details: { code } }]);
  },
);

test('a time-out is a warning', () => {
  expect(logged('TIMED_OUT')).toMatchObject([{ level: 'warn' }]);
});

test.each(['INVALID_INPUT', 'UNKNOWN_TOOL', 'REFUSED', 'ABORTED'] as const)(
  '%s is for the model to mend, or was wanted, and is not logged',
  (code) => {
    expect(logged(code)).toEqual([]);
  },
);
