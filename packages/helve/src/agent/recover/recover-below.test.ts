import { describe, expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { Store } from '../../store/store.ts';
import type { ScriptedTurn } from '../../testing/scripted-model.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { recordingLogger } from '../behaviour/run-kit.ts';
import { callsAll } from '../behaviour/test-kit.ts';
import { dyingStore } from './dying-store-kit.ts';

const pay = (ran = vi.fn()) =>
  createTool({
    id: 'pay',
    requireApproval: true,
    execute: async () => {
      ran();
      return 'paid';
    },
  });

type Turn = Exclude<ScriptedTurn, (...args: never) => unknown>;

/** The agents of one process; their models say what is left of one script each. */
function startProcess(store: Store, low: Turn[], top: Turn[], ran = vi.fn()) {
  const model = (script: Turn[]) =>
    scriptedModel(() => script.shift() ?? { text: 'Nothing is left to say.' });
  const below = new Agent({ id: 'below', model: model(low), tools: { pay: pay(ran) } });
  const agents = { below };
  const logger = recordingLogger();
  return { below, agent: new Agent({ id: 'top', model: model(top), agents, store, logger }) };
}

const delegate = callsAll(['agent-below', 'd', { prompt: 'Pay.' }]);
const approve = callsAll(['pay', 'p']);

/** Dies at every commit there is; the next process recovers, and what waits is approved. */
async function dieAt(lives: number) {
  const clock = { now: Date.now() };
  const shared = new MemoryStore({ now: () => clock.now });
  const low: Turn[] = [approve, 'It is paid.'];
  const top: Turn[] = [delegate, 'All done.'];
  const ran = vi.fn();
  const process = dyingStore(shared, lives);
  const { agent } = startProcess(process.store, low, top, ran);
  const over = agent.generate('Go.', { runId: 'r' }).then(async ({ waiting: [wait] }) => {
    if (wait) await agent.approveToolCallGenerate(wait);
  });
  await Promise.race([process.died, over]);
  process.kill();
  clock.now += 30_000;
  // What was lost the models say again.
  const said = await shared.listRuns({});
  const stepsOf = (agentId: string): number =>
    said.items.find((run) => run.agentId === agentId)?.stepCount ?? 0;
  const next = startProcess(
    shared,
    [approve, 'It is paid.'].slice(stepsOf('below')),
    [delegate, 'All done.'].slice(stepsOf('top')),
    ran,
  );
  return { ...next, shared, ran, process };
}

describe('runs of sub-agents', () => {
  test('go on with the run at the top, wherever their process died', async () => {
    for (let lives = 1; ; lives += 1) {
      const { agent, below, shared, ran, process } = await dieAt(lives);
      if (process.commits < lives) return expect(lives).toBeGreaterThan(10);
      expect(await below.recover()).toMatchObject({ resumed: [] });
      const { resumed, failed } = await agent.recover();
      expect(failed).toEqual([]);
      await resumed[0]?.result;
      const { runs } = await agent.listSuspendedRuns();
      for (const wait of runs.flatMap(({ waiting }) => waiting)) {
        await agent.approveToolCallGenerate(wait);
      }
      const left = (await shared.listRuns({})).items.map(({ state }) => state);
      expect(left, `${lives} commits`).toEqual(['finished', 'finished']);
      expect(ran.mock.calls.length).toBeLessThanOrEqual(1);
      const said = JSON.stringify(await agent.listMessages({ runId: 'r' }));
      expect(said, `${lives} commits`).toContain('All done.');
    }
  });
});
