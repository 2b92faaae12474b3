import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { frameResponse } from './frame-response.ts';
import type { RecordedResponse } from './recording.ts';
import type { Refusal } from './refusal.ts';

/** One request that a provider's adapter made. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed JSON. */
  readonly body: unknown;
}

/** What a request is answered with: a stream, or a status that says why there is none. */
export type ServedResponse = RecordedResponse | Refusal;

/** A provider on this machine that says what was recorded. */
export interface RecordingServer extends AsyncDisposable {
  /** `http://127.0.0.1:…`, without a path. */
  readonly url: string;
  /** What was asked so far, in order. */
  readonly requests: readonly ReceivedRequest[];
}

/**
 * Serves recorded responses one after the other, whatever is asked, on a free port of the loopback
 * interface. A request beyond the last response is refused with status 400, which adapters do not
 * try again.
 *
 * @example
 * ```ts
 * await using server = await serveRecording([
 *   recording('anthropic/tool-call'),
 *   recording('anthropic/text'),
 * ]);
 * const model = wireModel('anthropic', server.url);
 * // … run an agent with the model, then look at server.requests[1]?.body
 * ```
 */
export async function serveRecording(
  responses: readonly ServedResponse[],
): Promise<RecordingServer> {
  const requests: ReceivedRequest[] = [];

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body: unknown = JSON.parse((await text(request)) || 'null');
    const served = responses[requests.length];
    requests.push({ path: request.url ?? '', headers: request.headers, body });
    if (served === undefined || 'status' in served) {
      const { status, headers, body: refusal } = served ?? noMore(responses.length);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(refusal));
      return;
    }
    const framed = frameResponse(served);
    response.writeHead(200, { 'content-type': framed.contentType });
    if (served.lostAfter !== undefined) {
      response.write(framed.body);
      await served.lostAfter;
      if (served.lost === 'reset') response.destroy();
      else response.end();
    } else if (served.lost === 'reset') response.write(framed.body, () => response.destroy());
    else response.end(framed.body);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(toError(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // a server that listens on a port has an address, which is null or a text only for others
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function noMore(count: number): Refusal {
  const error = { message: `only ${count} responses were recorded`, type: 'no_more_recordings' };
  return { status: 400, body: { error } };
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
