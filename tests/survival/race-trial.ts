import { setTimeout as pause } from 'node:timers/promises';
import type { DecisionRecord, Store } from 'helve/store';
import type { Entry } from './journal.ts';
import { Journal, note, readJournal } from './journal.ts';
import { makeDesk } from './make-desk.ts';
import type { StorePlace } from './open-store.ts';
import { openStore } from './open-store.ts';
import type { RacePlan } from './plan-race.ts';
import { planRace } from './plan-race.ts';
import type { RaceAnswer, RaceMessage } from './race-worker.ts';
import type { Records } from './read-records.ts';
import { readRecords } from './read-records.ts';
import { WorkerProcess } from './worker-process.ts';

/** What to race for. */
export interface RaceTrial {
  readonly place: StorePlace;
  readonly journal: string;
  readonly seed: number;
  readonly processes: number;
  /** How many calls are decided on by every process. */
  readonly calls: number;
}

/** What became of it. */
export interface RaceOutcome {
  readonly plan: RacePlan;
  readonly entries: readonly Entry[];
  readonly records: Records;
  /** As `listDecisions` has them. */
  readonly listed: readonly DecisionRecord[];
  /** How often a decision came while the run was carried out by another process. */
  readonly busy: number;
  readonly output: string;
}

/** How many calls are decided on at the same time. */
const AT_ONCE = 20;
/** Of the process that is killed, and of those that race: no run of theirs is ever taken over. */
const SHORT_LEASE_MS = 500;
const LONG_LEASE_MS = 120_000;
const PATIENCE_MS = 30_000;

type Racer = WorkerProcess<RaceMessage>;

/** Makes runs, kills the process that had them, and lets others come to all of them at once. */
export async function raceTrial(trial: RaceTrial): Promise<RaceOutcome> {
  const { place, journal, seed, processes } = trial;
  const plan = planRace(seed, trial.calls);
  const orders = { place, journal, seed, leaseMs: LONG_LEASE_MS };
  const maker: Racer = new WorkerProcess('race-worker.ts');
  const racers = Array.from(
    { length: processes },
    (): Racer => new WorkerProcess('race-worker.ts'),
  );
  const made = { ...orders, leaseMs: SHORT_LEASE_MS, life: 0 };
  await ask(maker, { kind: 'prepare', orders: made, calls: trial.calls });
  const hanging = new Set(plan.cutOff.map(({ name }) => name));
  const calls = plan.cutOff.flatMap(({ steps }) => steps.flat()).length;
  await until(
    () =>
      readJournal(journal).filter((entry) => entry.kind === 'began' && hanging.has(entry.runId))
        .length === calls,
  );
  maker.signal('SIGKILL');
  await maker.ended;
  note(journal, { kind: 'killed' }, 0);
  await Promise.all(
    racers.map((racer, index) =>
      ask(racer, { kind: 'join', orders: { ...orders, life: index + 1 } }),
    ),
  );
  const { store, close } = await openStore(place);
  try {
    await until(async () => {
      const { items } = await store.listRuns({ claimable: true }, { limit: 1000 });
      return items.length === plan.cutOff.length;
    });
    let busy = 0;
    const all = async (message: RaceMessage): Promise<void> => {
      const answers = await Promise.all(racers.map((racer) => ask(racer, message)));
      for (const answer of answers) busy += answer.busy;
    };
    await all({ kind: 'recover' });
    for (const waits of [plan.raced, plan.again]) {
      for (let at = 0; at < waits.length; at += AT_ONCE) {
        await all({ kind: 'decide', calls: waits.slice(at, at + AT_ONCE) });
      }
    }
    for (const racer of racers) await racer.tell({ kind: 'end' });
    await Promise.all(racers.map(({ ended }) => ended));
    const output = [maker, ...racers].map((racer) => racer.output).join('');
    const entries = readJournal(journal);
    const listed = await listDecisions(store, journal);
    return { plan, entries, records: await readRecords(store), listed, busy, output };
  } finally {
    await close();
  }
}

async function ask(racer: Racer, message: RaceMessage): Promise<RaceAnswer> {
  await racer.tell(message);
  const answer = await racer.hear();
  if (answer === undefined) throw new Error(`A process ended by itself:\n${racer.output}`);
  // the only messages of a racer, but for the one that says that it is ready
  return answer as RaceAnswer;
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const last = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > last) throw new Error('The runs to be taken over are not there.');
    await pause(50);
  }
}

async function listDecisions(store: Store, path: string): Promise<readonly DecisionRecord[]> {
  const journal = new Journal(path, -1);
  const desk = makeDesk({ store, journal, leaseMs: LONG_LEASE_MS });
  const decisions: DecisionRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await desk.listDecisions(cursor === undefined ? {} : { cursor });
    decisions.push(...page.decisions);
    cursor = page.cursor;
  } while (cursor !== undefined);
  journal.close();
  return decisions;
}
