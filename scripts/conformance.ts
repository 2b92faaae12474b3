import { conformanceChecks } from './conformance-checks.ts';
import { addTallies, close, runChecks } from './run-checks.ts';
import { build } from './test-checks.ts';

// The official conformance suite of the Model Context Protocol, against what Helve makes of it.

close(addTallies(await runChecks([build]), await runChecks(conformanceChecks)));
