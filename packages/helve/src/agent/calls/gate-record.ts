import type { CheckedCall } from '../../call/call.ts';
import { callDigest } from '../../call/digest.ts';
import { isSameJson } from '../../call/json-values.ts';
import { normalize } from '../../call/normalize.ts';
import type { Admission } from '../../call/pipeline.ts';
import { andThen } from '../../schema/and-then.ts';
import type { CallRecord } from '../../store/records.ts';
import type { JsonValue } from '../../tool/json.ts';
import type { Run } from '../run/run.ts';
import { approvalExpiry } from '../waits/wait-expiry.ts';
import { nextWait } from '../waits/wait-number.ts';

/** What became of a call that got past the gate. */
export type PassedAdmission = Exclude<Admission, { readonly kind: 'ended' }>;

/** The first record of a call that got past the gate: it runs at once, or begins to wait. */
export function gateRecord(
  run: Run,
  admission: PassedAdmission,
  record: CallRecord,
): CallRecord | Promise<CallRecord> {
  switch (admission.kind) {
    case 'ready':
      return { ...record, acceptedInput: admission.call.acceptedInput, attempts: 1 };
    case 'approval-needed':
      return approvalRecord(run, admission, record);
    case 'client':
      return {
        ...record,
        ...waitingFields(admission.call),
        state: 'client',
        waitNumber: nextWait(record),
        transcript: { ...record.transcript, state: 'client' },
      };
  }
}

function approvalRecord(
  run: Run,
  { call: checked, askedBy }: Extract<PassedAdmission, { readonly kind: 'approval-needed' }>,
  record: CallRecord,
): CallRecord | Promise<CallRecord> {
  const fields = waitingFields(checked);
  const { acceptedInput, parsedInput = acceptedInput } = fields;
  const digesting = callDigest(checked.toolName, acceptedInput, parsedInput);
  return andThen(
    digesting,
    (digest): CallRecord => ({
      ...record,
      ...fields,
      ...approvalExpiry(run, checked),
      state: 'approval',
      waitNumber: nextWait(record),
      digest,
      askedBy,
      transcript: { ...record.transcript, state: 'approval' },
    }),
  );
}

/** What an open call needs to be found the same again. */
function waitingFields(checked: CheckedCall): {
  readonly acceptedInput: JsonValue;
  readonly parsedInput?: JsonValue;
} {
  const { acceptedInput } = checked;
  const parsedInput = normalize(checked.parsedInput);
  return isSameJson(parsedInput, acceptedInput)
    ? { acceptedInput }
    : { acceptedInput, parsedInput };
}
