import { flushCompileCache } from 'node:module';
import type { Agent } from 'helve/agent';
import { Journal } from './journal.ts';
import { journalStore } from './journal-store.ts';
import { describeError } from './make-decision.ts';
import { makeDesk } from './make-desk.ts';
import type { StorePlace } from './open-store.ts';
import { openStore } from './open-store.ts';

/** What every process of a trial is told when it may begin. */
export interface WorkOrders {
  readonly place: StorePlace;
  /** The file that all processes write down in what they do. */
  readonly journal: string;
  readonly life: number;
  readonly seed: number;
  readonly leaseMs: number;
  /** At which instant it kills itself, if it does. */
  readonly dieAt?: number;
}

/** What a process works with. */
export interface Work {
  readonly desk: Agent;
  readonly journal: Journal;
  readonly end: () => Promise<void>;
}

/** What whoever started this process tells it: first its orders, then whatever else there is. */
export function onMessage<Message>(hear: (message: Message) => void): void {
  // whoever started it has died
  process.on('disconnect', orphaned);
  process.on('message', hear);
  // processes that are killed leave nothing behind for the next one to start faster with
  flushCompileCache();
  process.send?.('ready');
}

function orphaned(): never {
  process.exit(1);
}

/** Opens store and journal. Errors that nobody catches go there, and do not end the process. */
export async function beginWork(orders: WorkOrders): Promise<Work> {
  const { place, life, leaseMs, dieAt } = orders;
  const journal = new Journal(orders.journal, life, dieAt);
  for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(event, (error: unknown) => {
      journal.write({ kind: 'unhandled', message: describeError(error).message });
    });
  }
  const { store, close } = await openStore(place);
  const desk = makeDesk({ store: journalStore(store, journal), journal, leaseMs });
  const end = async (): Promise<void> => {
    await close();
    process.off('disconnect', orphaned);
    process.disconnect?.();
  };
  return { desk, journal, end };
}
