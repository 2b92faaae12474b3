import type { Lease } from '../../store/store.ts';
import { freshId } from './ids.ts';
import { letProcessEnd } from './let-process-end.ts';

/** A lease on one run. */
interface Renewable {
  /** Never rejects. */
  renewInTime(): Promise<void>;
}

/** Keeps the leases on the runs of one agent that are live here, all with one timer. */
export class LeaseKeeper {
  readonly #leaseMs: number;
  #claim: Lease | undefined;
  readonly #held = new Set<Renewable>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(leaseMs: number) {
    this.#leaseMs = leaseMs;
  }

  /** What runs are claimed with. Made with the first: edge runtimes give no random bytes before a request. */
  get claim(): Lease {
    this.#claim ??= { owner: freshId('agent'), leaseMs: this.#leaseMs };
    return this.#claim;
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
    }, this.#leaseMs / 3);
    // A run that is going on keeps its process alive by itself, or need not.
    letProcessEnd(this.#timer);
  }
}
