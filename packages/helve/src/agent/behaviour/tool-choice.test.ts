import { describe, expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { RUN_MODES } from './run-kit.ts';
import { bench, callsAll, MODES, runBy, toldModel } from './test-kit.ts';

const tool = createTool({ id: 'tool', execute: async () => 'ok' });
const call = { toolCalls: [{ toolName: 'tool', input: {} }] };

function setUp() {
  const model = scriptedModel([call, call, 'over']);
  const agent = new Agent({ id: 'a', model, tools: { tool } });
  return { agent, choices: () => model.requests.map(({ toolChoice }) => toolChoice) };
}

test.each(RUN_MODES)(
  'a forced choice holds for the first step only, with $mode',
  async ({ run }) => {
    for (const [toolChoice, asked] of [
      ['required', { type: 'required' }],
      [
        { type: 'tool', toolName: 'tool' },
        { type: 'tool', toolName: 'tool' },
      ],
    ] as const) {
      const { agent, choices } = setUp();
      await run(agent, 'go', { toolChoice });
      expect(choices()).toEqual([asked, { type: 'auto' }, { type: 'auto' }]);
    }
  },
);

test.each(['auto', 'none'] as const)('the choice "%s" holds for every step', async (toolChoice) => {
  const { agent, choices } = setUp();
  await agent.generate('go', { toolChoice });
  expect(choices()).toEqual([{ type: toolChoice }, { type: toolChoice }, { type: toolChoice }]);
});

describe('the choice "none"', () => {
  const ran = vi.fn();
  const look = createTool({
    id: 'look',
    mcp: { annotations: { readOnlyHint: true } },
    execute: async () => ran('look'),
  });
  const pay = createTool({ id: 'pay', requireApproval: true, execute: async () => ran('pay') });
  const both = callsAll(['look', 'l'], ['pay', 'p']);

  test.each(MODES)('lets no call run that a model makes all the same, by %s', async (mode) => {
    const { agent, model } = bench([both, 'Well.'], { look, pay });
    const result = await runBy(mode, agent, 'go', { toolChoice: 'none' });
    expect(result).toMatchObject({ text: 'Well.', waiting: [] });
    const byId = result.toolResults.toSorted((a, b) => (a.toolCallId < b.toolCallId ? -1 : 1));
    expect(byId).toMatchObject([
      { toolCallId: 'l', kind: 'error', code: 'TOOL_NOT_ACTIVE' },
      { toolCallId: 'p', kind: 'error', code: 'TOOL_NOT_ACTIVE' },
    ]);
    expect(toldModel(model)).toContain('did not run');
    // What it is told of its tools stays the same, and with it what the provider has cached.
    expect(model.requests[1]?.tools).toHaveLength(2);
    expect(ran).not.toHaveBeenCalled();
  });

  test('of one step holds for that step', async () => {
    const { agent } = bench(
      [both, callsAll(['look', 'l2']), 'Well.'],
      { look, pay },
      {
        prepareStep: ({ stepNumber }) => (stepNumber === 0 ? { toolChoice: 'none' } : undefined),
      },
    );
    const { toolResults } = await agent.generate('go');
    expect(toolResults.map(({ kind }) => kind)).toEqual(['error', 'error', 'result']);
    expect(ran).toHaveBeenCalledExactlyOnceWith('look');
  });

  test('is kept with the run', async () => {
    const { agent, store } = bench(['Well.'], { look, pay });
    const { runId } = await agent.generate('go', { toolChoice: 'none' });
    expect(await store.loadRun(runId)).toMatchObject({ settings: { toolChoice: 'none' } });
  });
});

test('without a choice, and without tools, none is sent', async () => {
  const { agent, choices } = setUp();
  await agent.generate('go');
  expect(choices()).toEqual([undefined, undefined, undefined]);
  const model = scriptedModel(['over']);
  await new Agent({ id: 'a', model }).generate('go', { toolChoice: 'required' });
  expect(model.requests[0]?.toolChoice).toBeUndefined();
});
