import { expect, test } from 'vitest';
import { sampleCall } from '../../store/conformance/sample-records.ts';
import type { CallRecord, CallState } from '../../store/records.ts';
import { toolMessage } from './tool-message.ts';

const settled = (toolCallId: string, index: number, changes: Partial<CallRecord> = {}) =>
  sampleCall({
    toolCallId,
    index,
    state: 'settled',
    result: { type: 'text', value: `result of ${toolCallId}` },
    ...changes,
  });

test('there is one result a call, in call order, whatever the order in which they ended', () => {
  const { role, content } = toolMessage([settled('c', 2), settled('a', 0), settled('b', 1)]);
  expect(role).toBe('tool');
  expect(content).toEqual(
    ['a', 'b', 'c'].map((toolCallId) => ({
      type: 'tool-result',
      toolCallId,
      toolName: 'refund',
      output: { type: 'text', value: `result of ${toolCallId}` },
    })),
  );
});

test.each<[CallState, RegExp]>([
  ['approval', /waiting for approval; it has not run/],
  ['suspended', /waiting for an answer/],
  ['executing', /running; its result will follow/],
  ['client', /carried out elsewhere/],
])('an open call has a provisional result: %s', (state, text) => {
  const { content } = toolMessage([sampleCall({ state })]);
  expect(content).toMatchObject([{ output: { type: 'text', value: expect.stringMatching(text) } }]);
});

test('the provider’s own id is echoed where it has one', () => {
  const { content } = toolMessage([
    settled('call_1', 0, { providerToolCallId: 'theirs' }),
    settled('call_2', 1, { providerToolCallId: '' }),
    settled('call_3', 2),
  ]);
  expect(content[0]).toMatchObject({ toolCallId: 'call_1', providerToolCallId: 'theirs' });
  expect(content[1]).not.toHaveProperty('providerToolCallId');
  expect(content[2]).not.toHaveProperty('providerToolCallId');
});
