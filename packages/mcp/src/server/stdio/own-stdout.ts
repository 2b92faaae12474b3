import type { Writable } from 'node:stream';
import { InvalidMcpServerError } from '../invalid-mcp-server-error.ts';

/** The process's standard output, for one writer alone. */
export interface OwnedStdout {
  readonly stream: Writable;
  /** Lets everybody write there again. */
  release(): void;
}

/** A process has one standard output, whoever writes there. */
let isOwned = false;

/**
 * Takes standard output for the protocol: whatever else the process prints, a forgotten
 * `console.log` of a tool's, would break the connection, so it goes to standard error.
 *
 * @throws InvalidMcpServerError where it is taken.
 */
export async function ownStdout(): Promise<OwnedStdout> {
  if (isOwned) {
    throw new InvalidMcpServerError(
      'A server uses standard input and output of this process already. Serve all tools with one, or use listen() for the others.',
    );
  }
  isOwned = true;
  const { Writable } = await import('node:stream');
  const { stdout, stderr } = process;
  const write = stdout.write;
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, encoding, done) {
      // The callback comes when the client has taken it, so that nothing piles up here.
      write.call(stdout, chunk, encoding, done);
    },
  });
  // Each message that waits to be written listens for its turn.
  stream.setMaxListeners(0);
  stdout.write = stderr.write.bind(stderr);
  const fail = (error: Error): void => {
    stream.destroy(error);
  };
  // A client that is gone: without a listener this would end the process.
  stdout.on('error', fail);
  stream.on('error', () => undefined);
  return {
    stream,
    release() {
      stdout.write = write;
      isOwned = false;
    },
  };
}
