import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Request, Response } from './protocol.ts';
import type { RunSettings } from './workload.ts';

/** How long one repetition may take. */
export const limitMs = 60_000;

/** A contender's process, as the driver holds it. Asked once at a time. */
export class WorkerHandle {
  readonly #child: ChildProcess;

  constructor(contender: string, { folder, quick }: Pick<RunSettings, 'folder' | 'quick'>) {
    const args = [folder, contender, quick ? 'quick' : ''];
    this.#child = fork(join(import.meta.dirname, 'worker.ts'), args, {
      execArgv: ['--expose-gc', '--max-old-space-size=4096'],
      env: { ...process.env, NODE_ENV: 'production', OPENAI_AGENTS_DISABLE_TRACING: '1' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
  }

  /** Gives the answer, or `undefined` where it took too long; the process is then ended. */
  ask(request: Request): Promise<Response | undefined> {
    const { promise, resolve } = Promise.withResolvers<Response | undefined>();
    const timer = setTimeout(() => {
      this.end();
      resolve(undefined);
    }, limitMs);
    const onExit = (code: number | null, signal: string | null) => {
      resolve({ type: 'failed', message: `The process ended with ${code ?? signal}.` });
    };
    this.#child.once('exit', onExit);
    this.#child.once('message', (message) => resolve(message as Response));
    this.#child.send(request);
    return promise.finally(() => {
      clearTimeout(timer);
      this.#child.removeAllListeners('message');
      this.#child.removeAllListeners('exit');
    });
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }
}
