import { expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { Store } from '../../store/store.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { recordingLogger } from '../behaviour/run-kit.ts';
import { callsAll, signal } from '../behaviour/test-kit.ts';

const ran = vi.fn();
const pay = createTool({
  id: 'pay',
  requireApproval: true,
  execute: async () => {
    ran();
    return 'paid';
  },
});

/** A process with a model that says what is due, whichever process it is. */
function startProcess(store: Store): Agent {
  const model = (first: ReturnType<typeof callsAll>, then: string) =>
    scriptedModel(({ prompt }) => (prompt.some(({ role }) => role === 'tool') ? then : first));
  const below = new Agent({
    id: 'below',
    model: model(callsAll(['pay', 'p']), 'It is paid.'),
    tools: { pay },
  });
  return new Agent({
    id: 'top',
    model: model(callsAll(['agent-below', 'd', { prompt: 'Pay.' }]), 'All done.'),
    agents: { below },
    store,
    logger: recordingLogger(),
  });
}

test('a process that was frozen in the midst of a decision wakes no run below that was taken over, and decides anew', async () => {
  const clock = { now: Date.now() };
  const shared = new MemoryStore({ now: () => clock.now });
  const reached = signal();
  const thaws = signal();
  const freezing: Store = new Proxy(shared, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name !== 'commit') return value.bind(target);
      return async (transition: Parameters<Store['commit']>[0]) => {
        // the top has been woken, and the run below is about to be
        if (transition.decisions && transition.decisions.length > 0) {
          reached.resolve();
          await thaws.promise;
        }
        return target.commit(transition);
      };
    },
  });
  const frozen = startProcess(freezing);
  const { waiting } = await frozen.generate('Go.', { runId: 'r' });
  const [wait] = waiting;
  if (!wait) throw new Error('Nothing waits.');
  const late = frozen.approveToolCallGenerate(wait);
  await reached.promise;
  clock.now += 60_000;
  const other = startProcess(shared);
  const { resumed } = await other.recover();
  await resumed[0]?.result;
  thaws.resolve();
  // What it had begun counts for nothing; it decides again, on the run as it waits now.
  expect((await late).text).toBe('All done.');
  expect((await other.listSuspendedRuns()).runs).toEqual([]);
  const states = (await shared.listRuns({})).items.map(({ state }) => state);
  expect(states).toEqual(['finished', 'finished']);
  expect(ran).toHaveBeenCalledTimes(1);
});
