import { afterEach, expect, test, vi } from 'vitest';
import { builtinModule } from './builtin-module.ts';

afterEach(() => vi.unstubAllGlobals());

test('a module of the runtime is given', () => {
  expect(builtinModule('node:crypto')).toHaveProperty('createHash');
});

test('where the runtime has none of that name there is nothing', () => {
  expect(builtinModule('node:none')).toBeUndefined();
});

test.each([
  ['no process', undefined],
  ['a process without the function', {}],
  [
    'a function that throws',
    {
      getBuiltinModule: () => {
        throw new Error('no');
      },
    },
  ],
])('with %s there is nothing', (_, process) => {
  vi.stubGlobal('process', process);
  expect(builtinModule('node:crypto')).toBeUndefined();
});
