import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { InvalidMcpServerError } from '../invalid-mcp-server-error.ts';
import type { ServerCore } from '../server-core.ts';
import type { FetchHandler } from './fetch-handler.ts';

/** Where to listen. */
export interface ListenOptions {
  /** Default: one that is free. */
  readonly port?: number;
  /** Default: `127.0.0.1`. Another one needs `allowedHosts`. */
  readonly host?: string;
  /** Default: `/mcp`. */
  readonly path?: string;
}

/** A server that listens. */
export interface McpListener {
  /** What clients are given, such as `http://127.0.0.1:3000/mcp`. */
  readonly url: string;
  readonly port: number;
  /** Stops listening, and ends what is open. */
  close(): Promise<void>;
}

/** Answers a request of Node's own HTTP server, or of a framework on top of it. */
export type NodeListener = (
  request: IncomingMessage,
  response: ServerResponse,
  parsedBody?: unknown,
) => Promise<void>;

const LOOPBACK: readonly string[] = ['127.0.0.1', '::1', 'localhost'];

/** The server for Node's HTTP server. Who may not call is told so before a body is read. */
export function nodeListener(core: ServerCore, handler: FetchHandler): NodeListener {
  let adapted: Promise<NodeListener> | undefined;
  return async (request, response, parsedBody) => {
    const { host, origin } = request.headers;
    const refused = handler.guard({ host, origin: first(origin) });
    if (refused) {
      response.writeHead(refused.status, {
        'content-type': 'application/json',
        connection: 'close',
      });
      response.end(await refused.text());
      return;
    }
    adapted ??= adapt(core, handler);
    // Express hands its `next` on in this place.
    const given = typeof parsedBody === 'function' ? undefined : parsedBody;
    await (await adapted)(request, response, given ?? bodyOf(request));
  };
}

/** Listens on loopback, unless it is told otherwise and under which names. */
export async function listen(
  core: ServerCore,
  handler: FetchHandler,
  { port = 0, host = '127.0.0.1', path = '/mcp' }: ListenOptions,
): Promise<McpListener> {
  if (!LOOPBACK.includes(host) && core.options.allowedHosts === undefined) {
    throw new InvalidMcpServerError(
      `Listening on "${host}" lets other machines in. Say in allowedHosts under which names they may reach this server, or listen on 127.0.0.1.`,
    );
  }
  const { createServer } = await import('node:http');
  const answer = nodeListener(core, handler);
  const server = createServer(
    { requestTimeout: core.limits.bodyMs, headersTimeout: Math.min(core.limits.bodyMs, 10_000) },
    (request, response) => {
      const [pathname] = (request.url ?? '/').split('?', 1);
      if (pathname !== path && pathname !== handler.metadataPath) {
        response.writeHead(404, { connection: 'close' });
        response.end();
        return;
      }
      answer(request, response).catch((error: unknown) => {
        core.logger.error('An HTTP request could not be answered.', { error });
        response.destroy();
      });
    },
  );
  await begin(server, port, host);
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}${path}`,
    port: bound,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function begin(server: HttpServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Loaded when it is needed: a server on the edge has no Node. */
async function adapt(core: ServerCore, handler: FetchHandler): Promise<NodeListener> {
  const { toNodeHandler } = await import('@modelcontextprotocol/node');
  const adapted = toNodeHandler(
    { fetch: (request, options) => handler.fetch(request, options) },
    {
      maxRequestBodySize: core.limits.bodyBytes,
      onerror: (error) => core.logger.error('An HTTP request failed.', { error }),
    },
  );
  // It takes Node's own requests; its type only has no room for what may be `undefined` in them.
  return adapted as NodeListener;
}

/** A body that Express has parsed. */
function bodyOf(request: IncomingMessage): unknown {
  return 'body' in request ? request.body : undefined;
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
