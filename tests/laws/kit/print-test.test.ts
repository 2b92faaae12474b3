import { expect, test } from 'vitest';
import { printTest } from './print-test.ts';
import { fullScript } from './script.ts';

test('a script is printed as a test that says what is not plain in it, and nothing else', () => {
  const script = fullScript({
    tools: [{}, { gate: 'asks' }],
    responses: [{ items: [{ tool: 'beta', does: 'throws' }, { kind: 'text' }], ending: 'stop' }],
    acts: [{ do: 'decline' }],
  });
  expect(printTest('one-end', script)).toBe(`import { expect, test } from 'vitest';
import { carryOut } from './kit/carry-out.ts';
import { oneEnd } from './one-end.ts';

test('a script that broke the law', async () => {
  const trial = await carryOut({
    tools: [{}, { gate: 'asks' }],
    responses: [{ items: [{ tool: 'beta', does: 'throws' }, { kind: 'text' }], ending: 'stop' }],
    acts: [{ do: 'decline' }],
  });
  expect(await oneEnd(trial)).toEqual([]);
});
`);
});

test('what a printed script leaves out is filled in again as it was', () => {
  const script = fullScript({ responses: [{ items: [{}] }] });
  expect(script).toMatchObject({
    way: 'stream',
    abort: { at: 'never' },
    responses: [{ ending: 'tool-calls', items: [{ tool: 'alpha', input: 'valid' }] }],
  });
});
