import { callFacts, callKey, lastRecords } from './kit/call-facts.ts';
import { dataOf } from './kit/make-tools.ts';
import type { Trial } from './kit/trial.ts';
import { executionsOf } from './kit/trial.ts';

/**
 * Law 3: nothing that a model or a client writes approves, declines or answers. Every decision there
 * is goes back to the host's code, or for an answer to the one channel that the host has opened.
 */
export function consentIsTheHosts(trial: Trial): readonly string[] {
  return [...decisionProblems(trial), ...answerProblems(trial), ...internalToolProblems(trial)];
}

function decisionProblems(trial: Trial): readonly string[] {
  const made = new Set<string>();
  for (const event of trial.events) {
    if (event.type !== 'deciding') continue;
    const { kind, ...call } = event.decision;
    made.add(`${callKey(call)} ${RECORD_KINDS[kind]}`);
  }
  return trial.decisions.flatMap((record) => {
    const key = `${callKey(record)} ${record.kind}`;
    const isSuperseding = record.kind === 'decline' && trial.script.whenMessaged === 'supersede';
    const isHandedOver = record.kind === 'resume' && trial.script.autoResume;
    return made.has(key) || isSuperseding || isHandedOver ? [] : [`nobody decided: ${key}`];
  });
}

const RECORD_KINDS = { approve: 'approve', edit: 'approve', decline: 'decline', answer: 'resume' };

/** A tool is given answers that a person gave to its call, and nothing else. */
function answerProblems(trial: Trial): readonly string[] {
  const answers = new Map<string, unknown[]>();
  const problems: string[] = [];
  for (const event of trial.events) {
    if (event.type === 'deciding' && event.decision.kind === 'answer') {
      const key = callKey(event.decision);
      answers.set(key, [...(answers.get(key) ?? []), event.decision.data]);
    }
    if (event.type !== 'execute' || event.resumeData === undefined) continue;
    const given = [
      ...(answers.get(callKey(event)) ?? []),
      ...(trial.script.autoResume ? [dataOf('object', 'resume', 0)] : []),
    ].map((data) => JSON.stringify(asParsed(data)));
    if (!given.includes(JSON.stringify(event.resumeData))) {
      problems.push(`call ${event.n} was answered with ${JSON.stringify(event.resumeData)}`);
    }
  }
  return problems;
}

/** What the answer's schema makes of an answer. */
function asParsed(data: unknown): unknown {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
    ? { ...data, mark: 'parsed' }
    : data;
}

/** The model's own tools: not there unless they were switched on, and never for an approval. */
function internalToolProblems(trial: Trial): readonly string[] {
  const problems: string[] = [];
  for (const { toolName, transcript } of lastRecords(trial)) {
    if (!toolName.startsWith('helve_')) continue;
    if (!trial.script.autoResume && transcript.state !== 'error') {
      problems.push(`${toolName} was carried out without having been switched on`);
    }
  }
  for (const { toolName } of executionsOf(trial)) {
    if (toolName === 'inactive') problems.push('a tool ran that was not active');
  }
  const gated = callFacts(trial).filter(({ tool }) => tool.gate === 'asks');
  for (const call of gated) {
    const approval = trial.decisions.find(
      (record) => record.kind === 'approve' && callKey(record) === callKey(call),
    );
    if (approval && approval.by !== 'ada') problems.push(`call ${call.n} was approved by nobody`);
  }
  return problems;
}
