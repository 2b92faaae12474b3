// The program that is run with the packed package in an empty project, on whatever Node there is.
import { helveTests } from './helve-tests.ts';
import { runSmoke } from './run-smoke.ts';

await runSmoke(helveTests);
