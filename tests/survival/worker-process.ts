import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { join } from 'node:path';

/** Processes are started by the hundred: what the compiler made of their code is kept. */
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/survival');

/** A process that was started ahead of time and waits for its orders. */
export class WorkerProcess<Message> {
  readonly #child: ChildProcess;
  readonly #ready: Promise<void>;
  readonly #heard: unknown[] = [];
  #hear: (() => void) | undefined;
  #output = '';
  /** Resolves when the process has ended: with the signal that ended it, or its exit code. */
  readonly ended: Promise<NodeJS.Signals | number>;

  /** `file` is a module beside this one. */
  constructor(file: string) {
    const child = fork(join(import.meta.dirname, file), {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, NODE_COMPILE_CACHE: CACHE },
    });
    this.#child = child;
    const collect = (text: string): void => {
      this.#output += text;
    };
    child.stdout?.setEncoding('utf8').on('data', collect);
    child.stderr?.setEncoding('utf8').on('data', collect);
    this.ended = new Promise((resolve) => {
      child.once('close', (code, signal) => resolve(signal ?? code ?? 1));
    });
    this.#ready = new Promise((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('error', reject);
      void this.ended.then(() => reject(new Error(`${file} did not start:\n${this.#output}`)));
    });
    // it is asked for when the process is needed
    this.#ready.catch(() => undefined);
    child.on('message', (message) => {
      if (message === 'ready') return;
      this.#heard.push(message);
      this.#hear?.();
    });
    all.add(child);
    child.once('close', () => all.delete(child));
  }

  /** What it printed: nothing, unless something went wrong. */
  get output(): string {
    return this.#output;
  }

  async tell(message: Message): Promise<void> {
    await this.#ready;
    // a process that has just been killed hears nothing any more
    if (this.#child.connected) this.#child.send(message as object, () => undefined);
  }

  /** The next message of the process; `undefined` where it has ended before. */
  async hear(): Promise<unknown> {
    await this.#ready;
    if (this.#heard.length === 0) {
      const heard = new Promise<void>((resolve) => {
        this.#hear = resolve;
      });
      await Promise.race([heard, this.ended]);
    }
    return this.#heard.shift();
  }

  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(name);
  }
}

const all = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of all) child.kill('SIGKILL');
});
