import type { AuthProvider, OAuthClientProvider, Transport } from '@modelcontextprotocol/client';
import { limitResponse } from './limit-response.ts';
import { loadSdk } from './load-sdk.ts';
import type { ServerSettings } from './server-settings.ts';

/** How much is kept of what a program writes to its standard error, in characters. */
const STDERR_KEPT = 4_000;

/** A way to a server that nobody has used yet. */
export interface OpenedTransport {
  readonly transport: Transport;
  /** The last of what the server's program wrote to its standard error. */
  stderr(): string | undefined;
  /** Finishes an OAuth login, where this transport has one. */
  finishAuth?(code: string | URLSearchParams): Promise<void>;
}

/** Makes a fresh transport: one that was used is never used again. */
export async function openTransport(
  { transport, maxMessageBytes }: ServerSettings,
  kind: 'stdio' | 'http' | 'sse',
  onTooLarge: () => void,
): Promise<OpenedTransport> {
  if (transport.kind === 'stdio') {
    return openStdio(transport, maxMessageBytes);
  }
  const { SSEClientTransport, StreamableHTTPClientTransport } = await loadSdk();
  const { url, headers, auth, fetch = globalThis.fetch } = transport;
  const options = {
    fetch: limitResponse(fetch, maxMessageBytes, onTooLarge),
    ...(headers ? { requestInit: { headers: { ...headers } } } : {}),
    ...(auth === undefined ? {} : { authProvider: toProvider(auth) }),
  };
  const opened =
    kind === 'sse'
      ? new SSEClientTransport(new URL(url), options)
      : new StreamableHTTPClientTransport(new URL(url), options);
  return {
    transport: opened,
    stderr: () => undefined,
    finishAuth: (code) =>
      typeof code === 'string' ? opened.finishAuth(code) : opened.finishAuth(code),
  };
}

async function openStdio(
  {
    command,
    args = [],
    env,
    cwd,
  }: Extract<ServerSettings['transport'], { readonly kind: 'stdio' }>,
  maxBufferSize: number,
): Promise<OpenedTransport> {
  // Loaded where it is needed: it needs Node's child processes, and HTTP does not.
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    stderr: 'pipe',
    maxBufferSize,
    // The SDK adds those that every program needs, and no others.
    ...(env ? { env: { ...env } } : {}),
    ...(cwd === undefined ? {} : { cwd }),
  });
  let tail = '';
  // It has to be read: a program whose pipe is full stands still.
  transport.stderr?.on('data', (chunk: unknown) => {
    tail = `${tail}${String(chunk)}`.slice(-STDERR_KEPT);
  });
  return { transport, stderr: () => (tail === '' ? undefined : tail) };
}

function toProvider(
  auth: string | (() => string | Promise<string>) | AuthProvider | OAuthClientProvider,
): AuthProvider | OAuthClientProvider {
  if (typeof auth === 'string') return { token: async () => auth };
  if (typeof auth === 'function') return { token: async () => auth() };
  return auth;
}
