import type {
  AuthInfo,
  JSONRPCMessage,
  McpServer,
  Server,
  WebStandardStreamableHTTPServerTransport as Transport,
} from '@modelcontextprotocol/server';
import {
  isInitializeRequest,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { createProtocolServer } from '../protocol-server.ts';
import type { ServerCore } from '../server-core.ts';
import { principalOf } from '../server-core.ts';
import { jsonRpcResponse } from './json-rpc-response.ts';

/** Milliseconds after which an idle session may make room for a new one. */
const MAY_GO_MS = 60_000;

interface Session {
  readonly transport: Transport;
  readonly server: Server;
  readonly principal: string;
  /** The client's requests that are not answered yet. */
  readonly pending: Set<string | number>;
  lastSeen: number;
}

/**
 * Sessions of clients from before 2026-07-28: each has a protocol server of its own, is bound to
 * whoever began it, and ends when it is idle for too long.
 */
export class Sessions {
  readonly #core: ServerCore;
  readonly #open = new Map<string, Session>();
  #sweeper: ReturnType<typeof setInterval> | undefined;

  constructor(core: ServerCore) {
    this.#core = core;
  }

  async handle(request: Request, body: unknown, authInfo?: AuthInfo): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    const principal = this.#principalOf(request, authInfo);
    const options = {
      ...(body === undefined ? {} : { parsedBody: body }),
      ...(authInfo === undefined ? {} : { authInfo }),
    };
    if (id !== null) {
      const session = this.#open.get(id);
      if (session?.principal !== principal) {
        return jsonRpcResponse(404, -32_001, 'Session not found. Initialize a new one.');
      }
      session.lastSeen = Date.now();
      return session.transport.handleRequest(request, options);
    }
    if (!isOpening(body)) {
      return jsonRpcResponse(400, -32_000, 'Send initialize first, then its Mcp-Session-Id.');
    }
    if (!this.#makeRoom()) {
      return jsonRpcResponse(503, -32_000, 'Too many sessions.', { 'retry-after': '60' });
    }
    const transport = await this.#begin(principal);
    return transport.handleRequest(request, options);
  }

  /** Tells all clients that the tools have changed. */
  announce(): void {
    for (const { server } of this.#open.values()) {
      server.sendToolListChanged().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    const open = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(open.map(({ server }) => server.close().catch(() => undefined)));
  }

  #principalOf(request: Request, authInfo: AuthInfo | undefined): string {
    const origin = { request, ...(authInfo === undefined ? {} : { authInfo }) };
    return principalOf(this.#core, origin, undefined);
  }

  async #begin(principal: string): Promise<Transport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => {
        this.#open.set(id, session);
        this.#sweepNow();
      },
      onsessionclosed: (id) => this.#end(id),
      maxRequestBodySize: this.#core.limits.bodyBytes,
    });
    const server = protocolServerOf(createProtocolServer(this.#core));
    const session: Session = {
      transport,
      server,
      principal,
      pending: new Set(),
      lastSeen: Date.now(),
    };
    await server.connect(transport);
    watch(session);
    return transport;
  }

  #end(id: string): void {
    const session = this.#open.get(id);
    if (!session) return;
    this.#open.delete(id);
    const isItsOwn = ({ sessionId }: { readonly sessionId?: string }): boolean => sessionId === id;
    this.#core.parked.abortAll(new Error('The session has ended.'), isItsOwn);
    session.server.close().catch(() => undefined);
  }

  #makeRoom(): boolean {
    if (this.#open.size < this.#core.limits.sessions) return true;
    const [oldest] = [...this.#open]
      .filter(([, { pending }]) => pending.size === 0)
      .sort(([, a], [, b]) => a.lastSeen - b.lastSeen);
    if (!oldest || Date.now() - oldest[1].lastSeen < MAY_GO_MS) return false;
    this.#end(oldest[0]);
    return true;
  }

  /** From the first session on, looks now and then for those that are over. */
  #sweepNow(): void {
    if (this.#sweeper !== undefined) return;
    const { sessionIdleMs } = this.#core.limits;
    const every = Math.max(Math.min(sessionIdleMs / 2, MAY_GO_MS), 10);
    this.#sweeper = setInterval(() => {
      const before = Date.now() - sessionIdleMs;
      for (const [id, { lastSeen, pending }] of this.#open) {
        if (lastSeen < before && pending.size === 0) this.#end(id);
      }
    }, every);
    if (typeof this.#sweeper === 'object' && 'unref' in this.#sweeper) this.#sweeper.unref();
  }
}

/** The SDK has two kinds; the one is in the other. */
export function protocolServerOf(server: Server | McpServer): Server {
  return 'server' in server ? server.server : server;
}

/** A session is at rest only when all that its client asked is answered. */
function watch(session: Session): void {
  const { transport, pending } = session;
  const receive = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if (isJSONRPCRequest(message)) pending.add(message.id);
    // what its client gives up is never answered
    else if ('method' in message && message.method === 'notifications/cancelled') {
      pending.delete(message.params?.['requestId'] as string | number);
    }
    receive?.(message, extra);
  };
  const send = transport.send.bind(transport);
  transport.send = (message: JSONRPCMessage, options) => {
    session.lastSeen = Date.now();
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
      if (message.id !== undefined) pending.delete(message.id);
    }
    return send(message, options);
  };
}

function isOpening(body: unknown): boolean {
  return Array.isArray(body) ? body.some(isInitializeRequest) : isInitializeRequest(body);
}
