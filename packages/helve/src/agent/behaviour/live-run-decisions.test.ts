import { describe, expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import {
  bench,
  calls,
  callsAll,
  MODES,
  ofType,
  runBy,
  signal,
  turn,
  until,
  WatchedStore,
} from './test-kit.ts';

/** A run with a call that waits beside one that executes until it is let go. */
function busyRun(onInputAvailable?: () => unknown) {
  const entered = signal();
  const hold = signal();
  const execute = vi.fn(async () => ({ ok: true }));
  const pay = createTool({
    id: 'pay',
    requireApproval: true,
    execute,
    ...(onInputAvailable ? { onInputAvailable } : {}),
  });
  const ask = createTool({
    id: 'ask',
    execute: async (_input, { resumeData, suspend }) => resumeData ?? suspend({ q: 1 }),
  });
  const slow = createTool({
    id: 'slow',
    execute: async () => {
      entered.resolve();
      await hold.promise;
      return { slow: true };
    },
  });
  const toolCalls = callsAll(['pay', 'p'], ['ask', 'a'], ['slow', 's']);
  const store = new WatchedStore();
  const made = bench([toolCalls, 'Done.'], { pay, ask, slow }, { store });
  return { ...made, store, entered, hold, execute };
}

describe('a decision while a sibling still executes', () => {
  test('is carried out at once', async () => {
    const { agent, entered, hold, execute } = busyRun();
    const stream = await agent.stream('go');
    await until(stream, 'tool-call-approval');
    await entered.promise;
    await agent.approveToolCall({ runId: stream.runId, toolCallId: 'p' });
    const result = await until(stream, 'tool-result');
    expect(result.payload.toolCallId).toBe('p');
    expect(execute).toHaveBeenCalledOnce();
    hold.resolve();
    expect((await stream.waiting).map(({ toolCallId }) => toolCallId)).toEqual(['a']);
  });

  test.each(MODES)(
    'has its own chunks on its own stream, whatever the run was started by: %s',
    async (mode) => {
      const { agent, entered, hold, store } = busyRun();
      const running = runBy(mode, agent, 'go', { runId: 'run-1' });
      await entered.promise;
      const reference = { runId: 'run-1', toolCallId: 'p' };
      await store.reached('approval', 'p');
      await store.reached('suspended', 'a');
      const declined = await agent.declineToolCall(reference);
      const resumed = await agent.resumeStream({ x: 1 }, { runId: 'run-1' });
      hold.resolve();
      await running;
      const [ofDecline, ofResume] = [
        await collect(declined.fullStream),
        await collect(resumed.fullStream),
      ];
      expect(ofType(ofDecline, 'tool-output-denied')).toMatchObject([
        { payload: { toolCallId: 'p' } },
      ]);
      expect(ofType(ofResume, 'tool-call-resumed')).toMatchObject([
        { payload: { toolCallId: 'a' } },
      ]);
      expect(ofType(ofResume, 'tool-output-denied')).toEqual([]);
      expect(ofType(ofResume, 'finish')).toMatchObject([{ payload: { finishReason: 'stop' } }]);
    },
  );

  test('that is refused disturbs nothing', async () => {
    const { agent, entered, hold } = busyRun();
    const stream = await agent.stream('go');
    await until(stream, 'tool-call-approval');
    await entered.promise;
    const reference = { runId: stream.runId, toolCallId: 'nobody' };
    await expect(agent.approveToolCall(reference)).rejects.toMatchObject({
      code: 'CALL_NOT_WAITING',
    });
    hold.resolve();
    expect(await stream.waiting).toHaveLength(2);
  });

  test('rejects with the run’s own reason where the run is aborted', async () => {
    const { agent, entered, store } = busyRun();
    const controller = new AbortController();
    const reason = new Error('the user left');
    const stream = await agent.stream('go', { abortSignal: controller.signal });
    await until(stream, 'tool-call-approval');
    await entered.promise;
    const { runId } = stream;
    const declined = agent.declineToolCallGenerate({ runId, toolCallId: 'p' });
    const outcome = expect(declined).rejects.toBe(reason);
    await until(stream, 'tool-output-denied');
    controller.abort(reason);
    await outcome;
    expect(await store.loadCalls(runId, { open: true })).toEqual([]);
    expect(await store.loadRun(runId)).toMatchObject({ state: 'aborted' });
  });
});

describe('a decision while the run waits for hooks before it is put away', () => {
  test.each(['approve', 'decline'] as const)(
    'is carried out, and the run goes on: %s',
    async (what) => {
      const hook = signal();
      const hooked = signal();
      const pay = createTool({
        id: 'pay',
        requireApproval: true,
        execute: async () => ({ ok: true }),
        onInputAvailable: () => {
          hooked.resolve();
          return hook.promise;
        },
      });
      const { agent, store, model } = bench([calls('pay', {}, 'p'), 'Done.'], { pay });
      const stream = await agent.stream('go');
      await until(stream, 'tool-call-approval');
      await hooked.promise;
      // By now the loop has nothing to do but to wait for the hook.
      await turn();
      const reference = { runId: stream.runId, toolCallId: 'p' };
      if (what === 'approve') await agent.approveToolCall(reference);
      else await agent.declineToolCall(reference);
      await until(stream, what === 'approve' ? 'tool-result' : 'tool-output-denied');
      await turn();
      hook.resolve();
      expect(await stream.result).toMatchObject({ text: 'Done.', finishReason: 'stop' });
      expect(model.requests).toHaveLength(2);
      expect(await store.loadRun(stream.runId)).toMatchObject({ state: 'finished' });
    },
  );
});

describe('an abort', () => {
  test.each(MODES)(
    'ends a run with waiting calls that is still busy: each call has its end, by %s',
    async (mode) => {
      const { agent, entered, store } = busyRun();
      const controller = new AbortController();
      const running = runBy(mode, agent, 'go', { runId: 'run-1', abortSignal: controller.signal });
      const settled = running.then(
        ({ finishReason }) => finishReason,
        (error: unknown) => error,
      );
      await entered.promise;
      await store.reached('approval', 'p');
      const reason = new Error('stop');
      controller.abort(reason);
      expect([reason, 'aborted']).toContain(await settled);
      expect(await store.loadCalls('run-1', { open: true })).toEqual([]);
      const [told] = (await store.loadMessages('run-1')).slice(-1);
      expect(told?.message.content).toHaveLength(3);
      await expect(
        agent.approveToolCall({ runId: 'run-1', toolCallId: 'p' }),
      ).rejects.toMatchObject({ code: 'CALL_NOT_WAITING' });
    },
  );

  test('by the signal of a decision ends what the decision set going', async () => {
    const entered = signal();
    const pay = createTool({
      id: 'pay',
      requireApproval: true,
      execute: async (_input, { abortSignal }) => {
        entered.resolve();
        await new Promise((_resolve, reject) => {
          abortSignal.addEventListener('abort', () => reject(abortSignal.reason));
        });
      },
    });
    const { agent, restart, store } = bench([calls('pay', {}, 'p')], { pay });
    const { runId } = await agent.generate('go');
    const controller = new AbortController();
    const options = { runId, toolCallId: 'p', abortSignal: controller.signal };
    const running = restart().approveToolCallGenerate(options);
    const outcome = expect(running).rejects.toThrow('enough');
    await entered.promise;
    controller.abort(new Error('enough'));
    await outcome;
    expect(await store.loadCall(runId, 'p')).toMatchObject({ state: 'settled' });
  });
});
