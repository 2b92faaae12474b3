import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { HelveError } from '../../schema/helve-error.ts';
import { promptProblems } from './run-kit.ts';
import { scheduledStore } from './scheduled-store-kit.ts';
import { bench, callsAll } from './test-kit.ts';

const memory = { thread: 'thread-1' };

test('a message and decisions on a waiting call of its thread may meet: the call ends once, and every prompt is valid', async () => {
  const policies = fc.constantFrom('keep', 'supersede', 'refuse');
  const acts = fc.constantFrom('approve', 'decline');
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), policies, acts, async (scheduler, whenMessaged, act) => {
      const execute = vi.fn(async () => ({ ok: true }));
      const pay = createTool({ id: 'pay', requireApproval: true, execute });
      const { agent, restart, model, store } = bench(
        // Only the first message makes the model call anything.
        ({ prompt }) => (prompt.length === 1 ? callsAll(['pay', 'p'], ['pay', 'q']) : 'Well.'),
        { pay },
        { whenMessaged },
      );
      const { runId } = await agent.generate('Pay.', { memory });
      await agent.declineToolCallGenerate({ runId, toolCallId: 'q' });
      const [ada, bob] = ['ada', 'bob'].map((name) =>
        restart({ store: scheduledStore(store, scheduler, name) }),
      );
      if (!ada || !bob) throw new Error('two agents');
      const reference = { runId, toolCallId: 'p', by: 'ada' };
      const settled = Promise.allSettled([
        act === 'approve'
          ? ada.approveToolCallGenerate(reference)
          : ada.declineToolCallGenerate(reference),
        bob.generate('And now?', { memory }),
      ]);
      await scheduler.waitFor(settled);
      const [decided, answered] = await settled;
      const codes = [decided, answered].map((each) =>
        each.status === 'fulfilled' ? 'ok' : each.reason instanceof HelveError && each.reason.code,
      );
      // Whoever came second was told so.
      expect(whenMessaged === 'refuse' ? ['ok', 'THREAD_WAITING'] : ['ok']).toContain(codes[1]);
      expect(whenMessaged === 'supersede' ? ['ok', 'ALREADY_DECIDED'] : ['ok']).toContain(codes[0]);
      expect(execute).toHaveBeenCalledTimes(codes[0] === 'ok' && act === 'approve' ? 1 : 0);
      expect(await store.loadCall(runId, 'p')).toMatchObject({
        state: 'settled',
        transcript: { state: codes[0] === 'ok' && act === 'approve' ? 'result' : 'denied' },
      });
      const onP = (await store.loadDecisions(runId)).filter(({ toolCallId }) => toolCallId === 'p');
      expect(onP).toHaveLength(1);
      await agent.generate('Bye.', { memory });
      for (const { prompt } of model.requests) expect(promptProblems(prompt)).toEqual([]);
    }),
  );
});
