import { addTallies, close, runChecks } from './run-checks.ts';
import { runRuntimeChecks } from './runtime-checks.ts';
import { build } from './test-checks.ts';
import { withTarballs } from './with-tarballs.ts';

// `npm run test:runtimes`: the packed packages on every runtime that tests/runtimes names.

close(addTallies(await runChecks([build]), await withTarballs(runRuntimeChecks)));
