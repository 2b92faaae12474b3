import type { CallRecord, DecisionRecord } from '../../store/records.ts';
import type { Transition } from '../../store/store.ts';
import type { Run } from '../run/run.ts';
import { changedElsewhere } from '../run/run-lease.ts';
import { commitTakingTurn } from '../turns/run-turn.ts';

const NO_DECISIONS: readonly DecisionRecord[] = [];

/**
 * Commits what became of a call; the conversation stays as it is. Calls of which something becomes at
 * the same moment share one commit: there may be hundreds, and none of them waits for another.
 */
export function commitCalls(
  run: Run,
  record: CallRecord,
  decisions: readonly DecisionRecord[] = NO_DECISIONS,
): Promise<void> {
  const isAlone = run.underWay.size < 2 || decisions.length > 0 || run.asleep;
  if (isAlone) return write(run, [record], decisions);
  const { gathered } = run;
  if (gathered) {
    gathered.records.push(record);
    return gathered.written;
  }
  const records = [record];
  run.gathered = { records, written: writeGathered(run, records) };
  return run.gathered.written;
}

/** By the next tick everything has been gathered that became of calls in this one. */
async function writeGathered(run: Run, records: readonly CallRecord[]): Promise<void> {
  await undefined;
  run.gathered = undefined;
  await write(run, records, NO_DECISIONS);
}

async function write(
  run: Run,
  calls: readonly CallRecord[],
  decisions: readonly DecisionRecord[],
): Promise<void> {
  // The decision that wakes a run also sets it going, in one transition.
  const woken = run.asleep ? run.next({ state: 'running' }) : undefined;
  const checking = run.checkLease();
  if (checking) await checking;
  const transition: Transition = woken
    ? { calls, decisions, run: woken, ...(run.lease ? { lease: run.lease.claim } : {}) }
    : { calls, decisions };
  const result = await commitTakingTurn(run.config.store, transition, run.turn);
  if (!result.ok) throw changedElsewhere(run.runId, result.conflict);
  if (woken) run.record = woken;
  run.asleep = false;
}
