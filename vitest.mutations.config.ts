import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { MUTATIONS } from './tests/laws/mutations.ts';

// The tests of one law against the library's source, with one change of the list in
// tests/laws/mutations.ts, or none. `scripts/mutation-checks.ts` sets what is read here.

const source = `${fileURLToPath(new URL('.', import.meta.url))}packages/helve/src`;
const mutation = MUTATIONS[Number(process.env['HELVE_MUTATION'])];

/** Loads the changed file; everything on disk stays as it is. */
const mutate = {
  name: 'mutate',
  enforce: 'pre' as const,
  load(id: string): string | undefined {
    if (!mutation || id.split('?')[0] !== `${source}/${mutation.file}`) return undefined;
    const { file, edits } = mutation;
    return edits.reduce(
      (text, [find, replace]) => {
        const parts = text.split(find);
        if (parts.length === 2) return parts.join(replace);
        throw new Error(`${file} has "${find}" ${parts.length - 1} times instead of once`);
      },
      readFileSync(`${source}/${file}`, 'utf8'),
    );
  },
};

export default defineConfig({
  plugins: [mutate],
  resolve: {
    alias: [
      { find: /^helve$/, replacement: `${source}/index.ts` },
      { find: /^helve\/(.*)$/, replacement: `${source}/$1/index.ts` },
    ],
  },
  test: {
    // it knows files by what is on disk, where they are unchanged
    fsModuleCache: false,
    include: [process.env['HELVE_LAW_TEST'] ?? 'tests/laws/*.test.ts'],
    setupFiles: ['scripts/laws-setup.ts'],
    testTimeout: 120_000,
  },
});
