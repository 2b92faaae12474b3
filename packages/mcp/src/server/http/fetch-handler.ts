import type { AuthInfo, McpHttpHandler } from '@modelcontextprotocol/server';
import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import { createProtocolServer } from '../protocol-server.ts';
import type { ServerCore } from '../server-core.ts';
import { createAuthentication } from './authenticate.ts';
import type { CallerGuard } from './caller-guard.ts';
import { callerGuard, headersOf } from './caller-guard.ts';
import { preflightResponse, withOrigin } from './cross-origin.ts';
import { jsonRpcResponse } from './json-rpc-response.ts';
import { checkDepth, readBody } from './read-body.ts';
import { Sessions } from './sessions.ts';

/** What a framework in front of the handler may have done already. */
export interface FetchOptions {
  /** Whose request it is, where the framework has verified that. */
  readonly authInfo?: AuthInfo;
  /** The body, where the framework has parsed it. */
  readonly parsedBody?: unknown;
}

/** The server over HTTP, for clients of both eras. */
export interface FetchHandler {
  fetch(request: Request, options?: FetchOptions): Promise<Response>;
  readonly guard: CallerGuard;
  /** Where clients learn how to get a token; absent without `auth`. */
  readonly metadataPath: string | undefined;
  announce(): void;
  close(): Promise<void>;
}

/** Puts what a server in the open needs in front of the protocol, in this order. */
export function createFetchHandler(core: ServerCore): FetchHandler {
  const { options, logger, limits } = core;
  const guard = callerGuard(options);
  const auth =
    options.auth &&
    createAuthentication(options.auth, options.name, logger, core.decisionTimeoutMs);
  const modern = createMcpHandler((request) => createProtocolServer(core, request), {
    legacy: 'reject',
    maxRequestBodySize: limits.bodyBytes,
    onerror: (error) => logger.debug('An MCP request was refused.', { error }),
  });
  const sessions = new Sessions(core);

  async function answer(request: Request, given: FetchOptions): Promise<Response> {
    if (auth && new URL(request.url).pathname === auth.metadataPath) return auth.metadata();
    const authInfo = auth ? await auth.authenticate(request) : given.authInfo;
    if (authInfo instanceof Response) return authInfo;
    return serve(core, modern, sessions, request, given.parsedBody, authInfo);
  }

  /** What goes wrong here is ours, and not the client's business. */
  async function answerSafely(request: Request, given: FetchOptions): Promise<Response> {
    try {
      return await answer(request, given);
    } catch (error) {
      logger.error('An MCP request could not be answered.', { error });
      return jsonRpcResponse(500, -32_603, 'Internal error');
    }
  }

  return {
    guard,
    metadataPath: auth?.metadataPath,
    async fetch(request, given = {}) {
      const refused = guard(headersOf(request));
      if (refused) return refused;
      if (request.method === 'OPTIONS' && request.headers.has('origin')) {
        return preflightResponse(request);
      }
      return withOrigin(request, await answerSafely(request, given));
    },
    announce() {
      modern.notify.toolsChanged();
      sessions.announce();
    },
    async close() {
      await Promise.all([modern.close(), sessions.close()]);
    },
  };
}

async function serve(
  core: ServerCore,
  modern: McpHttpHandler,
  sessions: Sessions,
  request: Request,
  parsedBody: unknown,
  authInfo: AuthInfo | undefined,
): Promise<Response> {
  const known = authInfo === undefined ? {} : { authInfo };
  if (request.method !== 'POST') {
    const isLegacy = await isLegacyRequest(request);
    return isLegacy ? sessions.handle(request, undefined, authInfo) : modern.fetch(request, known);
  }
  // The SDK says what is wrong with another type, before anything is read.
  if (!isJsonContentType(request.headers.get('content-type'))) return modern.fetch(request, known);
  const body =
    parsedBody === undefined
      ? await readBody(request, core.limits)
      : checkDepth(parsedBody, core.limits.depth);
  if (!body.ok) return body.response;
  const { value } = body;
  // What claims a revision is never of a session; that spares the SDK to find it out twice.
  const isLegacy = !claimsRevision(value) && (await isLegacyRequest(request, value));
  return isLegacy
    ? sessions.handle(request, value, authInfo)
    : modern.fetch(request, { ...known, parsedBody: value });
}

function claimsRevision(body: unknown): boolean {
  const meta: unknown = Object(Object(Object(body).params)._meta);
  return Object.hasOwn(Object(meta), PROTOCOL_VERSION_META_KEY);
}
