import { expect, test } from 'vitest';
import { readEnding } from './read-ending.ts';

test.each([
  ['told', 'stop'],
  ['told', 'other'],
  ['told', 'error'],
  ['untold', 'unknown'],
  ['untold', undefined],
  ['untold', null],
  ['told', { unified: 'stop', raw: undefined }],
  ['told', { unified: 'tool-calls', raw: 'tool_use' }],
  ['told', { unified: 'other', raw: 'pause_turn' }],
  ['told', { unified: 'paused' }],
  ['untold', { unified: 'other', raw: undefined }],
  ['untold', { unified: 'other', raw: null }],
  ['untold', { unified: 'unknown' }],
  ['untold', {}],
  ['interrupted', { unified: 'interrupted', raw: undefined }],
  ['interrupted', { unified: 'interrupted', raw: 'connection closed' }],
] as const)('the end is %s by the finish reason %j', (ending, finishReason) => {
  expect(readEnding(finishReason)).toBe(ending);
});
