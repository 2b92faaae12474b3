import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { overHttp, overStdio } from './exchange.ts';
import { McpClient } from './mcp-client.ts';
import type { Era, Transport } from './server-contender.ts';

/** A server in a process of its own, and a client of it. */
export interface Served {
  readonly client: McpClient;
  /** The CPU time that the server's process has taken so far, in milliseconds. */
  cpu(): Promise<number>;
  end(): void;
}

/** What to start. */
export interface ServedShape {
  readonly contender: string;
  readonly transport: Transport;
  readonly era: Era;
  readonly tools: number;
}

/** Starts a server, and opens a client of it. */
export async function startServer(shape: ServedShape): Promise<Served> {
  const { contender, transport, era, tools } = shape;
  const port = transport === 'http' ? await freePort() : 0;
  const args = [contender, transport, era, String(tools), String(port)];
  const file = join(import.meta.dirname, 'server-process.ts');
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, NODE_ENV: 'production' },
    // over HTTP what a server prints is shown apart from the figures
    stdio: ['pipe', transport === 'stdio' ? 'pipe' : 2, 'inherit', 'ipc'],
  });
  try {
    await reply(child);
    const client = new McpClient(transport === 'stdio' ? overStdio(child) : overHttp(port), era);
    await client.open();
    return {
      client,
      async cpu() {
        const asked = reply(child);
        child.send('cpu');
        // what a server's process answers with
        const { user, system } = (await asked) as NodeJS.CpuUsage;
        return (user + system) / 1000;
      },
      end() {
        client.close();
        // the server ends by itself when nobody asks it any more
        child.disconnect();
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

async function reply(child: ChildProcess): Promise<unknown> {
  const left = new AbortController();
  const { signal } = left;
  const gone = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`The server ended with ${code}.`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), gone]);
    return message;
  } finally {
    gone.catch(() => undefined);
    left.abort();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('There is no port.');
  return address.port;
}
