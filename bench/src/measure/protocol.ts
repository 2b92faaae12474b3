import type { Sample } from './workload.ts';

/** What the driver asks of a contender's process. */
export type Request =
  | { readonly type: 'prepare'; readonly workload: string; readonly variant: string }
  | { readonly type: 'sample' };

/** What comes back. */
export type Response =
  | { readonly type: 'ready'; readonly onceMs: number }
  | { readonly type: 'cannot'; readonly why: string }
  | { readonly type: 'sample'; readonly sample: Sample }
  | { readonly type: 'failed'; readonly message: string };
