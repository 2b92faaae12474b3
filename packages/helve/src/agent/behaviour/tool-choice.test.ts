import { expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { RUN_MODES } from './run-kit.ts';

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

test('without a choice, and without tools, none is sent', async () => {
  const { agent, choices } = setUp();
  await agent.generate('go');
  expect(choices()).toEqual([undefined, undefined, undefined]);
  const model = scriptedModel(['over']);
  await new Agent({ id: 'a', model }).generate('go', { toolChoice: 'required' });
  expect(model.requests[0]?.toolChoice).toBeUndefined();
});
