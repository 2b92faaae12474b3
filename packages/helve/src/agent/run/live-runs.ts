import type { ToolSource } from '../../tool/tool.ts';
import { inRunSpan } from '../trace/trace-run.ts';
import type { KeyedQueue } from './keyed-queue.ts';
import type { Run } from './run.ts';
import { driveRun } from './run-loop.ts';

/** The runs of an agent that are live in this process, and what keeps decisions on them in order. */
export interface LiveRuns {
  readonly byId: Map<string, Run>;
  readonly queue: KeyedQueue;
  /** Makes the runtime's own tools of a run that begins or goes on. */
  internalTools(run: Run): Promise<ReadonlyMap<string, ToolSource>>;
}

/** Sets a run going, with the work that woke it, and keeps it where decisions find it until it has ended or waits. */
export function keepLive(live: LiveRuns, run: Run, first?: () => Promise<void>): void {
  live.byId.set(run.runId, run);
  run.lease?.start();
  const work = (): Promise<void> => {
    if (first) run.underWay.add(first());
    return driveRun(run);
  };
  void inRunSpan(run, work).then(() => {
    // A decision may have made the run live again by now, in another object.
    if (live.byId.get(run.runId) === run) live.byId.delete(run.runId);
  });
}
