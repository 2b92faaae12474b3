import type { Lease } from './store.ts';

/** A lease as it is kept. */
export interface HeldLease {
  readonly owner: string;
  /** In milliseconds since 1970. */
  readonly until: number;
  /** The run has the turn on its thread. */
  readonly turn: boolean;
}

/** A lease that begins now. */
export function leaseFrom({ owner, leaseMs, turn = false }: Lease, now: number): HeldLease {
  return { owner, until: now + leaseMs, turn };
}

/** Whether `owner` may have what somebody has a lease on, or nobody. */
export function isFree(lease: HeldLease | undefined, owner: string, now: number): boolean {
  return lease === undefined || lease.owner === owner || lease.until <= now;
}

/** A lease that goes on from now. A turn that has run out may be another's by now. */
export function renewed(lease: HeldLease, leaseMs: number, now: number): HeldLease {
  const { owner, until, turn } = lease;
  return { owner, until: now + leaseMs, turn: turn && until > now };
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
