import { callKey } from './kit/call-facts.ts';
import type { Trial } from './kit/trial.ts';

/**
 * Law 10: a step costs what it adds. Schemas are converted once, messages are encoded and stored
 * once, records change as often as something happens to them, and a run that waits does nothing.
 */
export function linear(trial: Trial): readonly string[] {
  return [
    ...conversionProblems(trial),
    ...encodingProblems(trial),
    ...storageProblems(trial),
    ...trial.events.flatMap((event) =>
      event.type === 'at rest' && event.timers > 0 ? [`${event.timers} timers run at rest`] : [],
    ),
  ];
}

function conversionProblems({ events }: Trial): readonly string[] {
  const counts = new Map<string, number>();
  for (const event of events) {
    if (event.type !== 'converted') continue;
    const key = `${event.toolName} ${event.part}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].flatMap(([key, count]) =>
    count > 1 ? [`the ${key} schema was converted ${count} times`] : [],
  );
}

/** A message that is sent again is the same object; a run that is taken up again may make it anew. */
function encodingProblems(trial: Trial): readonly string[] {
  const { requests, script } = trial;
  const revivals = trial.events.filter(
    ({ type }) => type === 'deciding' || type === 'message',
  ).length;
  const forms = new Map<string, Set<object>>();
  const arrays = new Set<object>();
  for (const { prompt } of requests) {
    arrays.add(prompt);
    for (const message of prompt) {
      const text = JSON.stringify(message);
      forms.set(text, (forms.get(text) ?? new Set()).add(message));
    }
  }
  const problems = [...forms].flatMap(([text, made]) => {
    const alike = requests.reduce(
      (most, { prompt }) =>
        Math.max(most, prompt.filter((message) => JSON.stringify(message) === text).length),
      1,
    );
    return made.size > alike * (1 + revivals)
      ? [`a message was encoded ${made.size} times: ${text.slice(0, 60)}`]
      : [];
  });
  return arrays.size === requests.length || script.responses.length === 0
    ? problems
    : [...problems, 'two requests share one array of messages'];
}

function storageProblems(trial: Trial): readonly string[] {
  const messages = new Map<string, number>();
  const writes = new Map<string, number>();
  for (const event of trial.events) {
    if (event.type !== 'commit') continue;
    for (const { runId, position } of event.transition.messages ?? []) {
      const key = `message ${position} of ${runId}`;
      messages.set(key, (messages.get(key) ?? 0) + 1);
    }
    for (const call of event.transition.calls ?? []) {
      writes.set(callKey(call), (writes.get(callKey(call)) ?? 0) + 1);
    }
  }
  const decided = (key: string): number =>
    trial.decisions.filter((decision) => callKey(decision) === key).length;
  return [
    ...[...messages].flatMap(([key, count]) =>
      count > 1 ? [`${key} was stored ${count} times`] : [],
    ),
    // begun, ended; and for every decision: decided, and waiting again
    ...[...writes].flatMap(([key, count]) =>
      count > 3 + 2 * decided(key) ? [`call ${key} was stored ${count} times`] : [],
    ),
  ];
}
