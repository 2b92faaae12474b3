import type { AgentStream, Chunk, RunResult } from 'helve/agent';

/** Everything there is to see of a run. */
export interface WireRun {
  /** Raw, as the application sees it. */
  readonly chunks: readonly Chunk[];
  /** As screens see it. */
  readonly displayed: readonly Chunk[];
  readonly outcome: PromiseSettledResult<RunResult>;
}

/** Reads a run to its end, whether that is a good one or not. */
export async function readRun(stream: AgentStream): Promise<WireRun> {
  const [chunks, displayed, [outcome]] = await Promise.all([
    Array.fromAsync(stream.fullStream),
    Array.fromAsync(stream.displayStream),
    Promise.allSettled([stream.result]),
  ]);
  return { chunks, displayed, outcome };
}

/** Why the run failed; `undefined` where it did not. */
export function failureOf({ outcome }: WireRun): unknown {
  return outcome.status === 'rejected' ? outcome.reason : undefined;
}
