import type { CommitResult } from '../../store/store.ts';
import { StoreConflictError, ThreadBusyError } from '../agent-errors.ts';
import { askHost } from '../run/ask-host.ts';
import { idsIn } from '../run/ids.ts';
import type { Run } from '../run/run.ts';
import type { StoredSettings } from '../run/run-config.ts';
import { loadThread } from '../run/thread.ts';
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

/**
 * Before a run that went on asks the model: has it wait for its turn on the thread, and know what was
 * said there meanwhile.
 */
export async function takeTurn(run: Run): Promise<void> {
  const { turn, config, runId, lease } = run;
  if (!turn || turn.isUpToDate) return;
  const { abortSignal, store } = config;
  if (!turn.isHeld && lease) {
    await askHost(() => turn.enter(), abortSignal);
    const claim = { ...lease.claim, turn: true };
    await commitInTurn(
      async () => {
        try {
          await run.commit({ run: run.next({}), lease: claim });
          return { ok: true };
        } catch (error) {
          const conflict = StoreConflictError.isInstance(error) ? error.conflict : undefined;
          if (conflict?.kind !== 'thread') throw error;
          return { ok: false, conflict };
        }
      },
      'queue',
      abortSignal,
    );
    turn.isHeld = true;
  }
  // What `beginRun` stored.
  const { lastMessages } = run.record.settings as unknown as StoredSettings;
  const { messages } = await loadThread(store, turn.threadId, { runId, lastMessages });
  for (const id of idsIn(messages)) run.usedIds.add(id);
  run.rewrite(messages);
  turn.isUpToDate = true;
}
