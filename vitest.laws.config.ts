import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

// Property tests with many runs: every test file that uses fast-check.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'laws',
          include: globSync(['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts']).filter((file) =>
            readFileSync(file, 'utf8').match(/from 'fast-check'|holdLaw\(/),
          ),
          setupFiles: ['scripts/laws-setup.ts'],
          // a hundred times the runs may take a hundred times as long
          testTimeout: 10 * 60_000,
        },
      },
    ],
  },
});
