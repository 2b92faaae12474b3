import type { CallHooks } from '../../call/call-hooks.ts';
import type { Run } from './run.ts';

/** Keeps track of hooks of a call that has left the step. */
export function linger(run: Run, hooks: CallHooks | undefined): void {
  const pending = hooks?.pending;
  if (!pending) return;
  run.lingering ??= new Set();
  run.lingering.add(pending);
  void pending.then(() => run.lingering?.delete(pending));
}
