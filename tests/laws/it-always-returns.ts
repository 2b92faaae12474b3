import { callFacts, callKey } from './kit/call-facts.ts';
import type { Trial } from './kit/trial.ts';
import { chunksOf } from './kit/trial.ts';

/**
 * Law 9: abort and time-out end every call, also of tools that do not listen. (That a run ends at
 * all is what playing a trial needs: one that does not makes it fail.) What comes later is dropped
 * and logged, and the model is told what may still happen.
 */
export function itAlwaysReturns(trial: Trial): readonly string[] {
  return [...lateProblems(trial), ...abortProblems(trial), ...endProblems(trial)];
}

function lateProblems(trial: Trial): readonly string[] {
  const late = new Set(
    trial.events.flatMap((event) => (event.type === 'returned late' ? [event.n] : [])),
  );
  const dropped = trial.log.filter(({ message }) => message.includes('after its call had ended'));
  const problems = callFacts(trial).flatMap(({ n, call, tool, records }) => {
    const settled = records.at(-1);
    if (call.does !== 'returns late' && call.does !== 'hangs') return [];
    if (settled?.transcript.state === 'result' && tool.guard !== 'answers') {
      return [`call ${n} never returned in time, and succeeded`];
    }
    const told = JSON.stringify(settled?.result ?? null);
    if (!told.includes('was given up')) return [];
    const warns = told.includes('effects may still occur');
    return warns === tool.reads
      ? [`after the time-out of call ${n} the model is told ${told}`]
      : [];
  });
  return dropped.length < late.size
    ? [...problems, `${late.size} results came late, and ${dropped.length} were logged`]
    : problems;
}

function abortProblems({ events, times }: Trial): readonly string[] {
  const aborted = events.findIndex(({ type }) => type === 'aborted');
  if (aborted < 0) return [];
  return events.flatMap((event, place) => {
    if (place < aborted) return [];
    if (event.type === 'request') return ['the model was asked after the abort'];
    if (event.type === 'execute' && event.attempt > 1) {
      return [`call ${event.n} went on after the abort`];
    }
    // no clock has to run out for a call of an aborted run to end
    const isLater = Number(times[place]) > Number(times[aborted]);
    if (event.type !== 'commit' || !isLater) return [];
    return (event.transition.calls ?? [])
      .filter(({ result }) => JSON.stringify(result ?? null).includes('was given up'))
      .map(({ toolCallId }) => `${toolCallId} only ended when its time was over`);
  });
}

/** Every stream ends with `finish`, also where the run failed. */
function endProblems(trial: Trial): readonly string[] {
  if (trial.script.way !== 'stream') return [];
  const finished = new Set(
    chunksOf(trial).flatMap(({ type, runId }) => (type === 'finish' ? [runId] : [])),
  );
  const started = new Set(chunksOf(trial).map(({ runId }) => runId));
  const waiting = new Set(trial.calls.map(callKey));
  return [...started].flatMap((runId) =>
    finished.has(runId) ? [] : [`run ${runId} never finished (${waiting.size} calls)`],
  );
}
