import type { Conflict, Lease, Store } from '../../store/store.ts';
import type { Logger } from '../../tool/logger.ts';
import { InvalidAgentError, StoreConflictError } from '../agent-errors.ts';
import type { AgentOptions } from '../agent-options.ts';
import type { LeaseKeeper } from './lease-keeper.ts';

const DEFAULT_LEASE_MS = 30_000;

/**
 * That a run is carried out here, and by nobody else: a lease in the store, renewed while the run is
 * live. A run that waits or has ended has none, and nothing is done for it.
 */
export class RunLease {
  readonly #store: Store;
  readonly #runId: string;
  readonly #keeper: LeaseKeeper;
  readonly #logger: Logger;
  /** As this process knows; on the store's clock it may be later. */
  #until = Number.POSITIVE_INFINITY;
  #isLost = false;

  constructor(store: Store, runId: string, keeper: LeaseKeeper, logger: Logger) {
    this.#store = store;
    this.#runId = runId;
    this.#keeper = keeper;
    this.#logger = logger;
  }

  /** What the run is claimed with. */
  get claim(): Lease {
    return this.#keeper.claim;
  }

  /** Keeps the lease, which there is from just now on. */
  start(): void {
    this.#until = Date.now() + this.claim.leaseMs;
    this.#keeper.keep(this);
  }

  stop(): void {
    this.#keeper.drop(this);
    this.#until = Number.POSITIVE_INFINITY;
  }

  /** Gives the run up, so that others need not wait for the lease to run out. */
  async release(): Promise<void> {
    this.stop();
    try {
      await this.#store.releaseRun(this.#runId, this.claim.owner);
    } catch (error) {
      // It runs out by itself.
      this.#logger.warn(`The lease on run "${this.#runId}" could not be given up.`, { error });
    }
  }

  /**
   * What comes before every write: a process that was busy, or asleep, for longer than its lease may
   * not be the one any more that carries the run out. Absent where that is certain.
   *
   * @throws StoreConflictError where it is not.
   */
  check(): Promise<void> | undefined {
    return this.#isLost || Date.now() >= this.#until ? this.#makeSure() : undefined;
  }

  /** Renews the lease while there is time; a lost one is left to the run's next write. */
  async renewInTime(): Promise<void> {
    if (this.#isLost) return;
    try {
      await this.#renew();
    } catch (error) {
      this.#logger.warn(`The lease on run "${this.#runId}" could not be renewed.`, { error });
    }
  }

  async #makeSure(): Promise<void> {
    if (!this.#isLost) await this.#renew();
    if (this.#isLost) throw takenOver(this.#runId);
  }

  async #renew(): Promise<void> {
    const { owner, leaseMs } = this.claim;
    const now = Date.now();
    const isOurs = await this.#store.renewRun(this.#runId, owner, leaseMs);
    if (isOurs) this.#until = now + leaseMs;
    else this.#isLost = true;
  }
}

/** Somebody else wrote what only one who carries the run out may write. */
export function changedElsewhere(runId: string, conflict: Conflict): StoreConflictError {
  const text = `Run "${runId}" was changed by somebody else while it was going on here; it is given up in this process.`;
  return new StoreConflictError(text, conflict);
}

function takenOver(runId: string): StoreConflictError {
  return new StoreConflictError(
    `Run "${runId}" was not renewed in time, and another process has taken it over; it is given up in this one.`,
  );
}

/** A timer that is set for longer ends at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** @throws InvalidAgentError for what is no length of time. */
export function leaseMsOf({ leaseMs = DEFAULT_LEASE_MS }: AgentOptions): number {
  if (leaseMs > 0 && leaseMs <= LONGEST_MS) return leaseMs;
  throw new InvalidAgentError(
    `leaseMs is ${leaseMs}; it must be a number of milliseconds above 0: leaseMs: 30_000.`,
  );
}
