import { HelveError } from 'helve';
import { callKey, lastRecords } from './kit/call-facts.ts';
import type { Trial } from './kit/trial.ts';
import { executionsOf } from './kit/trial.ts';

/**
 * Law 8: a wait is decided once; whoever comes later is told of the first, and changes nothing about
 * what the call waits for by then. What was approved runs, and the model is asked when the last call of its step has ended.
 */
export function oneDecision(trial: Trial): readonly string[] {
  return [
    ...recordProblems(trial),
    ...waitProblems(trial),
    ...refusalProblems(trial),
    ...orderProblems(trial),
  ];
}

function recordProblems(trial: Trial): readonly string[] {
  const verdicts = new Map<string, string[]>();
  for (const record of trial.decisions) {
    if (record.kind === 'resume') continue;
    const key = callKey(record);
    verdicts.set(key, [...(verdicts.get(key) ?? []), record.kind]);
  }
  const accepted = new Map<string, number>();
  for (const event of trial.events) {
    if (event.type !== 'decision' || !event.accepted || event.decision.kind === 'answer') continue;
    const key = callKey(event.decision);
    accepted.set(key, (accepted.get(key) ?? 0) + 1);
  }
  const ran = new Set(executionsOf(trial).map(callKey));
  return [...verdicts].flatMap(([key, kinds]) => {
    const problems: string[] = [];
    // an approved call may suspend, and a suspended one may be declined
    if (kinds.filter((kind) => kind === 'approve').length > 1) problems.push('approved twice');
    if (kinds.filter((kind) => kind === 'decline').length > 1) problems.push('declined twice');
    if (kinds.indexOf('decline') >= 0 && kinds.indexOf('decline') < kinds.length - 1) {
      problems.push('decided on after it was declined');
    }
    if ((accepted.get(key) ?? 0) > kinds.length)
      problems.push('said yes to more than was recorded');
    const aborted = trial.events.some(({ type }) => type === 'aborted');
    if (kinds.includes('approve') && !aborted && !ran.has(key))
      problems.push('approved, never run');
    if (kinds.length === 1 && kinds[0] === 'decline' && trial.script.tools.every(isGated)) {
      if (ran.has(key)) problems.push('declined, and run');
    }
    return problems.map((problem) => `${key}: ${problem}`);
  });
}

/** Each wait has one decision, and who named a wait has decided on that one. */
function waitProblems(trial: Trial): readonly string[] {
  const made = trial.decisions.map((record) => waitKey(record));
  const taken = trial.events.flatMap((event) =>
    event.type === 'decision' && event.accepted && event.decision.waitNumber !== undefined
      ? [waitKey(event.decision)]
      : [],
  );
  return [...new Set([...made, ...taken])].flatMap((key) => {
    const [records, times] = [count(made, key), count(taken, key)];
    return records === 1 && times <= 1
      ? []
      : [`${key} has ${records} decisions, and said yes to ${times}`];
  });
}

function waitKey(
  wait: Parameters<typeof callKey>[0] & { readonly waitNumber?: number | undefined },
): string {
  return `wait ${wait.waitNumber} of ${callKey(wait)}`;
}

function count(keys: readonly string[], key: string): number {
  return keys.filter((each) => each === key).length;
}

function isGated({ gate }: { readonly gate: string }): boolean {
  return gate === 'asks';
}

/** A refusal says what to do instead: whose decision came first, or which calls wait. */
function refusalProblems(trial: Trial): readonly string[] {
  return trial.events.flatMap((event) => {
    if (event.type !== 'decision' || event.accepted) return [];
    const { error, decision } = event;
    if (!HelveError.isInstance(error)) return [`a decision was refused with ${String(error)}`];
    if (error.code === 'ALREADY_DECIDED' && !/ada|message/.test(error.message)) {
      return [`a second decision is not told of the first: ${error.message}`];
    }
    const isForeign = decision.toolCallId === 'no such call';
    const waiting = lastRecords(trial).some(
      (call) => call.runId === decision.runId && error.message.includes(call.toolCallId),
    );
    return isForeign && error.code === 'CALL_NOT_WAITING' && !waiting
      ? [`a decision on no call is not told what waits: ${error.message}`]
      : [];
  });
}

/** While a run stands alone, the model is asked only when no call of it is open. */
function orderProblems(trial: Trial): readonly string[] {
  if (trial.script.acts.some((act) => act.do === 'message' || act.do === 'forge')) return [];
  const open = new Set<string>();
  return trial.events.flatMap((event) => {
    if (event.type === 'commit') {
      for (const call of event.transition.calls ?? []) {
        if (call.state === 'settled') open.delete(callKey(call));
        else open.add(callKey(call));
      }
    }
    return event.type === 'request' && open.size > 0
      ? [`the model was asked while ${[...open].join(', ')} had not ended`]
      : [];
  });
}
