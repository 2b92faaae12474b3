import type { CallRecord } from '../../store/records.ts';
import type { Transition } from '../../store/store.ts';
import type { ModelMessage, ToolCallPart, ToolMessage } from '../../tool/message.ts';
import { resultsIn } from './told-result.ts';
import { isTold } from './told-transcript.ts';

/** What becomes of records of calls, as a part of a transition. */
export type ClosedCalls = Pick<Transition, 'calls' | 'forget'>;

/**
 * What becomes of the records of settled calls when their results go into the history: a record that
 * says nothing beyond it is forgotten, the others lose what stands there. So a long run keeps no
 * second copy of its conversation. They must have been committed as they are.
 */
export function closeCalls(
  records: readonly CallRecord[],
  response: ModelMessage | undefined,
  results: ToolMessage,
): ClosedCalls {
  const written = callsIn(response);
  const given = resultsIn([{ message: results }]);
  const calls: CallRecord[] = [];
  const forget: NonNullable<Transition['forget']>[number][] = [];
  for (const record of records) {
    const { runId, toolCallId, version, transcript, decision, askedBy, policy } = record;
    const call = written.get(toolCallId);
    const result = given.get(toolCallId);
    const isPlain = !decision && !askedBy && !policy;
    if (isPlain && call && result && isTold(transcript, call, result)) {
      forget.push({ runId, toolCallId, version });
    } else {
      calls.push({ ...withoutResult(record), version: version + 1, updatedAt: Date.now() });
    }
  }
  return { ...(calls.length > 0 ? { calls } : {}), ...(forget.length > 0 ? { forget } : {}) };
}

/** A settled call as it is kept once its result is in the history. */
export function withoutResult({ result: _, ...rest }: CallRecord): CallRecord {
  return rest;
}

function callsIn(response: ModelMessage | undefined): ReadonlyMap<string, ToolCallPart> {
  const calls = new Map<string, ToolCallPart>();
  if (response?.role !== 'assistant' || typeof response.content === 'string') return calls;
  for (const part of response.content)
    if (part.type === 'tool-call') calls.set(part.toolCallId, part);
  return calls;
}
