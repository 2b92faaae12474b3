import { expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { isOpen } from '../../store/store.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';

/** An agent whose model makes these calls at once, and the calls that each commit settles. */
function agentWith(tools: Readonly<Record<string, () => Promise<string>>>) {
  const store = new MemoryStore();
  const commits = vi.spyOn(store, 'commit');
  const toolCalls = Object.keys(tools).map((toolName) => ({ toolName, input: {} }));
  const agent = new Agent({
    id: 'desk',
    model: scriptedModel([{ toolCalls }, 'Done.']),
    tools: Object.fromEntries(
      Object.entries(tools).map(([id, execute]) => [id, createTool({ id, execute })]),
    ),
    store,
  });
  const settled = (): readonly (readonly string[])[] =>
    commits.mock.calls
      .map(([{ calls = [], messages }]) => (messages ? [] : calls))
      .map((calls) => calls.filter((call) => !isOpen(call)).map(({ toolName }) => toolName))
      .filter((names) => names.length > 0);
  return { agent, settled };
}

test('calls that end at the same moment share one commit', async () => {
  const ends = async (): Promise<string> => 'ok';
  const { agent, settled } = agentWith({ one: ends, two: ends, three: ends });
  await agent.generate('Go.');
  expect(settled()).toEqual([['one', 'two', 'three']]);
});

test('a call that has ended is committed while its sibling still runs', async () => {
  const slow = Promise.withResolvers<string>();
  const { agent, settled } = agentWith({ quick: async () => 'ok', slow: () => slow.promise });
  const run = agent.generate('Go.');
  await vi.waitFor(() => expect(settled()).toEqual([['quick']]));
  slow.resolve('ok');
  await run;
  expect(settled()).toEqual([['quick'], ['slow']]);
});
