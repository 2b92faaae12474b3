import { expect, test } from 'vitest';
import { judgeWords } from './judge-words.ts';

// Put together here, so that this file passes the check it tests.
const host = ['registry', 'example', 'org'].join('.');
const path = ['', 'root', 'helve', 'a.ts'].join('/');

test('finds host names of registries and names their place', () => {
  expect(judgeWords('a.json', `{\n"resolved": "https://${host}/zod"\n}`)).toEqual([
    `a.json:2 has a package registry's host name: any registry will do, so none is named (${host})`,
  ]);
});

test('finds absolute paths, also in quotes and after a scheme', () => {
  for (const text of [path, `'${path}'`, `file://${path}`, `cd ${path}`, `(${path})`]) {
    expect(judgeWords('a.ts', text), text).toHaveLength(1);
  }
});

test('leaves relative paths, addresses and lookalikes alone', () => {
  for (const text of [
    `..${path}`,
    `src${path}`,
    `\${folder}${path}`,
    'import "./work/queue.ts"',
    'https://example.org/roots',
    'schema://root/',
    'npm.cmd',
    'registry.ts',
  ]) {
    expect(judgeWords('a.ts', text), text).toEqual([]);
  }
});

test('does not read integrity hashes', () => {
  expect(judgeWords('package-lock.json', `"integrity": "sha512-a+${path}=="`)).toEqual([]);
});
