// What every runtime with a command line runs, unchanged.
import { helveTests } from '../../scripts/smoke/helve-tests.ts';
import { runSmoke } from '../../scripts/smoke/run-smoke.ts';
import { zodTests } from './zod-tests.ts';

await runSmoke({ ...helveTests, ...zodTests });
