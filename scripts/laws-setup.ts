import { configureGlobal } from 'fast-check';

// Loaded before each file of property tests by `npm run laws`.

const runs = Number(process.env['HELVE_LAWS_RUNS'] ?? 10_000);
if (!Number.isSafeInteger(runs) || runs < 1) {
  throw new Error('HELVE_LAWS_RUNS has to be a whole number of runs, 1 or more');
}

configureGlobal({ numRuns: runs });
