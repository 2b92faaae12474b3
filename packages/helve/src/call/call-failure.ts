/** Why a call failed. */
export type CallFailureCode =
  | 'UNKNOWN_TOOL'
  | 'TOOL_NOT_ACTIVE'
  | 'MALFORMED_INPUT'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST_CONTEXT'
  | 'REFUSED'
  | 'POLICY_DENIED'
  | 'TOOL_FAILED'
  | 'INVALID_SUSPEND_PAYLOAD'
  | 'INVALID_OUTPUT'
  | 'TIMED_OUT'
  | 'ABORTED'
  | 'RESPONSE_INCOMPLETE'
  | 'TOO_MANY_CALLS'
  | 'OUTCOME_UNKNOWN'
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

/** What is said of an error that says nothing itself. */
const NO_MESSAGE = 'it failed without saying why';

/**
 * The message of anything that was thrown: an Error's own, or a text made of another value. Never
 * throws, and never shows more of a value than it says of itself.
 */
export function messageOf(thrown: unknown): string {
  try {
    return textOf(thrown) || NO_MESSAGE;
  } catch {
    return 'it failed with something that cannot be shown';
  }
}

function textOf(thrown: unknown): string {
  switch (typeof thrown) {
    case 'object':
    case 'function': {
      if (thrown === null || !('message' in thrown)) return '';
      const { message } = thrown;
      if (typeof message === 'string' && message !== '') return message;
      return thrown instanceof Error && typeof thrown.name === 'string' ? thrown.name : '';
    }
    case 'undefined':
      return '';
    default:
      return String(thrown);
  }
}
