import type { Lease } from './store.ts';

/** A lease as it is kept. */
export interface HeldLease {
  readonly owner: string;
  /** In milliseconds since 1970. */
  readonly until: number;
}

/** A lease that begins now. */
export function leaseFrom({ owner, leaseMs }: Lease, now: number): HeldLease {
  return { owner, until: now + leaseMs };
}

/** Whether `owner` may have what somebody has a lease on, or nobody. */
export function isFree(lease: HeldLease | undefined, owner: string, now: number): boolean {
  return lease === undefined || lease.owner === owner || lease.until <= now;
}

/** Also where it has run out: nobody else wanted it so far. */
export function holds(lease: HeldLease | undefined, owner: string): boolean {
  return lease?.owner === owner;
}

/** @throws RangeError for what is no length of time. */
export function checkLeaseMs(leaseMs: number): void {
  if (leaseMs > 0 && Number.isFinite(leaseMs)) return;
  throw new RangeError(`leaseMs is ${leaseMs}; it must be a number of milliseconds above 0.`);
}
