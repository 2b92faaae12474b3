import { expect, test } from 'vitest';
import { judgeLines } from './judge-lines.ts';

const lines = (count: number) => 'const a = 1;\n'.repeat(count);

test('lets a file be 300 lines long, and not one more', () => {
  expect(judgeLines('a.ts', lines(300))).toBeUndefined();
  expect(judgeLines('a.ts', lines(301))).toContain('a.ts has 301 lines');
  expect(judgeLines('a.ts', lines(300).concat('no newline at the end'))).toContain('301 lines');
});

test('lets a longer file be that says why at its beginning', () => {
  expect(judgeLines('a.ts', `// over 300 lines: one big table\n${lines(400)}`)).toBeUndefined();
});

test('does not take an excuse without a reason, or one far down', () => {
  expect(judgeLines('a.ts', `// over 300 lines: \n${lines(400)}`)).toContain('a.ts has 401');
  expect(judgeLines('a.ts', `${lines(400)}// over 300 lines: a table\n`)).toContain('a.ts has 401');
});
