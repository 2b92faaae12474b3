import type { Chunk } from 'helve/agent';
import { promptProblems } from './kit/prompt-problems.ts';
import type { Trial } from './kit/trial.ts';
import { chunksOf } from './kit/trial.ts';

const LETTERS: Readonly<Record<string, string>> = {
  'tool-call-input-streaming-start': 's',
  'tool-call-delta': 'd',
  'tool-call-input-streaming-end': 'e',
  'tool-call': 'c',
  'tool-call-approval': 'a',
  'tool-output': 'o',
  'tool-call-suspended': 'u',
  'tool-call-resumed': 'r',
  'tool-result': 'T',
  'tool-error': 'T',
  'tool-output-denied': 'T',
};

/** An input that never became a call, or a call through its waits; one terminal chunk in the end. */
const ENDED = /^sd*(e?T|eca?o*(uro*)*u?T)$/;

/**
 * Law 1: every call ends in exactly one terminal chunk, nothing is left open, and every history that
 * a provider was sent has one result per call, in call order.
 */
export function oneEnd(trial: Trial): readonly string[] {
  return [
    ...(trial.script.way === 'stream' ? chunkProblems(chunksOf(trial)) : []),
    ...trial.requests.flatMap(({ prompt }, index) =>
      promptProblems(prompt).map((problem) => `request ${index}: ${problem}`),
    ),
    ...trial.calls
      .filter(({ state }) => state !== 'settled')
      .map(({ toolCallId, state }) => `${toolCallId} is ${state} when all is over`),
    ...trial.runs
      .filter(({ state }) => state === 'running' || state === 'waiting')
      .map(({ runId, state }) => `run ${runId} is ${state} when all is over`),
  ];
}

function chunkProblems(chunks: readonly Chunk[]): readonly string[] {
  const byCall = new Map<string, string[]>();
  for (const { runId, type, payload } of chunks) {
    if (!('toolCallId' in payload)) continue;
    const key = `${runId} ${payload.toolCallId}`;
    byCall.set(key, [...(byCall.get(key) ?? []), type]);
  }
  return [...byCall].flatMap(([key, types]) => {
    const word = types.map((type) => LETTERS[type] ?? '?').join('');
    return ENDED.test(word) ? [] : [`${key}: ${types.join(' ')}`];
  });
}
