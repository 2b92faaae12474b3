import { HelveError } from '../../schema/helve-error.ts';

/**
 * Why a file could not be downloaded:
 *
 * - `'off'`: downloads are switched off
 * - `'address'`: the address, or one it redirects to, is not allowed
 * - `'unreachable'`: the name is unknown, or the connection failed
 * - `'status'`: the server answered, but not with the file
 * - `'too-large'`, `'timeout'`: a limit was passed
 * - `'media-type'`: it is another kind of file than the message says
 */
export type FileDownloadFailure =
  | 'off'
  | 'address'
  | 'unreachable'
  | 'status'
  | 'too-large'
  | 'timeout'
  | 'media-type';

/** What is wrong with a download. */
export interface FileDownloadProblem {
  readonly reason: FileDownloadFailure;
  /** Goes on after "could not be downloaded:", and says what to do. */
  readonly why: string;
  readonly cause?: unknown;
}

/**
 * A file that the model cannot fetch itself could not be downloaded for it. `code` is
 * `FILE_DOWNLOAD_FAILED`. The message names the address without its query, which may hold a secret,
 * and nothing of what the server answered.
 *
 * @example
 * ```ts
 * try {
 *   await agent.generate(messages);
 * } catch (error) {
 *   if (!FileDownloadError.isInstance(error)) throw error;
 *   if (error.reason === 'too-large') console.error('Please choose a smaller file.');
 * }
 * ```
 */
export class FileDownloadError extends HelveError {
  readonly reason: FileDownloadFailure;

  constructor(url: URL, { reason, why, ...rest }: FileDownloadProblem) {
    super({
      name: 'FileDownloadError',
      code: 'FILE_DOWNLOAD_FAILED',
      message: `The file at ${printedAddress(url)} could not be downloaded: ${why}`,
      ...rest,
    });
    this.reason = reason;
  }

  /** Whether `value` is a `FileDownloadError`, from this or another copy of the library. */
  static override isInstance(value: unknown): value is FileDownloadError {
    return HelveError.hasCode(value, 'FILE_DOWNLOAD_FAILED');
  }
}

/** An address may be as long as whoever sent it likes. */
const PRINTED_CHARACTERS = 200;

/** An address without user, password, query and fragment, any of which may be a secret. */
export function printedAddress({ protocol, host, pathname }: URL): string {
  const address = `${protocol}//${host}${pathname}`;
  return address.length <= PRINTED_CHARACTERS
    ? address
    : `${address.slice(0, PRINTED_CHARACTERS)}…`;
}
