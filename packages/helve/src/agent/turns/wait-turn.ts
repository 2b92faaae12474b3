import type { CommitResult } from '../../store/store.ts';
import { ThreadBusyError } from '../agent-errors.ts';
import { askHost } from '../run/ask-host.ts';
import { delay } from '../step/delay.ts';
import type { Place, ThreadQueues } from './thread-queues.ts';

/** How long to wait before the store is asked again whose turn it is; twice as long each time. */
const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 1_000;

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
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    const result = await commit();
    if (result.ok || result.conflict.kind !== 'thread') return result;
    const { threadId, runId } = result.conflict;
    if (whenBusy === 'refuse') throw new ThreadBusyError(threadId, runId);
    // Many that wait for the same thread should not all ask at once.
    await delay(wait * (0.5 + Math.random() / 2), signal);
  }
}
