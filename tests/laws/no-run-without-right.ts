import { createHash } from 'node:crypto';
import type { CallFacts } from './kit/call-facts.ts';
import { callFacts, callKey } from './kit/call-facts.ts';
import { FORGED_FIELDS } from './kit/canary.ts';
import { endsWell } from './kit/script.ts';
import type { Decision, Execution, Trial } from './kit/trial.ts';
import { validInput } from './kit/write-response.ts';

const RUNNABLE: ReadonlySet<string> = new Set(['valid', 'forged', 'as text']);
const LETS_PASS: ReadonlySet<string> = new Set(['none', 'lets pass']);
const ASKS: ReadonlySet<string> = new Set(['asks', 'rule throws', 'rule hangs']);

/**
 * Law 2: a tool runs only after a complete and valid call of a response that ended well (or, where
 * it only reads, that was still coming), with the guard's leave, and, where its gate asks, with an
 * approval of just this call and just this input.
 */
export function noRunWithoutRight(trial: Trial): readonly string[] {
  const facts = new Map(callFacts(trial).map((call) => [callKey(call), call]));
  const approvals = new Map<string, Decision>();
  const runs = new Map<string, number>();
  const answers = new Map<string, number>();
  const problems: string[] = [];
  for (const event of trial.events) {
    if (event.type === 'deciding') {
      const key = callKey(event.decision);
      const { kind } = event.decision;
      if (kind === 'approve' || kind === 'edit') approvals.set(key, event.decision);
    }
    if (event.type === 'commit') {
      for (const call of event.transition.calls ?? []) {
        if (call.resumeData === undefined || call.state !== 'executing') continue;
        answers.set(callKey(call), (answers.get(callKey(call)) ?? 0) + 1);
      }
    }
    if (event.type !== 'execute') continue;
    const key = callKey(event);
    const call = facts.get(key);
    const say = (problem: string): void => void problems.push(`call ${event.n}: ${problem}`);
    const early = trial.script.responses.flatMap(({ items }, step) =>
      items.flatMap((item, index) => (step * 100 + index === event.n ? [item] : [])),
    )[0];
    if (!call) {
      // a tool that only reads may have begun in a response that came to nothing
      if (early?.kind !== 'call' || !isReader(trial, event)) say('ran, and was never accepted');
      continue;
    }
    problems.push(...rightsOf(trial, call, event, approvals.get(key)));
    runs.set(key, (runs.get(key) ?? 0) + 1);
    if ((runs.get(key) ?? 0) > 1 + (answers.get(key) ?? 0)) say('ran more often than it was let');
  }
  return [...problems, ...digestProblems(trial, facts)];
}

function isReader(trial: Trial, { toolName }: Execution): boolean {
  const index = ['alpha', 'beta', 'gamma'].indexOf(toolName);
  return trial.script.tools[index]?.reads === true;
}

function rightsOf(
  trial: Trial,
  facts: CallFacts,
  execution: Execution,
  approval: Decision | undefined,
): readonly string[] {
  const { call, tool, response, n } = facts;
  const problems: string[] = [];
  const say = (problem: string): void => void problems.push(`call ${n} ${problem}`);
  if (call.tool !== execution.toolName) say(`of ${call.tool} ran as ${execution.toolName}`);
  if (!RUNNABLE.has(call.input)) say(`ran with ${call.input} input`);
  if (!LETS_PASS.has(tool.guard)) say(`ran although the guard ${tool.guard}`);
  if (!endsWell(response) && !tool.reads)
    say(`ran although the response ended: ${response.ending}`);
  if (ASKS.has(tool.gate) && !approval) say('ran without an approval');
  const edited = decidedInput(trial, facts);
  const expected = canonical(parsed(edited ?? acceptedInput(facts)));
  if (canonical(execution.input) !== expected) {
    say(`ran with ${canonical(execution.input)} instead of ${expected}`);
  }
  return problems;
}

/** Every approval names, by digest, exactly what was then run. */
function digestProblems(trial: Trial, facts: ReadonlyMap<string, CallFacts>): readonly string[] {
  return trial.decisions.flatMap((decision) => {
    const call = facts.get(callKey(decision));
    if (decision.kind !== 'approve' || !call) return [];
    const input = decidedInput(trial, call) ?? acceptedInput(call);
    const text = canonical([decision.toolName, input, parsed(input)]);
    const digest = createHash('sha256').update(text).digest('hex');
    return decision.digest === digest
      ? []
      : [`the approval of call ${call.n} binds to another input`];
  });
}

/** What a person made of the input; `undefined` where they left it as it was. */
function decidedInput(trial: Trial, call: CallFacts): object | undefined {
  const record = trial.decisions.find(
    (decision) => decision.kind === 'approve' && callKey(decision) === callKey(call),
  );
  if (record?.edited !== true) return undefined;
  for (const event of trial.events) {
    if (event.type !== 'deciding' || event.decision.kind !== 'edit') continue;
    // every edit of one call says the same
    if (callKey(event.decision) === callKey(call)) return Object(event.decision.data);
  }
  return { nobody: 'edited it' };
}

/** What the model meant. */
function acceptedInput({ call, n }: CallFacts): object {
  return call.input === 'forged' ? { ...validInput(n), ...FORGED_FIELDS } : validInput(n);
}

/** What the schema makes of it. */
function parsed(input: object): object {
  return { note: 'none', ...input };
}

/** JSON with sorted keys, made here so that nothing is compared with itself. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, field: unknown) =>
    typeof field === 'object' && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)))
      : field,
  );
}
