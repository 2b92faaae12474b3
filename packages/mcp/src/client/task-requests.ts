import type { StandardSchema } from 'helve';
import { isObject } from './json.ts';

const SHORTEST_POLL_MS = 50;
const LONGEST_POLL_MS = 30_000;
const POLL_MS = 1_000;

/** How long to wait before a task is looked at again; what the server wants, within bounds. */
export function pollMs(wanted: unknown): number {
  const ms = typeof wanted === 'number' && wanted > 0 ? wanted : POLL_MS;
  return Math.min(Math.max(ms, SHORTEST_POLL_MS), LONGEST_POLL_MS);
}

/** The answer to a request that the SDK has no schema of. */
export const anyObject: StandardSchema<Readonly<Record<string, unknown>>> = {
  '~standard': {
    version: 1,
    vendor: 'helve',
    validate: (value) =>
      isObject(value) ? { value } : { issues: [{ message: 'expected an object' }] },
  },
};
