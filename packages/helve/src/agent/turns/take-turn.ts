import { StoreConflictError } from '../agent-errors.ts';
import { askHost } from '../run/ask-host.ts';
import { idsIn } from '../run/ids.ts';
import type { Run } from '../run/run.ts';
import type { StoredSettings } from '../run/run-config.ts';
import { loadThread } from '../run/thread.ts';
import { commitInTurn } from './wait-turn.ts';

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
  } else if (run.hasUncommitted) {
    // What is not there yet would be taken for open.
    await run.commit({ run: run.next({}) });
  }
  // What `beginRun` stored.
  const { lastMessages } = run.record.settings as unknown as StoredSettings;
  const { messages } = await loadThread(store, turn.threadId, { runId, lastMessages });
  for (const id of idsIn(messages)) run.usedIds.add(id);
  run.rewrite(messages);
  turn.isUpToDate = true;
}
