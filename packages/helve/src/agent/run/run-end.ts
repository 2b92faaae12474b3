import type { FinishReason } from '../stream/chunk.ts';

/** How a run, or its part up to a wait, ended. */
export type RunEnd =
  | { readonly ok: true; readonly finishReason: FinishReason }
  | { readonly ok: false; readonly error: unknown };
