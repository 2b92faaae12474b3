import { callFacts, callKey } from './kit/call-facts.ts';
import type { ToolScript } from './kit/script.ts';
import type { Trial } from './kit/trial.ts';
import { chunksOf, executionsOf } from './kit/trial.ts';

const UNSHOWABLE = 'The tool ran; its result cannot be shown.';
const BROKEN_GUARDS: ReadonlySet<string> = new Set(['throws', 'hangs', 'is odd']);
const BROKEN_ENCODERS: ReadonlySet<string> = new Set(['undefined', 'unknown', 'throws', 'hangs']);

/**
 * Law 4: what should decide and does not, refuses or asks; what should show and does not, shows a
 * placeholder. Nothing falls back on the raw payload, and nothing on letting a call run.
 */
export function failClosed(trial: Trial): readonly string[] {
  const ran = new Set(executionsOf(trial).map(callKey));
  const approved = new Set(trial.decisions.filter(({ kind }) => kind === 'approve').map(callKey));
  return [
    ...callFacts(trial).flatMap((call) => {
      const { tool, n, records } = call;
      const didRun = ran.has(callKey(call));
      const settled = records.at(-1);
      const problems: string[] = [];
      if (BROKEN_GUARDS.has(tool.guard) && settled?.transcript.state === 'result') {
        problems.push(`call ${n} succeeded although its guard ${tool.guard}`);
      }
      if (BROKEN_GUARDS.has(tool.guard) && didRun) {
        problems.push(`call ${n} ran although its guard ${tool.guard}`);
      }
      const ruleBroke = tool.gate === 'rule throws' || tool.gate === 'rule hangs';
      if (ruleBroke && didRun && !approved.has(callKey(call))) {
        problems.push(`call ${n} ran unapproved although its ${tool.gate}`);
      }
      const hasResult = settled?.transcript.state === 'result';
      if (BROKEN_ENCODERS.has(tool.encode) && hasResult) {
        const told = JSON.stringify(settled.result);
        if (!told.includes(UNSHOWABLE)) problems.push(`the model is told ${told} of call ${n}`);
      }
      return problems;
    }),
    ...displayProblems(trial),
  ];
}

/** Deltas and progress that nothing can project are dropped; everything else has a placeholder. */
function displayProblems(trial: Trial): readonly string[] {
  if (trial.script.way !== 'stream') return [];
  const hidden = new Map<string, ToolScript['shows']>();
  const names = ['alpha', 'beta', 'gamma'] as const;
  names.forEach((name, index) => {
    hidden.set(name, trial.script.tools[index]?.shows ?? 'everything');
  });
  const problems: string[] = [];
  for (const { type, payload } of trial.shown) {
    if (!('toolName' in payload)) continue;
    const shows = hidden.get(payload.toolName) ?? 'everything';
    if (shows === 'everything' || shows === 'projections') continue;
    if (type === 'tool-call-delta' || type === 'tool-output') {
      problems.push(`${payload.toolName} shows ${shows}, and a ${type} was shown`);
    }
  }
  const terminals = (chunks: Trial['shown']): number =>
    chunks.filter(({ type }) => /^tool-(result|error|output-denied)$/.test(type)).length;
  if (terminals(trial.shown) !== terminals(chunksOf(trial))) {
    problems.push('screens were not shown the end of every call');
  }
  return problems;
}
