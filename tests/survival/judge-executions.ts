import type { CallRecord, DecisionRecord } from 'helve/store';
import type { Entry } from './journal.ts';
import type { Problem } from './problem.ts';
import { groupBy, keyOf } from './problem.ts';
import type { Records } from './read-records.ts';
import type { RunPast } from './run-past.ts';
import { isWornOut, runPasts } from './run-past.ts';
import type { ToolTraits } from './tool-traits.ts';
import { traitsOf } from './tool-traits.ts';

type Moment = Extract<Entry, { readonly kind: 'began' | 'effect' | 'returned' }>;

/** What is known of one call. */
interface CallFacts {
  readonly call: CallRecord;
  readonly traits: ToolTraits;
  readonly began: readonly Moment[];
  readonly effects: readonly Moment[];
  readonly returned: readonly Moment[];
  readonly decisions: readonly DecisionRecord[];
  readonly past: RunPast;
}

/**
 * No tool ran without right, none twice that must not, and the model was told the truth of each: what
 * one of its executions returned, or that nobody knows.
 */
export function judgeExecutions(entries: readonly Entry[], records: Records): readonly Problem[] {
  const moments = groupBy(entries.filter(isMoment), keyOf);
  const decisions = groupBy(records.decisions, keyOf);
  const pastOf = runPasts(entries, records);
  const known = new Set(records.calls.map(keyOf));
  return [
    ...[...moments.values()].flatMap(([first]) =>
      // a call that only reads is begun before its response has ended, which may get lost
      first && !known.has(keyOf(first)) && traitsOf(first.toolName)?.repeats !== 'reads'
        ? [{ runId: first.runId, what: `${first.toolCallId} ran and has no record` }]
        : [],
    ),
    ...records.calls.flatMap((call) => {
      const traits = traitsOf(call.toolName);
      if (!traits) return judgeOther(call, pastOf(call.runId));
      const own = moments.get(keyOf(call)) ?? [];
      const facts: CallFacts = {
        call,
        traits,
        began: own.filter(({ kind }) => kind === 'began'),
        effects: own.filter(({ kind }) => kind === 'effect'),
        returned: own.filter(({ kind }) => kind === 'returned'),
        decisions: decisions.get(keyOf(call)) ?? [],
        past: pastOf(call.runId),
      };
      const { runId, toolCallId } = call;
      return [...ranAgain(facts), ...ranWithoutRight(facts), ...wasToldWrong(facts)].map(
        (problem) => ({ runId, what: `${toolCallId} (${call.toolName}) ${problem}` }),
      );
    }),
  ];
}

function isMoment(entry: Entry): entry is Moment {
  return entry.kind === 'began' || entry.kind === 'effect' || entry.kind === 'returned';
}

function ranAgain({ traits, began, effects, decisions, call }: CallFacts): readonly string[] {
  const problems: string[] = [];
  const resumes = decisions.filter(({ kind }) => kind === 'resume').length;
  if (traits.repeats === 'never') {
    const fresh = began.filter(({ resumed }) => !resumed).length;
    if (fresh > 1) problems.push(`began ${fresh} times and must not run again`);
    if (began.length - fresh > resumes) {
      problems.push(`began ${began.length - fresh} times with an answer, and had ${resumes}`);
    }
    if (effects.length > 1) problems.push(`took effect ${effects.length} times`);
  }
  const attempts = began.map(({ attempt }) => attempt);
  if (traits.repeats !== 'reads' && new Set(attempts).size !== attempts.length) {
    problems.push(`had the same attempt twice: ${attempts.join(', ')}`);
  }
  const key = `${call.runId}:${call.toolCallId}`;
  if (began.some(({ idempotencyKey }) => idempotencyKey !== key)) {
    problems.push('was given another idempotency key');
  }
  return problems;
}

function ranWithoutRight({ traits, began, effects, decisions }: CallFacts): readonly string[] {
  const approved = decisions.some(({ kind }) => kind === 'approve');
  const answered = decisions.filter(({ kind }) => kind === 'resume').length;
  const problems: string[] = [];
  if (traits.gated && !approved && began.length > 0) problems.push('ran and was not approved');
  if (effects.length > 0 && answered < traits.asks) problems.push('went on without its answers');
  return problems;
}

function wasToldWrong(facts: CallFacts): readonly string[] {
  const { call, traits, returned, decisions, past } = facts;
  const { result } = call;
  const isDeclined = decisions.some(({ kind }) => kind === 'decline');
  switch (result?.type) {
    case 'json': {
      const isReturned = returned.some(({ nonce }) => nonce === nonceOf(result.value));
      const problems = isReturned ? [] : ['has a result that no execution has returned'];
      return isDeclined ? [...problems, 'was declined and has a result'] : problems;
    }
    case 'denied':
      return isDeclined ? [] : ['was denied and nobody declined it'];
    default:
      if (isWornOut(past)) return [];
      if (!isUnknown(call)) return [`ended with ${JSON.stringify(result)}`];
      if (past.lives.size < 2 && past.claims === 0) return ['was given up, and its run was not'];
      if (isDeclined) return ['was declined, and its outcome is said to be unknown'];
      return traits.repeats === 'never' ? [] : ['may run again, and was given up'];
  }
}

function nonceOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'nonce' in value ? value.nonce : undefined;
}

function isUnknown({ result }: CallRecord): boolean {
  return JSON.stringify(result ?? null).includes('its outcome is unknown');
}

/** The call of a sub-agent: it is always taken up again, so that it has an answer. */
function judgeOther(call: CallRecord, past: RunPast): readonly Problem[] {
  const { runId, toolCallId, toolName, result } = call;
  if (isWornOut(past) || (result?.type === 'text' && result.value.includes('is done'))) return [];
  return [{ runId, what: `${toolCallId} (${toolName}) ended with ${JSON.stringify(result)}` }];
}
