import { expect, test } from 'vitest';
import { listImports } from './list-imports.ts';

const specifiers = (text: string) => listImports('a.ts', text).map((found) => found.specifier);

test('finds values, types, re-exports and side effects', () => {
  const text = [
    `import { a } from './a.ts';`,
    `import type { B } from './b.ts';`,
    `import './c.ts';`,
    `export { d } from './d.ts';`,
    `export * from './e.ts';`,
    `export type { F } from './f.ts';`,
  ].join('\n');
  expect(specifiers(text)).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts', './f.ts']);
});

test('finds imports inside expressions and inside types, and marks the ones loaded later', () => {
  const text = `const a = () => import('./a.ts');\ntype B = import('./b.ts').B;`;
  expect(listImports('a.ts', text)).toEqual([
    { specifier: './a.ts', line: 1, dynamic: true },
    { specifier: './b.ts', line: 2, dynamic: false },
  ]);
});

test('is not fooled by strings, comments and names that are computed', () => {
  const text = [
    `// import './comment.ts';`,
    `const text = "import './string.ts'";`,
    'const later = (name: string) => import(`./` + name);',
  ].join('\n');
  expect(specifiers(text)).toEqual([]);
});

test('says which file does not parse', () => {
  expect(() => listImports('broken.ts', 'const = ;')).toThrow('broken.ts does not parse');
});
