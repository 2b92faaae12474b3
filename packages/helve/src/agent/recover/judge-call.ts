import type { CheckedCall, Resumption } from '../../call/call.ts';
import type { CallRecord } from '../../store/records.ts';
import { trustedHints } from '../../tool/trusted-hints.ts';
import { CallChangedError } from '../agent-errors.ts';
import type { LiveCall } from '../calls/live-call.ts';
import { acceptAnswer, compareWithStored, readmitCall } from '../decide/readmit-call.ts';
import type { OpenStep, Run } from '../run/run.ts';

/** What becomes of a call whose tool was running when its process died. */
export type Fate =
  /** The tool runs again. */
  | {
      readonly kind: 'again';
      readonly call: LiveCall;
      readonly record: CallRecord;
      readonly checked: CheckedCall;
      readonly resumption: Resumption;
    }
  /** It must not run again, and what it did is not known. */
  | { readonly kind: 'unknown'; readonly call: LiveCall; readonly record: CallRecord };

/**
 * Says whether an interrupted call runs again: only where its tool says that this changes nothing
 * more. A sub-agent's always does: it takes up what there is. None does in a run that was
 * taken over too often.
 *
 * @throws CallChangedError or InvalidDecisionError where the code it needs is not the same any more.
 */
export async function judgeCall(
  run: Run,
  step: OpenStep,
  call: LiveCall,
  record: CallRecord,
  repeat: 'always' | 'if safe' | 'never',
): Promise<Fate> {
  const { toolName } = record;
  const tool = run.toolOf(toolName);
  const unknown: Fate = { kind: 'unknown', call, record };
  // The runtime's own tools come and go by themselves.
  if (!tool && toolName.startsWith('helve_')) return unknown;
  if (!tool) {
    throw new CallChangedError(
      `Call "${record.toolCallId}" was interrupted, and this agent has no tool "${toolName}" any more. Register it again, under the same name, and recover then: the call is left as it is.`,
    );
  }
  const { readOnlyHint, idempotentHint } = trustedHints(tool);
  const isSafe = readOnlyHint === true || idempotentHint === true;
  if (repeat === 'never' || (repeat === 'if safe' && !isSafe)) return unknown;
  const { checked, end } = await readmitCall(step, tool, record, record.acceptedInput ?? null);
  if (end) return unknown;
  // Only of calls that waited it is stored what the schema made of their input.
  if (record.decision) compareWithStored(record, checked.parsedInput);
  const { suspendPayload, resumeData, attempts, decision } = record;
  const parsed =
    decision?.kind === 'resume'
      ? await acceptAnswer(tool, call, record, resumeData, step.runtime)
      : undefined;
  const resumption = { resumeData: parsed, suspendPayload, attempts };
  return { kind: 'again', call, record, checked, resumption };
}
