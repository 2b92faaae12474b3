import type { CallHooks } from '../../call/call-hooks.ts';
import type { Run } from './run.ts';

/** Keeps track of hooks of a call that has left the step. */
export function linger({ lingering }: Run, hooks: CallHooks | undefined): void {
  const pending = hooks?.pending;
  if (!pending) return;
  lingering.add(pending);
  void pending.then(() => lingering.delete(pending));
}
