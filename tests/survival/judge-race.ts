import type { DecisionRecord } from 'helve/store';
import type { Entry } from './journal.ts';
import { judgeSurvival } from './judge-survival.ts';
import type { RacedCall, RacePlan } from './plan-race.ts';
import type { RunPlan } from './plan-run.ts';
import type { Problem } from './problem.ts';
import { groupBy, keyOf } from './problem.ts';
import type { Records } from './read-records.ts';

/** What is judged of a race, beside what holds whenever processes die. */
export interface RaceResult {
  readonly plan: RacePlan;
  readonly processes: number;
  readonly entries: readonly Entry[];
  readonly records: Records;
  readonly listed: readonly DecisionRecord[];
}

/** One winner a wait; everybody else was told who; the tool ran as often as it was let. */
export function judgeRace({
  plan,
  processes,
  entries,
  records,
  listed,
}: RaceResult): readonly Problem[] {
  const ofCall = groupBy(entries.filter(isOfCall), keyOf);
  const decisions = groupBy(listed, keyOf);
  const recovered = groupBy(
    entries.flatMap((entry) => (entry.kind === 'recovered' ? [entry] : [])),
    ({ runId }) => runId,
  );
  return [
    ...judgeSurvival(entries, records),
    ...[...plan.raced, ...plan.again].flatMap((call) =>
      judgeWait(
        call,
        processes,
        ofCall.get(keyOf(call)) ?? [],
        decisions.get(keyOf(call)) ?? [],
      ).map((what) => ({
        runId: call.runId,
        what: `wait ${call.waitNumber} of ${call.toolCallId} ${what}`,
      })),
    ),
    ...plan.raced.flatMap((call) =>
      judgeRuns(call, ofCall.get(keyOf(call)) ?? [], decisions.get(keyOf(call)) ?? []).map(
        (what) => ({ runId: call.runId, what: `${call.toolCallId} ${what}` }),
      ),
    ),
    ...plan.cutOff.flatMap((run) => {
      const times = recovered.get(run.name)?.length ?? 0;
      return [
        ...(times === 1
          ? []
          : [{ runId: run.name, what: `the run was taken over ${times} times` }]),
        ...judgeCutOff(run, ofCall),
      ];
    }),
    ...plan.waiting.flatMap(({ name }) =>
      recovered.has(name) ? [{ runId: name, what: 'the run was taken over while it went on' }] : [],
    ),
  ];
}

type OfCall = Extract<Entry, { readonly toolCallId: string }>;

function isOfCall(entry: Entry): entry is OfCall {
  return 'toolCallId' in entry;
}

function judgeWait(
  { waitNumber }: RacedCall,
  processes: number,
  entries: readonly OfCall[],
  listed: readonly DecisionRecord[],
): readonly string[] {
  const problems: string[] = [];
  const decided = entries.filter((entry) => entry.kind === 'decided');
  const won = decided.filter((entry) => entry.waitNumber === waitNumber);
  const lost = entries
    .filter((entry) => entry.kind === 'refused')
    .filter((entry) => entry.waitNumber === waitNumber);
  // where it was declined before, nothing was asked again
  const end = decided.find((entry) => entry.decision === 'decline');
  const isOver = (end?.waitNumber ?? waitNumber) < waitNumber;
  const winner = isOver ? end : won[0];
  const wins = isOver ? 0 : 1;
  if (won.length !== wins || !winner) return [`was won ${won.length} times`];
  if (lost.length !== processes - wins) problems.push(`was lost by ${lost.length} of ${processes}`);
  for (const { by, code, message } of lost) {
    if (code !== 'ALREADY_DECIDED' || !message.includes(` by ${winner.by} `)) {
      problems.push(`was not told who won: ${by} heard ${code}: ${message}`);
    }
  }
  const made = listed.filter((each) => each.waitNumber === waitNumber);
  const isListed = made[0]?.by === winner.by && made[0].kind === winner.decision;
  if (made.length !== wins || (wins === 1 && !isListed)) {
    const all = made.map((each) => `${each.kind} by ${each.by}`).join(', ');
    problems.push(`was decided by ${winner.by}, and listed is: ${all || 'nothing'}`);
  }
  return problems;
}

function judgeRuns(
  { kind }: RacedCall,
  entries: readonly OfCall[],
  listed: readonly DecisionRecord[],
): readonly string[] {
  const effects = entries.filter((entry) => entry.kind === 'effect').length;
  const began = entries.filter((entry) => entry.kind === 'began').length;
  const kinds = listed.map((each) => each.kind);
  const due = kinds.includes('decline') ? 0 : 1;
  // a tool that asks has begun once before
  const before = kind === 'suspension' ? 1 : 0;
  const allowed = kinds.filter((each) => each !== 'decline').length;
  if (effects === due && began === allowed + before) return [];
  return [`began ${began} times and took effect ${effects} times: ${kinds.join(', ')}`];
}

/** What may run again has run twice, what may not once. */
function judgeCutOff(
  { name, steps }: RunPlan,
  ofCall: ReadonlyMap<string, readonly OfCall[]>,
): readonly Problem[] {
  return steps.flat().flatMap(({ toolName, toolCallId = '' }) => {
    const entries = ofCall.get(keyOf({ runId: name, toolCallId })) ?? [];
    const began = entries.filter((entry) => entry.kind === 'began').length;
    const due = toolName === 'book' ? 2 : 1;
    const what = `${toolCallId} (${toolName}) began ${began} times in place of ${due}`;
    return began === due ? [] : [{ runId: name, what }];
  });
}
