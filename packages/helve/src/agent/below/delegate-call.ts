import type { CallRecord } from '../../store/records.ts';
import type { LiveCall } from '../calls/live-call.ts';
import { commitCall } from '../calls/settle-call.ts';
import type { Run } from '../run/run.ts';
import type { Waiting } from '../run/run-result.ts';

/** What the tool of a sub-agent suspends with when the run below waits. No other tool can. */
export class ChildWaits {
  readonly waits: readonly Waiting[];

  constructor(waits: readonly Waiting[]) {
    this.waits = waits;
  }
}

/**
 * Puts a call away until the sub-agent's run goes on. Nothing is announced: what a person must
 * decide was announced by that run, and this call is not decided on.
 */
export async function delegateCall(
  run: Run,
  call: LiveCall,
  record: CallRecord,
  { waits }: ChildWaits,
): Promise<void> {
  call.waits = waits;
  const transcript = { ...record.transcript, state: 'delegated' } as const;
  await commitCall(run, call, { ...record, state: 'delegated', transcript });
}
