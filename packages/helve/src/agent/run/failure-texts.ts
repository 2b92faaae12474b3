import { errorTypeOf } from '../../call/error-type-of.ts';
import { FileDownloadError } from '../../model/download/file-download-error.ts';

/** What people are told of a run that failed; whose fault it was decides. */
export const MODEL_FAILED = 'The model could not answer. Try again later.';
export const RUN_FAILED = 'Something went wrong, and the run has ended.';
const FILE_FAILED =
  'A file could not be loaded from its address. Check it, or attach the file itself.';

/** What people are told where the model gave no answer. */
export function failureTextOf(error: unknown): string {
  return FileDownloadError.isInstance(error) ? FILE_FAILED : MODEL_FAILED;
}

/**
 * What the log holds of a failure of the model. Its own words may quote what was sent, and adapters
 * attach whole requests: the error itself goes to the application alone.
 */
export function failureFields(error: unknown): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = { errorType: errorTypeOf(error) };
  // One of a few words; the address is the user's.
  if (FileDownloadError.isInstance(error)) fields['reason'] = error.reason;
  if (typeof error !== 'object' || error === null) return fields;
  for (const name of ['statusCode', 'isRetryable']) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'number' || typeof value === 'boolean') fields[name] = value;
  }
  const frames = error instanceof Error ? String(error.stack).match(/^\s+at .*$/gm) : null;
  return frames ? { ...fields, frames } : fields;
}
