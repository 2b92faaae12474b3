import { expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { Transition } from '../../store/store.ts';
import { StoreError } from '../../store/store-error.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { recordingLogger } from './run-kit.ts';

const full = new StoreError('full', 'The disk is full. Make room.');

/** An agent and one below it, on a store that fails from its n-th commit on. */
function deskOn(failsFrom: number) {
  const store = new MemoryStore();
  const commit = store.commit.bind(store);
  let commits = 0;
  const spy = vi.spyOn(store, 'commit').mockImplementation((transition) => {
    commits += 1;
    return commits < failsFrom ? commit(transition) : Promise.reject(full);
  });
  const pay = createTool({ id: 'pay', execute: async () => 'paid' });
  const look = createTool({
    id: 'look',
    mcp: { annotations: { idempotentHint: true } },
    execute: async () => 'seen',
  });
  const call = (toolName: string, input: unknown = {}) => ({
    toolName,
    input,
    toolCallId: toolName,
  });
  const isAnswered = (prompt: readonly { readonly role: string }[]): boolean =>
    prompt.some(({ role }) => role === 'tool');
  const clerk = new Agent({
    id: 'clerk',
    model: scriptedModel(({ prompt }) =>
      isAnswered(prompt) ? 'Paid.' : { toolCalls: [call('pay'), call('look')] },
    ),
    tools: { pay, look },
  });
  const desk = new Agent({
    id: 'desk',
    model: scriptedModel(({ prompt }) =>
      isAnswered(prompt)
        ? 'Done.'
        : { toolCalls: [call('agent-clerk', { prompt: 'Pay.' }), call('look')] },
    ),
    tools: { look },
    agents: { clerk },
    store,
    logger: recordingLogger(),
  });
  return { desk, store, makeRoom: () => spy.mockImplementation(commit), commits: () => commits };
}

test('a run with one below takes more commits than fail below', async () => {
  const { desk, commits } = deskOn(Number.POSITIVE_INFINITY);
  await desk.generate('Go.');
  expect(commits()).toBeGreaterThanOrEqual(9);
});

test.each([2, 3, 4, 5, 6, 7, 8, 9])(
  'a store that fails from commit %i on leaves the runs to recover(), and they end when it works again',
  async (failsFrom) => {
    const { desk, store, makeRoom } = deskOn(failsFrom);
    const { runId, result } = await desk.stream('Go.');
    await expect(result).rejects.toBe(full);
    expect(await store.loadRun(runId)).toMatchObject({ state: 'running' });

    makeRoom();
    const { resumed, failed } = await desk.recover();
    expect(failed).toEqual([]);
    await Promise.all(resumed.map((run) => run.result));
    const { items } = await store.listRuns({});
    expect(items.map(({ state }) => state)).toEqual(items.map(() => 'finished'));
    const calls = await Promise.all(items.map((run) => store.loadCalls(run.runId)));
    expect(calls.flat().filter(({ state }) => state !== 'settled')).toEqual([]);
    expect(items).toHaveLength(2);
  },
);

test.each<[string, (transition: Transition) => boolean]>([
  ['as a run below begins', ({ run }) => run?.version === 0 && run.parent !== undefined],
  [
    'in a run below',
    ({ calls = [] }) =>
      calls.some(({ toolCallId, state }) => toolCallId === 'pay' && state === 'settled'),
  ],
])('a store that fails for a moment, %s, leaves the runs to recover()', async (_, isMeant) => {
  const { desk, store } = deskOn(Number.POSITIVE_INFINITY);
  const commit = vi.mocked(store.commit);
  const keep = commit.getMockImplementation();
  let failures = 0;
  commit.mockImplementation(async (transition) => {
    if (!keep || (isMeant(transition) && failures++ === 0)) throw full;
    return keep(transition);
  });
  const { runId, result } = await desk.stream('Go.');
  await expect(result).rejects.toBe(full);
  expect(await store.loadRun(runId)).toMatchObject({ state: 'running' });
  const { resumed } = await desk.recover();
  await expect(resumed[0]?.result).resolves.toMatchObject({ text: 'Done.' });
  const { items } = await store.listRuns({ state: 'running' });
  expect(items).toEqual([]);
});
