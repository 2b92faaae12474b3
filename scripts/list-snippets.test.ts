import { expect, test } from 'vitest';
import { listSnippets } from './list-snippets.ts';

const page = (...lines: string[]) => listSnippets('docs/a.md', lines.join('\n'));

test('finds TypeScript snippets and the lines they begin on', () => {
  const { snippets, problems } = page(
    '# Title',
    '```ts',
    'const a = 1;',
    'const b = 2;',
    '```',
    'and `inline` code',
    '~~~typescript title="b.ts"',
    'const c = 3;',
    '~~~',
  );
  expect(problems).toEqual([]);
  expect(snippets).toEqual([
    { code: 'const a = 1;\nconst b = 2;', line: 3, language: 'ts' },
    { code: 'const c = 3;', line: 8, language: 'ts' },
  ]);
});

test('leaves other languages alone, and what they quote', () => {
  expect(
    page('````md', '```ts', 'const a = 1;', '```', '````', '```sh', 'npm test', '```'),
  ).toEqual({
    snippets: [],
    problems: [],
  });
});

test('takes the indentation of a list item off', () => {
  const { snippets } = page('1. first', '   ```ts', '   if (a) {', '     b();', '   }', '   ```');
  expect(snippets[0]?.code).toBe('if (a) {\n  b();\n}');
});

test('refuses snippets that ask not to be checked', () => {
  for (const lines of [
    ['```ts no-check', 'a', '```'],
    ['```ts {nocheck}', 'a', '```'],
    ['```ts', '// @ts-nocheck', '```'],
    ['```ts', '// @ts-ignore', '```'],
  ]) {
    expect(page(...lines).problems, lines.join('\n')).toEqual([
      'docs/a.md:1 has a snippet that asks not to be checked',
    ]);
  }
});

test('says where a fence is never closed', () => {
  expect(page('', '```ts', 'const a = 1;').problems).toEqual([
    'docs/a.md:2 opens a fence and never closes it',
  ]);
});
