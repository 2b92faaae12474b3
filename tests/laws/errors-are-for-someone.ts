import { callFacts, callKey } from './kit/call-facts.ts';
import { canary } from './kit/canary.ts';
import type { Trial } from './kit/trial.ts';
import { executionsOf } from './kit/trial.ts';

/** A line of a stack. */
const FRAME = /\n\s+at .+:\d+:\d+/;

/**
 * Law 12: what a tool throws becomes three values. The model is told what it says of itself, people
 * what may be shown of it, and the log alone gets the place where it happened.
 */
export function errorsAreForSomeone(trial: Trial): readonly string[] {
  return [
    ...stackProblems(trial),
    ...callFacts(trial).flatMap((call) => {
      const { n, tool } = call;
      const thrown = call.call.does === 'throws';
      const ran = executionsOf(trial).some((run) => callKey(run) === callKey(call));
      const settled = call.records.at(-1);
      const failed = settled?.transcript.state === 'error';
      const isAborted = JSON.stringify(settled?.result ?? '').includes('The run was aborted');
      if (!thrown || !ran || isAborted) return [];
      const problems: string[] = [];
      const message = canary('message', n);
      if (!failed) problems.push('it threw, and did not fail');
      const told = JSON.stringify(settled?.result ?? null);
      if (!told.includes(message)) problems.push(`the model is told ${told}`);
      if (told.includes(canary('cause', n))) problems.push('the model is told the cause');
      const shown = JSON.stringify(settled?.transcript.error ?? null);
      const mayShow = tool.shows === 'everything';
      if (shown.includes(message) !== mayShow) problems.push(`the transcript shows ${shown}`);
      const logged = trial.log.filter(({ details }) => details?.['toolCallId'] === call.toolCallId);
      if (!logged.some(({ level, details }) => level === 'error' && hasPlace(details))) {
        problems.push('the log does not have the place where it was thrown');
      }
      return problems.map((problem) => `call ${n}: ${problem}`);
    }),
  ];
}

/** Stacks stay in the log. The application gets what was thrown, as it was thrown. */
function stackProblems(trial: Trial): readonly string[] {
  const audiences = {
    'the model': trial.requests.map(({ prompt }) => prompt),
    'a screen': trial.shown,
    'the transcript': trial.transcript,
    'the store': [trial.runs, trial.calls, trial.messages, trial.decisions],
  };
  return Object.entries(audiences).flatMap(([audience, seen]) =>
    FRAME.test(textsIn(seen).join('\n')) ? [`${audience} has a stack`] : [],
  );
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  // an Error's own fields are not enumerable
  return Reflect.ownKeys(value).flatMap((key) => textsIn(Reflect.get(value, key)));
}

function hasPlace(details: Readonly<Record<string, unknown>> | undefined): boolean {
  const error = details?.['error'];
  const frames = details?.['frames'];
  return (error instanceof Error && error.stack !== undefined) || Array.isArray(frames);
}
