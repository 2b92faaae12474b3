import type { Entry } from './journal.ts';
import type { Problem } from './problem.ts';
import { groupBy, keyOf } from './problem.ts';
import type { Records } from './read-records.ts';
import { traitsOf } from './tool-traits.ts';

/** How a decision may be refused that somebody else was faster with. */
const REFUSALS: readonly string[] = ['ALREADY_DECIDED', 'CALL_NOT_WAITING', 'RUN_BUSY'];

/** Each wait has one decision, and whoever lost was told who won. */
export function judgeDecisions(entries: readonly Entry[], records: Records): readonly Problem[] {
  const problems: Problem[] = [];
  const decisions = groupBy(records.decisions, keyOf);
  const calls = new Map(records.calls.map((call) => [keyOf(call), call]));
  for (const [key, made] of decisions) {
    const call = calls.get(key);
    const traits = call && traitsOf(call.toolName);
    if (!traits) {
      problems.push({ ...(call ?? {}), what: `there are decisions on ${key}, which never waits` });
      continue;
    }
    const count = (kind: string): number => made.filter((each) => each.kind === kind).length;
    const most = { approve: traits.gated ? 1 : 0, decline: 1, resume: traits.asks };
    const waits = most.approve + most.resume;
    const isTooMuch =
      count('approve') > most.approve ||
      count('decline') > most.decline ||
      count('resume') > most.resume ||
      made.length > waits;
    const numbers = made.map(({ waitNumber }) => waitNumber);
    if (new Set(numbers).size < numbers.length) {
      const what = `${call.toolCallId} has two decisions on one wait: ${numbers.join(', ')}`;
      problems.push({ runId: call.runId, what });
    }
    if (isTooMuch) {
      const all = made.map(({ kind, by }) => `${kind} by ${by}`).join(', ');
      problems.push({
        runId: call.runId,
        what: `${call.toolCallId} was decided on too often: ${all}`,
      });
    }
  }
  for (const entry of entries) {
    if (entry.kind === 'decided') {
      const { runId, toolCallId, decision, waitNumber, by } = entry;
      const record = decisions.get(keyOf(entry))?.find((each) => each.by === by);
      if (!record || waitNumber === undefined || record.waitNumber === waitNumber) continue;
      const what = `${decision} by ${by} on wait ${waitNumber} of ${toolCallId}`;
      problems.push({ runId, what: `${what} was taken for one on wait ${record.waitNumber}` });
    }
    if (entry.kind !== 'refused') continue;
    const { runId, toolCallId, decision, by, code, message } = entry;
    const made = decisions.get(keyOf(entry)) ?? [];
    const what = `${decision} by ${by} on ${toolCallId} was refused`;
    if (!REFUSALS.includes(code)) {
      problems.push({ runId, what: `${what} with ${code}: ${message}` });
    }
    if (code === 'ALREADY_DECIDED' && !made.some((each) => message.includes(` by ${each.by} `))) {
      problems.push({ runId, what: `${what}, and was not told who won: ${message}` });
    }
    if (made.some((each) => each.by === by)) {
      problems.push({ runId, what: `${what}, and was taken all the same` });
    }
  }
  return problems;
}
