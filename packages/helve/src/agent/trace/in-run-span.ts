import { isObserved } from '../../call/telemetry.ts';
import { loadOnce } from '../../schema/load-once.ts';
import type { Run } from '../run/run.ts';

const tracing = loadOnce(() => import('./trace-run.ts'));

/** Runs a run's loop, inside a span where somebody traces: what that takes is loaded then. */
export function inRunSpan(run: Run, work: () => Promise<void>): Promise<void> {
  return isObserved() ? traced(run, work) : work();
}

async function traced(run: Run, work: () => Promise<void>): Promise<void> {
  const { traceRun } = await tracing();
  await traceRun(run, work);
}
