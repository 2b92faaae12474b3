import { describe, expect, test } from 'vitest';
import { createTool } from './create-tool.ts';
import { logFields } from './log-fields.ts';
import { throwing } from './test-runtime.ts';

const open = {
  runId: 'run-1',
  toolCallId: 'c-1',
  toolName: 't',
  tool: createTool({ id: 't' }).source,
};
const hiding = { ...open, tool: createTool({ id: 't', transform: { display: {} } }).source };
const IDS = { runId: 'run-1', toolCallId: 'c-1', toolName: 't' };

test('a record names the call', () => {
  expect(logFields(open)).toEqual(IDS);
  expect(logFields({ toolCallId: 'c-1', toolName: 't' })).toEqual({
    toolCallId: 'c-1',
    toolName: 't',
  });
});

test('a record holds the error as it is, where the tool hides nothing', () => {
  const error = new Error('no order 1042');
  expect(logFields(open, error)).toEqual({ ...IDS, error });
  expect(logFields({ ...open, tool: undefined }, 'no')).toEqual({ ...IDS, error: 'no' });
});

describe('where the tool hides payloads, a record', () => {
  test('holds the kind of the error and where it was thrown, and nothing it says', () => {
    const error = new RangeError('no card secret-value');
    const fields = logFields(hiding, error);
    expect(fields).toMatchObject({ ...IDS, errorType: 'RangeError' });
    expect(fields['frames']).toContainEqual(expect.stringContaining('log-fields.test.ts'));
    expect(JSON.stringify(fields)).not.toContain('secret-value');
  });

  test('does not take lines of a message for frames', () => {
    const error = new Error('failed:\n    at secret-value (file.ts:1:1)\n    at secret-value');
    const fields = logFields(hiding, error);
    expect(JSON.stringify(fields)).not.toContain('secret-value');
    expect(fields['frames']).not.toEqual([]);
  });

  test('does not take a message that was changed later for frames', () => {
    const error = new Error('first secret-value\n  at secret-value');
    error.message = 'second';
    expect(JSON.stringify(logFields(hiding, error))).not.toContain('secret-value');
  });

  test.each<[string, unknown]>([
    ['a text', 'secret-value'],
    ['null', null],
    ['an object', { card: 'secret-value' }],
    ['an error whose stack is no text', Object.assign(new Error('secret-value'), { stack: 5 })],
    [
      'an error whose stack cannot be read',
      Object.defineProperty(new Error('x'), 'stack', { get: throwing('secret-value') }),
    ],
  ])('says nothing of %s', (_, thrown) => {
    const fields = logFields(hiding, thrown);
    expect(fields).toMatchObject({ ...IDS, errorType: expect.any(String) });
    expect(JSON.stringify(fields)).not.toContain('secret-value');
  });
});
