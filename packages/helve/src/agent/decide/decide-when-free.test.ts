import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import type { AgentOptions } from '../agent-options.ts';
import { bench, callsAll, signal, WatchedStore } from '../behaviour/test-kit.ts';

/** A run whose call `s` runs until it is let go, while its call `r` waits for approval. */
async function busyRun(options: Partial<AgentOptions> = {}) {
  const going = signal();
  const ran = vi.fn();
  const slow = createTool({ id: 'slow', execute: () => going.promise });
  const ask = createTool({
    id: 'ask',
    requireApproval: true,
    resumeSchema: z.string(),
    execute: async (_input, { resumeData, suspend }) => {
      if (resumeData === undefined) return suspend('Which?');
      ran(resumeData);
      return resumeData;
    },
  });
  const store = new WatchedStore();
  const { agent, restart } = bench(
    [callsAll(['slow', 's'], ['ask', 'r']), 'Done.'],
    { slow, ask },
    { store, ...options },
  );
  const stream = await agent.stream('go', { runId: 'run' });
  await store.reached('executing', 's');
  await store.reached('approval', 'r');
  return { agent, going, ran, restart, store, stream };
}

const wait = { runId: 'run', toolCallId: 'r' };

/** Resolves when somebody asks the store for the run again. */
function asked(store: WatchedStore, times: number): Promise<void> {
  const load = store.loadRun.bind(store);
  return new Promise((resolve) => {
    let left = times;
    vi.spyOn(store, 'loadRun').mockImplementation((runId) => {
      left -= 1;
      if (left === 0) resolve();
      return load(runId);
    });
  });
}

describe('a decision on a run that another process carries out', () => {
  test('follows as soon as the run waits there', async () => {
    const { going, restart, store, stream } = await busyRun();
    const again = asked(store, 6);
    const declined = restart({ store }).declineToolCallGenerate({ ...wait, by: 'ada' });
    await again;
    expect(await store.loadDecisions('run')).toEqual([]);
    going.resolve();
    expect((await stream.result).finishReason).toBe('suspended');
    expect((await declined).text).toBe('Done.');
    expect(await store.loadDecisions('run')).toMatchObject([{ kind: 'decline', by: 'ada' }]);
  });

  test('is for the wait that it found first, whatever the call asks by then', async () => {
    const { agent, going, ran, restart, store, stream } = await busyRun();
    const again = asked(store, 6);
    const late = restart({ store }).declineToolCallGenerate({ ...wait, by: 'bob' });
    late.catch(() => undefined);
    await again;
    // Approved where the run is, the call asks its next question there.
    await agent.approveToolCall({ ...wait, by: 'ada' });
    await store.reached('suspended', 'r');
    await expect(late).rejects.toMatchObject({
      code: 'ALREADY_DECIDED',
      message: expect.stringContaining('by ada'),
    });
    expect((await store.loadCall('run', 'r'))?.state).toBe('suspended');
    going.resolve();
    await stream.result;
    expect(ran).not.toHaveBeenCalled();
  });

  test('is refused where it is busy for longer than a lease lasts, and names the wait', async () => {
    const { going, restart, store, stream } = await busyRun();
    const other = restart({ store, leaseMs: 30 });
    await expect(other.declineToolCall(wait)).rejects.toMatchObject({
      code: 'RUN_BUSY',
      wait: { ...wait, waitNumber: 1 },
    });
    expect(await store.loadDecisions('run')).toEqual([]);
    going.resolve();
    await stream.result;
  });

  test('is given up with the signal that it came with, and says that nothing changed', async () => {
    const { going, restart, store, stream } = await busyRun();
    const controller = new AbortController();
    const again = asked(store, 6);
    const declined = restart({ store }).declineToolCall({
      ...wait,
      abortSignal: controller.signal,
    });
    const outcome = expect(declined).rejects.toMatchObject({
      code: 'RUN_BUSY',
      wait,
      cause: expect.objectContaining({ message: 'no patience' }),
    });
    await again;
    controller.abort(new Error('no patience'));
    await outcome;
    expect(await store.loadDecisions('run')).toEqual([]);
    going.resolve();
    await stream.result;
  });
});
