/** Why a call failed. */
export type CallFailureCode =
  | 'UNKNOWN_TOOL'
  | 'TOOL_NOT_ACTIVE'
  | 'MALFORMED_INPUT'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_CONTEXT'
  | 'REFUSED'
  | 'TOOL_FAILED'
  | 'INVALID_SUSPEND_PAYLOAD'
  | 'INVALID_OUTPUT'
  | 'TIMED_OUT'
  | 'ABORTED'
  | 'RESPONSE_INCOMPLETE'
  | 'SCHEMA_CONVERSION_FAILED';

/**
 * A failed call, in one value per reader. They are made where the failure happens, since only there
 * is it known what each reader may see.
 */
export interface CallFailure {
  readonly code: CallFailureCode;
  /** For the application: what was thrown, or the `ValidationError`. */
  readonly error: unknown;
  /** For the model. */
  readonly modelText: string;
  /** For people, where no transform says otherwise; never holds a payload. */
  readonly displayText: string;
}

/** The message of anything that was thrown: an Error's own, or a text made of another value. */
export function messageOf(thrown: unknown): string {
  try {
    if (thrown instanceof Error) return thrown.message || thrown.name;
    if (typeof thrown === 'string') return thrown;
    if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) {
      return String(thrown.message);
    }
    return typeof thrown === 'object' && thrown !== null
      ? 'an object that is not an Error'
      : String(thrown);
  } catch {
    return 'a value that cannot be shown';
  }
}
