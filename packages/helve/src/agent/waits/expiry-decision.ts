import type { CallRecord } from '../../store/records.ts';
import type { Decision } from '../decide/decide.ts';
import { answer, approval } from '../decide/decisions.ts';
import { timeText } from './check-in-time.ts';

/** What the developer chose for the case that nobody decides on this call in time, as a decision. */
export function expiryDecision(call: CallRecord, expiresAt: number): Decision {
  return {
    ...chosen(call),
    reason: `expired: nobody decided by ${timeText(expiresAt)}`,
    expiresAt,
  };
}

function chosen({ runId, toolCallId, expiryAnswer = 'decline' }: CallRecord): Decision {
  if (expiryAnswer === 'approve') return approval({ runId, toolCallId });
  if (expiryAnswer !== 'decline') return answer(expiryAnswer.resumeData, { runId, toolCallId });
  return {
    states: ['approval', 'suspended'],
    kind: 'decline',
    judge: async (_run, _step, { toolName }, { state }) => {
      const what = state === 'suspended' ? 'It did not go on' : 'It did not run';
      const reason = `Nobody decided on the call of "${toolName}" in time. ${what}; do not try it again unless you are asked to.`;
      return {
        kind: 'end',
        end: { kind: 'denied', reason: 'expired', forModel: { type: 'denied', reason } },
      };
    },
  };
}
