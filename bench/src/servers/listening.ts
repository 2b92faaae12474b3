import { once } from 'node:events';
import type { Server } from 'node:http';

/** Listens on a port of this machine. */
export async function listening(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}
