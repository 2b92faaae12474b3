import type { Lease } from '../../store/store.ts';
import { letProcessEnd } from './let-process-end.ts';

/** A lease on one run. */
interface Renewable {
  /** Never rejects. */
  renewInTime(): Promise<void>;
}

/** Keeps the leases on the runs of one agent that are live here, all with one timer. */
export class LeaseKeeper {
  /** What runs are claimed with. */
  readonly claim: Lease;
  readonly #held = new Set<Renewable>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(claim: Lease) {
    this.claim = claim;
  }

  keep(lease: Renewable): void {
    this.#held.add(lease);
    if (this.#timer === undefined) this.#renewLater();
  }

  drop(lease: Renewable): void {
    this.#held.delete(lease);
    if (this.#held.size > 0 || this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #renewLater(): void {
    this.#timer = setTimeout(() => {
      for (const lease of this.#held) void lease.renewInTime();
      this.#renewLater();
    }, this.claim.leaseMs / 3);
    // A run that is going on keeps its process alive by itself, or need not.
    letProcessEnd(this.#timer);
  }
}
