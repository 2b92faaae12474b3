import type { RequestListener } from 'node:http';
import { expect } from 'vitest';
import { textToBase64 } from '../base64.ts';
import type { DownloadedFile, DownloadLimits } from './download-file.ts';
import { downloadFile } from './download-file.ts';

/** What tests of single downloads share. */

/** What {@link sayHello} serves. */
export const HELLO: DownloadedFile = { data: textToBase64('hello'), contentType: 'text/plain' };

/** Serves a small text. */
export const sayHello: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/plain' }).end('hello');
};

/** Limits that hold nothing up but a large file; `limits` take their place. */
export function limitsWith(limits: Partial<DownloadLimits> = {}): DownloadLimits {
  return {
    maxBytes: 1_000,
    total: { bytesLeft: 10_000 },
    timeoutMs: 30_000,
    maxRedirects: 2,
    allowPrivateAddresses: true,
    lookUpHost: async () => ({ kind: 'unknown' }),
    allowUnknownNames: false,
    fetch: (url, init) => fetch(url, init),
    ...limits,
  };
}

/** Downloads a file as the tests' own machine may. */
export function download(
  address: string,
  limits: Partial<DownloadLimits> = {},
  signal?: AbortSignal,
): Promise<DownloadedFile> {
  return downloadFile(new URL(address), limitsWith(limits), signal);
}

/** An error of a download, as `toEqual` takes it. */
export function failure(reason: string, message: RegExp | string = ''): unknown {
  return expect.objectContaining({
    code: 'FILE_DOWNLOAD_FAILED',
    reason,
    message: expect.stringMatching(message),
  });
}
