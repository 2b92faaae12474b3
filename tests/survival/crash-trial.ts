import { setTimeout as pause } from 'node:timers/promises';
import type { WorkOrders } from './begin-work.ts';
import type { Notice } from './crash-worker.ts';
import type { Entry } from './journal.ts';
import { note, readJournal } from './journal.ts';
import type { StorePlace } from './open-store.ts';
import { openStore } from './open-store.ts';
import { randomOf } from './random.ts';
import type { Records } from './read-records.ts';
import { isGoingOn, readRecords } from './read-records.ts';
import { WorkerProcess } from './worker-process.ts';

/** What to try. */
export interface CrashTrial {
  readonly place: StorePlace;
  /** The file that all processes write down in what they do. */
  readonly journal: string;
  readonly seed: number;
  readonly kills: number;
}

/** What became of it. */
export interface CrashOutcome {
  readonly entries: readonly Entry[];
  readonly records: Records;
  /** What processes printed that should not have printed anything. */
  readonly output: string;
}

/** How many processes work at once. */
const AT_ONCE = 2;
/** Short, so that runs of the dead are soon taken over; a busy machine makes it run out, too. */
const LEASE_MS = 600;
/** How long runs may take to end when nobody is killed any more. */
const PATIENCE_MS = 60_000;

type Worker = WorkerProcess<WorkOrders | Notice>;

/**
 * Lets processes work on one store and kills them at random instants, again and again; then lets
 * those that are left end all runs.
 */
export async function crashTrial({
  place,
  journal,
  seed,
  kills,
}: CrashTrial): Promise<CrashOutcome> {
  let lives = 0;
  let killed = 0;
  let output = '';
  let next = start();
  const begin = async (orders: Pick<WorkOrders, 'dieAt'> = {}): Promise<[Worker, number]> => {
    const worker = next;
    next = start();
    const life = lives++;
    await worker.tell({ place, journal, life, seed, leaseMs: LEASE_MS, ...orders });
    return [worker, life];
  };
  const collect = ({ output: printed }: Worker): void => {
    output += printed;
  };
  const slot = async (number: number): Promise<Worker> => {
    const random = randomOf(seed, 'kills', number);
    while (killed < kills) {
      killed += 1;
      // half of them at an instant of their own, in the midst of work; the others whenever it is
      const dieAt = random.chance(0.5) ? { dieAt: 20 + random.below(400) } : {};
      const [worker, life] = await begin(dieAt);
      await pause(100 + random.below(700));
      if (random.chance(0.1)) await freeze(worker, journal, life);
      worker.signal('SIGKILL');
      await worker.ended;
      collect(worker);
      note(journal, { kind: 'killed' }, life);
    }
    const [worker] = await begin();
    await worker.tell('begin no more');
    return worker;
  };
  const left = await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => slot(number)));
  const { store, close } = await openStore(place);
  try {
    const until = Date.now() + PATIENCE_MS;
    while (Date.now() < until && (await isGoingOn(store))) await pause(50);
    next.signal('SIGKILL');
    for (const worker of left) await worker.tell('end');
    for (const worker of left) {
      const end = await Promise.race([worker.ended, pause(20_000, 'no end', { ref: false })]);
      if (end !== 0) output += `a process that was told to end did so with ${end}\n`;
      worker.signal('SIGKILL');
      collect(worker);
    }
    return { entries: readJournal(journal), records: await readRecords(store), output };
  } finally {
    await close();
  }
}

function start(): Worker {
  return new WorkerProcess('crash-worker.ts');
}

/** Stops a process for longer than its leases, and lets it go on: it finds its runs taken over. */
async function freeze(worker: Worker, journal: string, life: number): Promise<void> {
  worker.signal('SIGSTOP');
  note(journal, { kind: 'frozen' }, life);
  await pause(2 * LEASE_MS);
  worker.signal('SIGCONT');
  await pause(LEASE_MS);
}
