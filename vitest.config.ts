import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        // through the public entry points, against what the build made
        test: {
          name: 'tests',
          include: ['tests/**/*.test.ts'],
          // packages that tests install may bring tests of their own
          exclude: ['tests/wire/**', 'tests/postgres/**', '**/node_modules/**'],
        },
      },
      {
        // recorded provider streams, replayed; not part of `npm test`
        test: {
          name: 'wire',
          include: ['tests/wire/**/*.test.ts'],
        },
      },
      {
        // on a real server that the tests start; not part of `npm test`
        test: {
          name: 'postgres',
          include: ['tests/postgres/**/*.test.ts'],
          globalSetup: ['tests/postgres/global-setup.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ['packages/*/src/**/*.test-d.ts', 'tests/**/*.test-d.ts'],
            tsconfig: 'tsconfig.type-tests.json',
          },
        },
      },
    ],
  },
});
