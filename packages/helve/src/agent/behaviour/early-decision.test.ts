import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { CallRecord } from '../../store/records.ts';
import type { CommitResult, Transition } from '../../store/store.ts';
import { scheduledStore } from './scheduled-store-kit.ts';
import { bench, callsAll } from './test-kit.ts';

/** Somebody who looks at the store itself, and sees every wait before its writer hears of it. */
class WatchedStore extends MemoryStore {
  onWait: (call: CallRecord) => void = () => undefined;

  override async commit(transition: Transition): Promise<CommitResult> {
    const result = await super.commit(transition);
    const calls = result.ok ? (transition.calls ?? []) : [];
    for (const call of calls) {
      if (call.state === 'approval' || call.state === 'suspended') this.onWait(call);
    }
    return result;
  }
}

test('a decision may come as soon as the wait is in the store, however slow the store is', async () => {
  const kinds = fc.array(fc.constantFrom('pay', 'ask'), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), kinds, async (scheduler, names) => {
      const execute = vi.fn(async () => ({ ok: true }));
      const pay = createTool({ id: 'pay', requireApproval: true, execute });
      const ask = createTool({
        id: 'ask',
        execute: async (_input, { resumeData, suspend }) =>
          resumeData === undefined ? suspend() : execute(),
      });
      const store = new WatchedStore();
      const made = callsAll(...names.map((name, index) => [name, `c${index}`] as const));
      const slow = scheduledStore(store, scheduler, 'store');
      const { agent, model } = bench([made, 'Done.'], { pay, ask }, { store: slow });
      const decisions: Promise<unknown>[] = [];
      store.onWait = ({ runId, toolCallId, state }) => {
        const reference = { runId, toolCallId };
        const decision =
          state === 'approval'
            ? agent.approveToolCallGenerate(reference)
            : agent.resumeGenerate(true, reference);
        // Awaited once the run has ended; until then a failure is nobody's.
        decision.catch(() => undefined);
        decisions.push(decision);
      };
      const all = agent.generate('go').then(() => Promise.all(decisions));
      await scheduler.waitFor(all);
      expect(execute).toHaveBeenCalledTimes(names.length);
      expect(model.requests).toHaveLength(2);
    }),
  );
});
