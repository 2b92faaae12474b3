import type { Writable } from 'node:stream';

/** The process's standard output, for one writer alone. */
export interface OwnedStdout {
  readonly stream: Writable;
  /** Lets everybody write there again. */
  release(): void;
}

/**
 * Takes standard output for the protocol: whatever else the process prints, a forgotten
 * `console.log` of a tool's, would break the connection, so it goes to standard error.
 */
export async function ownStdout(): Promise<OwnedStdout> {
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
    },
  };
}
