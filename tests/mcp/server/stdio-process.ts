import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A JSON-RPC message, as far as tests look. */
export interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number };
}

/** A server of our own, talked to line by line, as no well-behaved client would. */
export class StdioProcess {
  readonly child: ChildProcessWithoutNullStreams = spawn(process.execPath, [
    fileURLToPath(new URL('stdio-server.ts', import.meta.url)),
  ]);
  /** What came on standard output, line by line. */
  readonly lines: string[] = [];
  errors = '';
  readonly exited: Promise<number | null> = once(this.child, 'exit').then(([code]) => code);
  readonly #waiting = new Map<unknown, (message: Message) => void>();
  #id = 0;

  constructor() {
    this.child.stderr.on('data', (text) => {
      this.errors += text;
    });
    // it may be gone before it has read everything
    this.child.stdin.on('error', () => undefined);
    this.read();
  }

  read(): void {
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      this.lines.push(line);
      // what a server prints here is a message
      const message = JSON.parse(line) as Message;
      this.#waiting.get(message.id)?.(message);
    });
  }

  write(text: string): void {
    this.child.stdin.write(text);
  }

  /** Sends a request of a session. */
  send(method: string, params: object = {}): number {
    this.#id += 1;
    this.write(`${JSON.stringify({ jsonrpc: '2.0', id: this.#id, method, params })}\n`);
    return this.#id;
  }

  request(method: string, params: object = {}): Promise<Message> {
    const id = this.send(method, params);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  async open(): Promise<this> {
    await this.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'raw', version: '1' },
    });
    this.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    return this;
  }

  /** Waits for a text on standard error. */
  async printed(text: string): Promise<void> {
    while (!this.errors.includes(text)) await once(this.child.stderr, 'data');
  }
}
