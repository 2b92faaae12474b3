import { isDeepStrictEqual } from 'node:util';
import type { MessageRecord } from 'helve/store';
import type { Entry } from './journal.ts';
import type { Problem } from './problem.ts';
import { groupBy, keyOf } from './problem.ts';
import type { Records } from './read-records.ts';
import { isWornOut, runPasts } from './run-past.ts';

/** What the store had confirmed, or an API call had, is there in the end as it was. */
export function judgeKept(entries: readonly Entry[], records: Records): readonly Problem[] {
  const runs = new Map(records.runs.map((run) => [run.runId, run]));
  const calls = new Map(records.calls.map((call) => [keyOf(call), call]));
  const messages = new Map(records.messages.map((record) => [placeOf(record), record]));
  const decisions = groupBy(records.decisions, keyOf);
  const problems: Problem[] = [];
  const lost = (runId: string, what: string): void => {
    problems.push({ runId, what: `${what} is lost` });
  };
  for (const entry of entries) {
    if (entry.kind === 'accepted' && !runs.has(entry.runId)) lost(entry.runId, 'the run');
    if (entry.kind === 'decided') {
      const { runId, decision, by } = entry;
      const kept = decisions.get(keyOf(entry)) ?? [];
      if (!kept.some((each) => each.kind === decision && each.by === by)) {
        lost(runId, `the decision ${decision} by ${by} on ${entry.toolCallId}`);
      }
    }
    if (entry.kind !== 'committed') continue;
    const { run } = entry;
    if (run && (runs.get(run.runId)?.version ?? -1) < run.version) {
      lost(run.runId, `version ${run.version} of the run`);
    }
    for (const call of entry.calls) {
      if ((calls.get(keyOf(call))?.version ?? -1) < call.version) {
        lost(call.runId, `version ${call.version} of ${call.toolCallId}`);
      }
      if (call.result && !isDeepStrictEqual(calls.get(keyOf(call))?.result, call.result)) {
        lost(call.runId, `the result of ${call.toolCallId}`);
      }
    }
    for (const message of entry.messages) {
      if (!isDeepStrictEqual(messages.get(placeOf(message)), message)) {
        lost(message.runId, `message ${message.position}`);
      }
    }
    for (const decision of entry.decisions) {
      const kept = decisions.get(keyOf(decision)) ?? [];
      if (!kept.some((each) => isDeepStrictEqual(each, decision))) {
        lost(decision.runId, `the decision ${decision.kind} on ${decision.toolCallId}`);
      }
    }
  }
  return problems;
}

function placeOf({ runId, position }: MessageRecord): string {
  return `${runId} ${position}`;
}

/** Every run and every call has ended, and the history says of each call what its record says. */
export function judgeEnded(entries: readonly Entry[], records: Records): readonly Problem[] {
  const problems: Problem[] = [];
  const pastOf = runPasts(entries, records);
  const failed = new Set<string>();
  for (const { runId, state } of records.runs) {
    if (state === 'failed' && isWornOut(pastOf(runId))) failed.add(runId);
    else if (state !== 'finished') problems.push({ runId, what: `the run is ${state} in the end` });
  }
  for (const { runId, toolCallId, state } of records.calls) {
    if (state !== 'settled') problems.push({ runId, what: `${toolCallId} is ${state} in the end` });
  }
  const calls = groupBy(records.calls, ({ runId }) => runId);
  for (const [runId, said] of groupBy(records.messages, (record) => record.runId)) {
    // what a failed run came to last is not in its history
    if (!failed.has(runId)) problems.push(...judgeHistory(runId, said, calls.get(runId) ?? []));
  }
  return problems;
}

/** The history of a run has one result a call, in call order, and it is the one of the record. */
function judgeHistory(
  runId: string,
  said: readonly MessageRecord[],
  calls: Records['calls'],
): readonly Problem[] {
  const problems: Problem[] = [];
  const byId = new Map(calls.map((call) => [call.toolCallId, call]));
  const made = said.flatMap(({ message }) => partsOf(message, 'tool-call'));
  if (new Set(made.map(({ toolCallId }) => toolCallId)).size !== made.length) {
    problems.push({ runId, what: 'two calls of the history have the same id' });
  }
  if (made.length !== calls.length) {
    problems.push({ runId, what: `${made.length} calls were made, ${calls.length} recorded` });
  }
  said.forEach(({ message, position }, index) => {
    if (position !== index) problems.push({ runId, what: `message ${index} is missing` });
    const ids = partsOf(message, 'tool-call').map(({ toolCallId }) => toolCallId);
    const next = said[index + 1]?.message;
    const results = next ? partsOf(next, 'tool-result') : [];
    if (ids.join() !== results.map(({ toolCallId }) => toolCallId).join()) {
      problems.push({ runId, what: `the results behind message ${index} are not of its calls` });
    }
    for (const { toolCallId, output } of results) {
      if (isDeepStrictEqual(output, byId.get(toolCallId)?.result)) continue;
      problems.push({ runId, what: `the model was told of ${toolCallId} what its record has not` });
    }
  });
  return problems;
}

interface CallPart {
  readonly type: string;
  readonly toolCallId: string;
  readonly output?: unknown;
}

function partsOf({ content }: MessageRecord['message'], type: string): readonly CallPart[] {
  if (typeof content === 'string') return [];
  // a part of one of the two types that are asked for has these fields
  return content.filter((part) => part.type === type) as unknown as readonly CallPart[];
}
