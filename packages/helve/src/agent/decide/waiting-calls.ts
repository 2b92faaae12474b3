import type { CallRecord } from '../../store/records.ts';
import type { ToolSource } from '../../tool/tool.ts';
import type { Waiting } from '../run/run-result.ts';
import { presentWait } from '../waits/wait-number.ts';
import { APPROVAL_ANSWER, answerSchema } from './answer-schema.ts';

/** What is waited for, of the calls of one run. */
export function waitingCalls(
  records: readonly CallRecord[],
  toolOf: (toolName: string) => ToolSource | undefined,
): readonly Waiting[] {
  const waiting: Waiting[] = [];
  for (const record of records) {
    const { state, runId, toolCallId, toolName, acceptedInput, suspendPayload, askedBy } = record;
    const { expiresAt } = record;
    const call = {
      runId,
      toolCallId,
      toolName,
      waitNumber: presentWait(record),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    };
    if (state === 'approval') {
      const why = askedBy ? { askedBy } : {};
      const schema = APPROVAL_ANSWER;
      waiting.push({ kind: 'approval', ...call, payload: acceptedInput, ...why, schema });
    } else if (state === 'suspended') {
      const tool = toolOf(toolName);
      const schema = tool && answerSchema(tool, toolName, suspendPayload);
      waiting.push({ kind: 'suspension', ...call, payload: suspendPayload, schema });
    } else if (state === 'client') {
      waiting.push({ kind: 'client', ...call, payload: acceptedInput, schema: undefined });
    }
  }
  return waiting;
}
