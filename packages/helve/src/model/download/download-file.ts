import { bytesToBase64 } from '../base64.ts';
import { untilAborted } from '../until-aborted.ts';
import type { AddressRules } from './check-address.ts';
import { checkAddress } from './check-address.ts';
import type { DownloadFetch } from './download-options.ts';
import { FileDownloadError, printedAddress } from './file-download-error.ts';
import type { BodyLimits } from './read-body.ts';
import { readBody } from './read-body.ts';

/** A file's content, and what its server says it is. */
export interface DownloadedFile {
  /** Base64. */
  readonly data: string;
  /** The header `content-type`, as it came. */
  readonly contentType: string | undefined;
}

/** Gets a file's content. Rejects with a `FileDownloadError`, or the signal's reason. */
export type LoadFile = (url: URL, signal: AbortSignal | undefined) => Promise<DownloadedFile>;

/** What one download may take and do. */
export interface DownloadLimits extends AddressRules, BodyLimits {
  readonly timeoutMs: number;
  readonly maxRedirects: number;
  readonly fetch: DownloadFetch;
}

/**
 * Downloads a file within its limits. Whatever server, connection or `fetch` do, it comes to an end
 * in time, and leaves nothing open.
 *
 * @throws FileDownloadError, or the reason of `signal`.
 */
export async function downloadFile(
  url: URL,
  limits: DownloadLimits,
  signal: AbortSignal | undefined,
): Promise<DownloadedFile> {
  signal?.throwIfAborted();
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), limits.timeoutMs);
  const stop = signal ? AbortSignal.any([signal, clock.signal]) : clock.signal;
  try {
    return await fetchFile(url, limits, stop);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (clock.signal.aborted) {
      const why = `it took longer than ${limits.timeoutMs} ms. Try again, or raise downloads.timeoutMs.`;
      throw new FileDownloadError(url, { reason: 'timeout', why, cause: error });
    }
    if (FileDownloadError.isInstance(error)) throw error;
    const why = 'the connection failed. Check the address, and try again.';
    throw new FileDownloadError(url, { reason: 'unreachable', why, cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function fetchFile(
  url: URL,
  limits: DownloadLimits,
  stop: AbortSignal,
): Promise<DownloadedFile> {
  let target = url;
  for (let redirects = 0; ; redirects += 1) {
    await assertAllowed(url, target, limits, stop);
    const response = await fetchOnce(target, limits.fetch, stop);
    const next = redirectOf(url, target, response);
    if (!next) return readFile(url, response, limits, stop);
    discard(response);
    if (redirects >= limits.maxRedirects) {
      const why = `it redirects more than ${limits.maxRedirects} times. Give the address it leads to.`;
      throw new FileDownloadError(url, { reason: 'status', why });
    }
    target = next;
  }
}

async function assertAllowed(
  url: URL,
  target: URL,
  rules: AddressRules,
  stop: AbortSignal,
): Promise<void> {
  const problem = await untilAborted(checkAddress(target, rules), stop, () => undefined);
  if (!problem) return;
  const where = target === url ? '' : `it redirects to ${printedAddress(target)}, and there: `;
  throw new FileDownloadError(url, { ...problem, why: `${where}${problem.why}` });
}

async function fetchOnce(target: URL, fetch: DownloadFetch, stop: AbortSignal): Promise<Response> {
  // a copy, since a function of the host's own may change what it is given
  const fetching = (async () => fetch(new URL(target), { redirect: 'manual', signal: stop }))();
  return untilAborted(fetching, stop, discard);
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Where a response leads on to; `undefined` where it does not. */
function redirectOf(url: URL, target: URL, response: Response): URL | undefined {
  if (response.redirected || response.type === 'opaqueredirect') {
    discard(response);
    const why =
      'it redirects, and where to could not be checked. Give the address it leads to; a fetch of ' +
      "your own must pass redirect: 'manual' on.";
    throw new FileDownloadError(url, { reason: 'address', why });
  }
  const location = REDIRECTS.includes(response.status) ? response.headers.get('location') : null;
  return location !== null && URL.canParse(location, target)
    ? new URL(location, target)
    : undefined;
}

async function readFile(
  url: URL,
  response: Response,
  limits: DownloadLimits,
  stop: AbortSignal,
): Promise<DownloadedFile> {
  if (!response.ok) {
    discard(response);
    const why = `its server answered with status ${response.status}. Check the address, and that anyone may read it.`;
    throw new FileDownloadError(url, { reason: 'status', why });
  }
  // spares the reading; one that says too little, or nothing, is found out while reading
  if (Number(response.headers.get('content-length')) > limits.maxBytes) {
    discard(response);
    throw tooLarge(url, 'maxBytes', limits);
  }
  const read = await readBody(response.body, limits, stop);
  if (read.kind === 'too-large') throw tooLarge(url, read.limit, limits);
  const contentType = response.headers.get('content-type') ?? undefined;
  return { data: bytesToBase64(read.bytes), contentType };
}

function tooLarge(
  url: URL,
  limit: 'maxBytes' | 'maxTotalBytes',
  { maxBytes }: BodyLimits,
): FileDownloadError {
  const why =
    limit === 'maxBytes'
      ? `it is larger than ${maxBytes} bytes. Send a smaller file, or raise downloads.maxBytes.`
      : "the run's files together are too large. Send fewer, or raise downloads.maxTotalBytes.";
  return new FileDownloadError(url, { reason: 'too-large', why });
}

/** Closes a response that nobody reads, so that its connection is free. */
function discard(response: Response): void {
  response.body?.cancel().catch(() => undefined);
}
