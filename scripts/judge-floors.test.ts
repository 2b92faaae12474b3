import { expect, test } from 'vitest';
import type { Room } from './floor-table.ts';
import type { SourceFile } from './judge-floors.ts';
import { judgeFloors } from './judge-floors.ts';

const rooms: Room[] = [
  { name: 'schema', floor: 1, mayImport: [] },
  { name: 'tool', floor: 2, mayImport: ['schema'] },
];

const file = (path: string, ...specifiers: string[]): SourceFile => ({
  path,
  imports: specifiers.map((specifier, index) => ({ specifier, line: index + 1, dynamic: false })),
});

const tidy = [file('schema/issue.ts', 'zod'), file('tool/tool.ts', '../schema/issue.ts', './a.ts')];

test('has nothing to say about code that keeps to the table', () => {
  const entry = file('index.ts', './tool/tool.ts', './schema/issue.ts');
  expect(judgeFloors(rooms, [entry, ...tidy])).toEqual([]);
});

test('names the file and line that imports a higher floor', () => {
  const files = [...tidy, file('schema/a.ts', './issue.ts', '../tool/tool.ts')];
  expect(judgeFloors(rooms, files)).toEqual([
    'schema/a.ts:2 imports tool/tool.ts: schema may import only itself',
  ]);
});

test('counts imports of an entry point, of the package itself and from outside as climbing out', () => {
  const files = [
    ...tidy,
    file('index.ts'),
    file('tool/b.ts', '../index.ts', 'helve/agent', '../../x.ts'),
  ];
  expect(judgeFloors(rooms, files)).toEqual([
    'tool/b.ts:1 imports index.ts: an entry point lies above every room',
    'tool/b.ts:2 imports the package it is part of: use a relative path',
    'tool/b.ts:3 imports ../../x.ts, which is outside src',
  ]);
});

test('wants table and folders to name the same rooms', () => {
  expect(judgeFloors(rooms, [file('schema/issue.ts'), file('attic/box.ts')])).toEqual([
    'attic/ has no row in the floor table',
    'tool is in the floor table, not in src',
  ]);
});

test('shows a cycle from file to file, once', () => {
  const files = [
    ...tidy,
    file('tool/x.ts', './y.ts'),
    file('tool/y.ts', './z.ts'),
    file('tool/z.ts', './x.ts'),
  ];
  expect(judgeFloors(rooms, files)).toEqual([
    'import cycle: tool/x.ts → tool/y.ts → tool/z.ts → tool/x.ts',
  ]);
});
