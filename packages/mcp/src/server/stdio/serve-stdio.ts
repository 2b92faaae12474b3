import type { Readable, Writable } from 'node:stream';
import type { Server } from '@modelcontextprotocol/server';
import { protocolServerOf } from '../http/sessions.ts';
import { createProtocolServer } from '../protocol-server.ts';
import type { ServerCore } from '../server-core.ts';
import { ownStdout } from './own-stdout.ts';

/** Other streams than the process's own. */
export interface StdioOptions {
  readonly stdin?: Readable;
  readonly stdout?: Writable;
}

/** A connection over standard input and output. */
export interface StdioConnection {
  /** Resolves when the client has gone, or the connection was closed. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
  /** Tells the client that the tools have changed. */
  announce(): void;
}

/**
 * Serves the one client that started this process. The connection ends when the client closes
 * standard input; calls that are running are aborted then.
 */
export async function serveOnStdio(
  core: ServerCore,
  { stdin, stdout }: StdioOptions,
): Promise<StdioConnection> {
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const owned = stdout ? undefined : await ownStdout();
  const transport = new StdioServerTransport(stdin ?? process.stdin, stdout ?? owned?.stream, {
    maxBufferSize: core.limits.bodyBytes,
  });
  const servers = new Set<Server>();
  const handle = serveStdio(
    () => {
      const made = createProtocolServer(core);
      const server = protocolServerOf(made);
      servers.add(server);
      return made;
    },
    {
      transport,
      onerror: (error) => core.logger.debug('An MCP message could not be handled.', { error }),
    },
  );
  const closed = new Promise<void>((resolve) => {
    const end = transport.onclose;
    transport.onclose = () => {
      owned?.release();
      end?.();
      core.parked.abortAll(new Error('The client has gone.'), ({ overHttp }) => !overHttp);
      resolve();
    };
  });
  return {
    closed,
    close: () => handle.close(),
    announce() {
      for (const server of servers) server.sendToolListChanged().catch(() => undefined);
    },
  };
}
