import type { CallFacts } from './kit/call-facts.ts';
import { callFacts, callKey, placeOf } from './kit/call-facts.ts';
import { dataOf } from './kit/make-tools.ts';
import type { Trial, TrialEvent } from './kit/trial.ts';
import { executionsOf } from './kit/trial.ts';

/**
 * Law 7: a wait is stored before anybody hears of it, with exactly the payload the tool gave, and with a
 * number that no other wait of its call has; it outlives answers that do not fit; and a tool that has
 * suspended does nothing more that counts.
 */
export function waitingIsSafe(trial: Trial): readonly string[] {
  return [
    ...announcementProblems(trial),
    ...callFacts(trial).flatMap(numberProblems),
    ...callFacts(trial).flatMap((call) => suspensionProblems(trial, call)),
    ...refusalProblems(trial),
  ];
}

const STATES: Readonly<Record<string, string>> = {
  'tool-call-approval': 'approval',
  'tool-call-suspended': 'suspended',
};

function announcementProblems(trial: Trial): readonly string[] {
  const stored = new Set<string>();
  return trial.events.flatMap((event) => {
    if (event.type === 'commit') {
      for (const call of event.transition.calls ?? []) {
        stored.add(`${callKey(call)} ${call.state} ${call.waitNumber}`);
      }
    }
    if (event.type !== 'chunk' || !('toolCallId' in event.chunk.payload)) return [];
    const { type, runId, payload } = event.chunk;
    const state = STATES[type];
    const key = callKey({ runId, toolCallId: payload.toolCallId });
    const number = 'waitNumber' in payload ? payload.waitNumber : undefined;
    return state === undefined || stored.has(`${key} ${state} ${number}`)
      ? []
      : [`${key} was announced as ${state} (wait ${number}) before it was stored`];
  });
}

/** The n-th wait of a call has the number n, as long as it lasts. */
function numberProblems({ n, records }: CallFacts): readonly string[] {
  let waits = 0;
  let before = '';
  return records.flatMap(({ state, waitNumber }) => {
    const begins = WAITING.includes(state) && state !== before;
    before = state;
    if (begins) waits += 1;
    return !WAITING.includes(state) || waitNumber === waits
      ? []
      : [`wait ${waits} of call ${n} has the number ${waitNumber}`];
  });
}

const WAITING: readonly string[] = ['approval', 'suspended', 'client'];

function suspensionProblems(trial: Trial, call: CallFacts): readonly string[] {
  const { n, records } = call;
  const { does, payload } = call.call;
  const data = dataOf(payload, 'suspend', n);
  // what counts is what the schema made of it
  const given = JSON.stringify(payload === 'object' ? { ...Object(data), mark: 'parsed' } : data);
  const problems = records.flatMap(({ state, suspendPayload }) =>
    state === 'suspended' && JSON.stringify(suspendPayload) !== given
      ? [`call ${n} suspended with ${given}, and ${JSON.stringify(suspendPayload)} was stored`]
      : [],
  );
  const executions = executionsOf(trial).filter((run) => callKey(run) === callKey(call));
  for (const { resumeData, suspendPayload } of executions) {
    if (resumeData !== undefined && JSON.stringify(suspendPayload) !== given) {
      problems.push(`call ${n} went on without what it suspended with`);
    }
  }
  const suspended = records.some(({ state }) => state === 'suspended');
  if (does === 'suspends badly' && suspended) {
    problems.push(`call ${n} suspended with a payload that does not fit`);
  }
  const answered = executions.some(({ resumeData }) => resumeData !== undefined);
  const succeeded = records.at(-1)?.transcript.state === 'result';
  const suspends = does.startsWith('suspends') && executions.length > 0;
  if (suspends && succeeded && !answered) {
    problems.push(`call ${n} suspended, and succeeded without an answer`);
  }
  return problems;
}

/** A decision that was refused has changed nothing about the call it was refused for. */
function refusalProblems(trial: Trial): readonly string[] {
  const { events } = trial;
  const soon = trial.script.acts.some((act) => act.soon || act.do === 'decide both ways');
  // others decide at the same time: what changed meanwhile is theirs
  if (soon) return [];
  return events.flatMap((event, place) => {
    if (event.type !== 'decision' || event.accepted) return [];
    const key = callKey(event.decision);
    const begun = events.findLastIndex((earlier, at) => at < place && earlier.type === 'deciding');
    const touches = (other: TrialEvent): boolean =>
      other.type === 'commit' &&
      (other.transition.calls ?? []).some((call) => callKey(call) === key);
    const changed = placeOf(trial, touches, begun);
    return changed >= 0 && changed < place ? [`a refused decision changed ${key}`] : [];
  });
}
