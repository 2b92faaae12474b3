import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listRuntimes } from './list-runtimes.ts';
import { root } from './project.ts';

const linux = { os: 'linux', cpu: 'x64', libc: 'glibc' };

test('every runtime has a build for 64-bit Linux, so that none is skipped in CI', () => {
  const runtimes = listRuntimes(linux);
  expect(new Set(runtimes.map(({ name }) => name))).toEqual(
    new Set(['Node.js', 'Bun', 'Deno', 'workerd']),
  );
  expect(runtimes.filter(({ program }) => program === undefined)).toEqual([]);
});

test('the build is the one for the machine', () => {
  const programOf = (libc: string, cpu: string) =>
    listRuntimes({ os: 'linux', cpu, libc }).find(({ name }) => name === 'Bun')?.program;
  expect(programOf('glibc', 'x64')).toBe('@oven/bun-linux-x64/bin/bun');
  expect(programOf('musl', 'x64')).toBe('@oven/bun-linux-x64-musl/bin/bun');
  expect(programOf('glibc', 'arm64')).toBe('@oven/bun-linux-aarch64/bin/bun');
});

test('a runtime without a build for the machine is listed all the same', () => {
  const elsewhere = listRuntimes({ os: 'sunos', cpu: 'x64', libc: undefined });
  const expected = listRuntimes(linux).map((runtime) => ({ ...runtime, program: undefined }));
  expect(elsewhere).toEqual(expected);
});

test('the oldest Node.js that is tried is the oldest that the library promises to run on', () => {
  const manifest = readFileSync(join(root, 'packages/helve/package.json'), 'utf8');
  const node = listRuntimes(linux).find(({ name }) => name === 'Node.js');
  expect(manifest).toContain(`"node": ">=${node?.version.replace(/(?:\.0)+$/, '')}"`);
});

test('the README names the runtimes and the versions that are tried', () => {
  const table = /^\| runtime .*?\n\n/ms.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[0];
  const rows = (table ?? '').trim().split('\n').slice(2);
  const named = rows.flatMap((row) => {
    const [, name, versions = ''] = row.split('|').map((cell) => cell.trim());
    return versions.split(', ').map((version) => `${name} ${version}`);
  });
  expect(named).toEqual(listRuntimes(linux).map(({ name, version }) => `${name} ${version}`));
});
