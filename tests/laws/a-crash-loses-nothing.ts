import { isDeepStrictEqual } from 'node:util';
import { callFacts, callKey, lastRecords } from './kit/call-facts.ts';
import { promptProblems } from './kit/prompt-problems.ts';
import type { Trial } from './kit/trial.ts';
import { executionsOf } from './kit/trial.ts';

/**
 * Law 11: whenever a process dies, what it had committed is there, every call ends, and no tool runs
 * again that must not.
 */
export function aCrashLosesNothing(trial: Trial): readonly string[] {
  return [
    ...leftOpen(trial),
    ...lost(trial),
    ...ranAgain(trial),
    ...givenUp(trial),
    ...trial.requests.flatMap(({ prompt }, index) =>
      promptProblems(prompt).map((problem) => `request ${index}: ${problem}`),
    ),
    ...trial.events.flatMap((event) =>
      event.type === 'recovered' ? event.failed.map((error) => `not recovered: ${error}`) : [],
    ),
  ];
}

function leftOpen(trial: Trial): readonly string[] {
  const { calls, runs, messages } = trial;
  const recorded = new Set(lastRecords(trial).map(callKey));
  const made = messages.flatMap(({ runId, message }) =>
    message.role === 'assistant' && typeof message.content !== 'string'
      ? message.content.flatMap((part) =>
          part.type === 'tool-call' ? [callKey({ runId, toolCallId: part.toolCallId })] : [],
        )
      : [],
  );
  const failed = new Set(runs.flatMap(({ runId, state }) => (state === 'failed' ? [runId] : [])));
  return [
    ...calls.flatMap((call) =>
      call.state === 'settled' ? [] : [`${callKey(call)} is ${call.state} when all is over`],
    ),
    ...runs.flatMap(({ runId, state }) =>
      state === 'running' || state === 'waiting' ? [`run ${runId} is ${state}`] : [],
    ),
    ...made.flatMap((key) =>
      recorded.has(key) || failed.has(key.split(' ')[0] ?? '') ? [] : [`${key} has no record`],
    ),
  ];
}

/** Whatever was committed is there in the end, as it was. */
function lost({ events, decisions, messages }: Trial): readonly string[] {
  return events.flatMap((event) => {
    if (event.type !== 'commit') return [];
    const { decisions: decided = [], messages: said = [] } = event.transition;
    return [
      ...decided.flatMap((decision) =>
        decisions.some((kept) => isDeepStrictEqual(kept, decision))
          ? []
          : [`the decision ${decision.kind} on ${callKey(decision)} is lost`],
      ),
      ...said.flatMap((message) =>
        messages.some((kept) => isDeepStrictEqual(kept, message))
          ? []
          : [`message ${message.position} of ${message.runId} is lost`],
      ),
    ];
  });
}

/** A tool that does more than read begins once, and once more with every answer. */
function ranAgain(trial: Trial): readonly string[] {
  const executions = executionsOf(trial);
  return callFacts(trial).flatMap((call) => {
    const key = callKey(call);
    // A response that was lost may have begun a call that only reads, of the same id.
    const begun = executions.filter(
      (execution) => callKey(execution) === key && execution.n === call.n,
    ).length;
    const answers = trial.decisions.filter(
      (decision) => callKey(decision) === key && decision.kind === 'resume',
    ).length;
    return call.tool.reads || begun <= 1 + answers
      ? []
      : [`call ${call.n} ran ${begun} times, and was answered ${answers} times`];
  });
}

/** That a call's outcome is unknown is said only of one that was running, and may not run again. */
function givenUp(trial: Trial): readonly string[] {
  return callFacts(trial).flatMap(({ n, tool, records }) => {
    const told = JSON.stringify(records.at(-1)?.result ?? null);
    if (!told.includes('its outcome is unknown')) return [];
    const before = records.at(-2)?.state;
    return [
      ...(tool.reads ? [`call ${n} only reads, and was given up`] : []),
      ...(before === 'executing' ? [] : [`call ${n} was ${before}, and was given up`]),
    ];
  });
}
