import type { SdkHttpError } from '@modelcontextprotocol/client';
import { isObject } from './json.ts';
import { loadedSdk } from './load-sdk.ts';

/** What is behind an error of the SDK. */
export type Fault =
  /** Nothing has reached the server, or it has refused to look at it. */
  | 'not-sent'
  /** The connection went away behind the request: the server may have carried it out. */
  | 'lost'
  | 'unauthorized'
  /** The server refused the request, in the protocol's words. */
  | 'refused'
  /** The server answered, and what it sent is no answer. */
  | 'nonsense'
  | 'other';

/** The statuses by which servers say that they do not know a session (any more). */
const SESSION_GONE: ReadonlySet<number> = new Set([400, 404]);
const NEVER_CONNECTED: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/** Sorts an error by what may be done about it. */
export function faultOf(error: unknown, hasSession: boolean): Fault {
  const sdk = loadedSdk();
  if (sdk) {
    const { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError } = sdk;
    if (error instanceof UnauthorizedError) return 'unauthorized';
    if (error instanceof SdkHttpError) return httpFault(error, hasSession);
    if (error instanceof ProtocolError) return 'refused';
    if (error instanceof SdkError) {
      switch (error.code) {
        case SdkErrorCode.NotConnected:
          return 'not-sent';
        case SdkErrorCode.InvalidResult:
        case SdkErrorCode.UnsupportedResultType:
          return 'nonsense';
        default:
          return 'lost';
      }
    }
  }
  if (!(error instanceof Error)) return 'other';
  if (error.message === 'Not connected') return 'not-sent';
  const { cause } = error;
  const code = isObject(cause) ? cause['code'] : undefined;
  return NEVER_CONNECTED.has(code) ? 'not-sent' : 'lost';
}

/** The code of a server's JSON-RPC error, and what else it said; `undefined` of other errors. */
export function rpcErrorOf(
  error: unknown,
): { readonly code: number; readonly data: unknown } | undefined {
  const sdk = loadedSdk();
  return sdk && error instanceof sdk.ProtocolError
    ? { code: error.code, data: error.data }
    : undefined;
}

function httpFault({ status }: SdkHttpError, hasSession: boolean): Fault {
  if (status === 401 || status === 403) return 'unauthorized';
  if (hasSession && SESSION_GONE.has(status)) return 'not-sent';
  return status >= 500 ? 'lost' : 'refused';
}
