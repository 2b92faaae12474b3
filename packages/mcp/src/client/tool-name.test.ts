import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameSpaces, toolName } from './tool-name.ts';

const nameOf = (servers: readonly string[], server: string, tool: string): string => {
  const space = nameSpaces(servers).get(server);
  if (!space) throw new Error(`no server ${server}`);
  return toolName(space, tool);
};

test('a plain name is the server, and the tool behind it', () => {
  expect(nameOf(['files'], 'files', 'read_file')).toBe('files_read_file');
  expect(nameOf(['my-files'], 'my-files', 'readFile')).toBe('my-files_readFile');
});

test.each([
  ['characters that providers refuse', 'files', 'read.file', /^files_read_file_[0-9a-f]{8}$/],
  ['blanks in the name of a server', 'my files', 'read', /^my_files_read_[0-9a-f]{8}$/],
  ['a name that is too long', 'files', 'x'.repeat(80), /^files_x{49}_[0-9a-f]{8}$/],
  ['a name that looks as if it had a hash', 'a', 'b_0123abcd', /^a_b_0123abcd_[0-9a-f]{8}$/],
])('%s make a name with a hash', (_what, server, tool, form) => {
  expect(nameOf([server], server, tool)).toMatch(form);
});

test('a name that two servers could have is told apart by a hash', () => {
  const servers = ['a', 'a_b'];
  expect(nameOf(servers, 'a', 'b_c')).toBe('a_b_c');
  expect(nameOf(servers, 'a_b', 'c')).toMatch(/^a_b_c_[0-9a-f]{8}$/);
});

test('names differ, fit every provider, and depend on no other tool', () => {
  const name = fc.string({ minLength: 1, maxLength: 90, unit: fc.constantFrom(...'ab_.- é/0') });
  const server = fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(...'ab_. -') });
  fc.assert(
    fc.property(
      fc.uniqueArray(server, { minLength: 1, maxLength: 4 }),
      fc.uniqueArray(name, { minLength: 1, maxLength: 20 }),
      (servers, tools) => {
        const all = servers.flatMap((each) => tools.map((tool) => nameOf(servers, each, tool)));
        expect(new Set(all).size).toBe(all.length);
        for (const each of all) expect(each).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(tools.map((tool) => nameOf(servers, String(servers[0]), tool))).toEqual(
          all.slice(0, tools.length),
        );
      },
    ),
  );
});
