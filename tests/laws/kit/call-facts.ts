import type { CallRecord } from 'helve/store';
import type { NumberedCall, ToolScript } from './script.ts';
import { callsOf, toolOf } from './script.ts';
import type { Trial, TrialEvent } from './trial.ts';

/** A call of a trial, with what its script says of it. */
export interface CallFacts extends NumberedCall {
  readonly toolCallId: string;
  readonly runId: string;
  readonly tool: ToolScript;
  /** Its records, in the order in which they were committed. */
  readonly records: readonly CallRecord[];
}

/** One name for a call of any run. */
export function callKey(call: { readonly runId: string; readonly toolCallId: string }): string {
  return `${call.runId} ${call.toolCallId}`;
}

/**
 * The records of each call that came to be, in the order in which they were committed, up to its
 * end: what is left of the last one once the history has the result is not among them.
 */
function recordsOf({ events }: Trial): ReadonlyMap<string, readonly CallRecord[]> {
  const records = new Map<string, CallRecord[]>();
  for (const event of events) {
    if (event.type !== 'commit') continue;
    for (const call of event.transition.calls ?? []) {
      const own = records.get(callKey(call)) ?? [];
      records.set(callKey(call), own);
      if (own.at(-1)?.state !== 'settled') own.push(call);
    }
  }
  return records;
}

/** Every call that came to be, as it was recorded last: how it ended, where it did. In call order. */
export function lastRecords(trial: Trial): readonly CallRecord[] {
  const runs = trial.runs.map(({ runId }) => runId);
  return [...recordsOf(trial).values()]
    .flatMap((records) => records.slice(-1))
    .sort(
      (a, b) =>
        runs.indexOf(a.runId) - runs.indexOf(b.runId) || a.step - b.step || a.index - b.index,
    );
}

/** The calls of the script's tools that came to be. */
export function callFacts(trial: Trial): readonly CallFacts[] {
  const numbered = new Map(callsOf(trial.script).map((call) => [call.n, call]));
  return [...recordsOf(trial).values()].flatMap((records) => {
    const [first] = records;
    if (!first) return [];
    const { toolCallId, runId, toolName } = first;
    const call = numbered.get(numberIn(first));
    const tool = toolOf(trial.script, toolName);
    return call && tool ? [{ ...call, toolCallId, runId, tool, records }] : [];
  });
}

/** Which call of the script a record is of: the model signs each with its number. */
function numberIn({ providerOptions }: CallRecord): number {
  const signature = providerOptions?.['scripted']?.['signature'];
  return Number(String(signature).replace('signed ', ''));
}

/** The place of the first event that fits; -1 where there is none. */
export function placeOf({ events }: Trial, fits: (event: TrialEvent) => boolean, from = 0): number {
  return events.findIndex((event, place) => place >= from && fits(event));
}
