import type { CommitResult } from '../../store/store.ts';
import { ThreadBusyError } from '../agent-errors.ts';
import { askHost } from '../run/ask-host.ts';
import { backOff } from '../run/back-off.ts';
import type { Place, ThreadQueues } from './thread-queues.ts';

/**
 * Waits until nobody is in front in this process.
 *
 * @throws ThreadBusyError where a message is to be refused meanwhile, or the abort's reason.
 */
export async function waitInQueue(
  place: Place,
  threadId: string,
  { isRefused, signal }: { readonly isRefused: boolean; readonly signal: AbortSignal | undefined },
): Promise<void> {
  if (isRefused) throw new ThreadBusyError(threadId);
  if (place.isFirst()) return;
  await askHost(() => place.isNext, signal);
}

/** A place for a message on a thread, and whether it is to be refused. */
export function enterQueue(
  queues: ThreadQueues,
  threadId: string,
  whenBusy: 'queue' | 'refuse',
): { readonly place: Place; readonly isRefused: boolean } {
  const isRefused = whenBusy === 'refuse' && queues.isBusy(threadId);
  return { place: queues.enter(threadId), isRefused };
}

/**
 * Commits once no run of another process has the turn on the thread. As long as one has, the store is
 * asked again, at first soon, then every second.
 *
 * @throws ThreadBusyError where a message is to be refused meanwhile, or the abort's reason.
 */
export async function commitInTurn(
  commit: () => Promise<CommitResult>,
  whenBusy: 'queue' | 'refuse',
  signal: AbortSignal | undefined,
): Promise<CommitResult> {
  const pause = backOff(signal);
  for (;;) {
    const result = await commit();
    if (result.ok || result.conflict.kind !== 'thread') return result;
    const { threadId, runId } = result.conflict;
    if (whenBusy === 'refuse') throw new ThreadBusyError(threadId, runId);
    await pause();
  }
}
