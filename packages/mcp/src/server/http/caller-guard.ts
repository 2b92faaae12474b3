import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { McpServerOptions } from '../server-options.ts';
import { jsonRpcResponse } from './json-rpc-response.ts';

/** The headers that say where a request comes from. */
export interface CallerHeaders {
  readonly host: string | null | undefined;
  readonly origin: string | null | undefined;
}

/** Refuses requests that a browser was tricked into; nothing where the request may pass. */
export type CallerGuard = (headers: CallerHeaders) => Response | undefined;

/**
 * Makes the guard against DNS rebinding and cross-site requests: who calls has to use a name of this
 * server, and a web page has to be one that was allowed. On from the start, since a server without
 * it can be used by any page its user opens.
 */
export function callerGuard({
  allowedHosts = localhostAllowedHostnames(),
  allowedOrigins = allowedHosts,
}: McpServerOptions): CallerGuard {
  const hosts = allowedHosts.map(lowerCase);
  const origins = allowedOrigins.map(lowerCase);
  return ({ host, origin }) => {
    if (!validateHostHeader(host, hosts).ok) {
      return forbidden('This server is not reached under that Host. Name it in allowedHosts.');
    }
    if (!validateOriginHeader(origin, origins).ok) {
      return forbidden('Pages of that Origin may not call this server. Name it in allowedOrigins.');
    }
    return undefined;
  };
}

/** What the headers of a `Request` say; where there is no `Host`, its address does. */
export function headersOf(request: Request): CallerHeaders {
  const { headers, url } = request;
  return { host: headers.get('host') ?? new URL(url).host, origin: headers.get('origin') };
}

function forbidden(message: string): Response {
  return jsonRpcResponse(403, -32_000, `Forbidden: ${message}`);
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}
