import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Act, DeskPlan, Outcome } from './desk.ts';
import type { Answer } from './worker.ts';

/** One desk, as two processes have it. */
export interface Desk {
  /** What a process does at it; rejects where it is refused, with the error's code. */
  readonly here: Doing;
  readonly there: Doing;
  /** What tools have done so far, in order. */
  effects(): readonly unknown[];
}

type Doing = <Order extends Act>(order: Order) => Promise<CameOf<Order>>;

type CameOf<Order extends Act> = Order extends { do: 'list' | 'transcript' | 'decisions' }
  ? readonly object[]
  : Outcome;

/** How an agent refused something in another process. */
class DeskError extends Error {
  readonly code: string | undefined;

  constructor({ code, message }: { readonly code: string | undefined; readonly message: string }) {
    super(message);
    this.code = code;
  }
}

/** Two processes, and as many desks as are asked for. */
export interface TwoProcesses {
  open(script: DeskPlan['script'], tools?: DeskPlan['tools']): Desk;
  end(): Promise<void>;
}

/** @param database where PostgreSQL is; without it, desks are files of SQLite */
export function startTwoProcesses(database?: string): TwoProcesses {
  const folder = mkdtempSync(join(tmpdir(), 'helve-processes-'));
  const workers = [startWorker(database), startWorker(database)] as const;
  let count = 0;
  return {
    open(script, tools) {
      const name = `desk_${process.pid}_${count++}`;
      const effects = join(folder, `${name}.effects`);
      const store = database === undefined ? join(folder, `${name}.db`) : name;
      const plan = { store, effects, script, ...(tools ? { tools } : {}) };
      const doing =
        (worker: Worker): Doing =>
        // what comes back was made by `act`, for this order
        async <Order extends Act>(order: Order) =>
          (await worker.ask(plan, order)) as CameOf<Order>;
      const [here, there] = workers;
      return { here: doing(here), there: doing(there), effects: () => linesOf(effects) };
    },
    async end() {
      await Promise.all(workers.map((worker) => worker.end()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Worker {
  ask(plan: DeskPlan, order: Act): Promise<unknown>;
  end(): Promise<void>;
}

function startWorker(database: string | undefined): Worker {
  const child: ChildProcess = fork(join(import.meta.dirname, 'worker.ts'), {
    env: { ...process.env, ...(database === undefined ? {} : { HELVE_TEST_DATABASE: database }) },
    execArgv: [],
  });
  const asked = new Map<number, (answer: Answer) => void>();
  let count = 0;
  child.on('message', (answer: Answer) => asked.get(answer.number)?.(answer));
  child.on('exit', (code) => {
    const error = { code: undefined, message: `The process ended with ${code}.` };
    for (const [number, answer] of asked) answer({ number, error });
  });
  return {
    async ask(plan, order) {
      const number = count++;
      const answered = new Promise<Answer>((resolve) => asked.set(number, resolve));
      child.send({ number, plan, order });
      const answer = await answered;
      if ('error' in answer) throw new DeskError(answer.error);
      return answer.value;
    },
    async end() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

function linesOf(file: string): readonly unknown[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  } catch {
    // nothing has written yet
    return [];
  }
}
