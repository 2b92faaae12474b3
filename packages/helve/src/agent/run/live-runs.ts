import type { ToolSource } from '../../tool/tool.ts';
import type { NextLook } from '../stream/forget-streams.ts';
import { inRunSpan } from '../trace/in-run-span.ts';
import { KeyedQueue } from './keyed-queue.ts';
import type { Run } from './run.ts';
import { driveRun } from './run-loop.ts';

type InternalTools = ReadonlyMap<string, ToolSource>;

/** The runs of an agent that are live in this process, and what keeps decisions on them in order. */
export interface LiveRuns {
  readonly byId: Map<string, Run>;
  readonly queue: KeyedQueue;
  /** When old streams are looked for again. */
  readonly nextLook: NextLook;
  /** Makes the runtime's own tools of a run that begins or goes on. */
  internalTools(run: Run): InternalTools | Promise<InternalTools>;
}

/** None yet. */
export function liveRuns(internalTools: LiveRuns['internalTools']): LiveRuns {
  return { byId: new Map(), queue: new KeyedQueue(), nextLook: { at: 0 }, internalTools };
}

/** Sets a run going, with the work that woke it, and keeps it where decisions find it until it has ended or waits. */
export function keepLive(live: LiveRuns, run: Run, first?: () => Promise<void>): void {
  live.byId.set(run.runId, run);
  run.lease?.start();
  run.stored?.start();
  const work = (): Promise<void> => {
    if (first) run.underWay.add(first());
    return driveRun(run);
  };
  void inRunSpan(run, work).then(() => {
    // A decision may have made the run live again by now, in another object.
    if (live.byId.get(run.runId) === run) live.byId.delete(run.runId);
    if (run.stored) run.stored.forgetOthers(live.nextLook);
  });
}
