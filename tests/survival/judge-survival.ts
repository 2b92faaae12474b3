import type { Entry } from './journal.ts';
import { judgeDecisions } from './judge-decisions.ts';
import { judgeExecutions } from './judge-executions.ts';
import { judgeEnded, judgeKept } from './judge-records.ts';
import type { Problem } from './problem.ts';
import type { Records } from './read-records.ts';
import type { RunPast } from './run-past.ts';
import { isWornOut, runPasts } from './run-past.ts';

/** What a run may be given up with in a process: another one has taken it over. */
const GIVEN_UP = 'STORE_CONFLICT';

/**
 * Finds every promise that was broken, in what processes wrote down before they were killed and in
 * what the store has in the end.
 *
 * `mayFail` are the codes of further errors that runs and calls of the API may have met: where the
 * store itself was made to fail.
 */
export function judgeSurvival(
  entries: readonly Entry[],
  records: Records,
  mayFail: readonly string[] = [],
): readonly Problem[] {
  const pastOf = runPasts(entries, records);
  return [
    ...judgeKept(entries, records),
    ...judgeEnded(entries, records),
    ...judgeExecutions(entries, records),
    ...judgeDecisions(
      entries.filter((entry) => entry.kind !== 'refused' || !mayFail.includes(entry.code)),
      records,
    ),
    ...entries.flatMap((entry) => judgeEntry(entry, mayFail, pastOf)),
  ];
}

function judgeEntry(
  entry: Entry,
  mayFail: readonly string[],
  pastOf: (runId: string) => RunPast,
): readonly Problem[] {
  switch (entry.kind) {
    case 'asked':
      return entry.problems.map((problem) => ({
        runId: entry.name,
        what: `a model was asked with a history that providers refuse: ${problem}`,
      }));
    case 'unhandled':
      return [{ what: `process ${entry.life} had an error that nobody caught: ${entry.message}` }];
    case 'failed': {
      const { what, runId, code, message } = entry;
      if (code === GIVEN_UP || mayFail.includes(code)) return [];
      if (runId !== undefined && isWornOut(pastOf(runId))) return [];
      const of = runId === undefined ? {} : { runId };
      return [{ ...of, what: `${what} failed in process ${entry.life} with ${code}: ${message}` }];
    }
    default:
      return [];
  }
}
