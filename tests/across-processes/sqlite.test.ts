import { afterAll, beforeAll, describe } from 'vitest';
import { approvalCases } from './approval-cases.ts';
import { suspensionCases } from './suspension-cases.ts';
import type { TwoProcesses } from './two-processes.ts';
import { startTwoProcesses } from './two-processes.ts';

let processes: TwoProcesses;
beforeAll(() => {
  processes = startTwoProcesses();
});
afterAll(() => processes.end());

describe('two processes on one SQLite file', () => {
  approvalCases(() => processes);
  suspensionCases(() => processes);
});
