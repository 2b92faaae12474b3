import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

/** A server of files on this machine. */
export interface FileServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Every request so far, as `path?query`. */
  readonly requests: readonly string[];
  /** Resolves when a connection has been closed by the one who asked. */
  readonly hungUp: Promise<void>;
}

const open: (() => void)[] = [];

afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** Serves files until the test ends. */
export async function serveFiles(listener: RequestListener): Promise<FileServer> {
  const requests: string[] = [];
  let tellHungUp: () => void = () => undefined;
  const hungUp = new Promise<void>((resolve) => {
    tellHungUp = resolve;
  });
  const server = createServer((request: IncomingMessage, response) => {
    requests.push(request.url ?? '');
    response.on('close', () => {
      if (!response.writableFinished) tellHungUp();
    });
    listener(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  // an address of a network, since the server listens on one
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, requests, hungUp };
}
