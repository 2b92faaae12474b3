import type { ProjectionRuntime } from '../../call/project.ts';
import type { Run } from '../run/run.ts';

/** How long transforms for the transcript of an aborted run may still take, in milliseconds. */
const AFTER_ABORT_MS = 1_000;

/** What transforms for the transcript run with: unlike those for screens, they hold up the run. */
export function transcriptRuntime({ config }: Run): ProjectionRuntime {
  const { logger, decisionTimeoutMs, abortSignal } = config;
  if (abortSignal?.aborted) {
    return { logger, decisionTimeoutMs: Math.min(decisionTimeoutMs, AFTER_ABORT_MS) };
  }
  return { logger, decisionTimeoutMs, ...(abortSignal ? { abortSignal } : {}) };
}
