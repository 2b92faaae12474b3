import { afterAll, beforeAll, describe, inject } from 'vitest';
import { approvalCases } from '../across-processes/approval-cases.ts';
import { suspensionCases } from '../across-processes/suspension-cases.ts';
import type { TwoProcesses } from '../across-processes/two-processes.ts';
import { startTwoProcesses } from '../across-processes/two-processes.ts';

let processes: TwoProcesses;
beforeAll(() => {
  processes = startTwoProcesses(inject('postgresUrl'));
});
afterAll(() => processes.end());

describe('two processes on one PostgreSQL database', () => {
  approvalCases(() => processes);
  suspensionCases(() => processes);
});
