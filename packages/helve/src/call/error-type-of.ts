import { HelveError } from '../schema/helve-error.ts';
import { isValidationError } from '../tool/validation-error.ts';

/** What OpenTelemetry calls an error that has no better name. */
const OTHER = '_OTHER';

/**
 * The kind of anything that was thrown, for logs and spans: an error's code or name. Names are
 * identifiers, and few; what is none might hold a payload and is not repeated.
 */
export function errorTypeOf(thrown: unknown): string {
  try {
    if (HelveError.isInstance(thrown)) return thrown.code;
    if (isValidationError(thrown)) return 'VALIDATION_FAILED';
    if (!(thrown instanceof Error)) return OTHER;
    return typeof thrown.name === 'string' && IDENTIFIER.test(thrown.name) ? thrown.name : OTHER;
  } catch {
    return OTHER;
  }
}

const IDENTIFIER = /^[A-Za-z_$][\w$.]{0,63}$/;
