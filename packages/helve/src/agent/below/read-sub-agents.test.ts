import { expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import type { AgentOptions } from '../agent-options.ts';

function delegate(key: string) {
  return { toolName: `agent-${key}`, input: { prompt: 'Go.' } };
}

const model = scriptedModel([]);
const other = new Agent({ id: 'other', model });

test('a key that makes no tool name is refused', () => {
  for (const key of ['two words', '', 'x'.repeat(59)]) {
    expect(() => new Agent({ id: 'a', model, agents: { [key]: other } })).toThrow(
      /makes no tool name/,
    );
  }
  expect(() => new Agent({ id: 'a', model, agents: { ['x'.repeat(58)]: other } })).not.toThrow();
});

test('what is no agent is refused, whatever it looks like', () => {
  const fakes: unknown[] = [null, 'agent', {}, { ...other, id: 'fake' }, Object.create(other)];
  for (const fake of fakes) {
    // Callers without types can give anything.
    const agents = { fake } as unknown as NonNullable<AgentOptions['agents']>;
    expect(() => new Agent({ id: 'a', model, agents })).toThrow(/agents\.fake is not an agent/);
  }
});

test('an agent below itself is refused, at any depth', () => {
  const inner = new Agent({ id: 'a', model });
  expect(() => new Agent({ id: 'a', model, agents: { inner } })).toThrow(/below itself/);
  const middle = new Agent({ id: 'b', model, agents: { inner } });
  expect(() => new Agent({ id: 'a', model, agents: { middle } })).toThrow(/below itself/);
});

test('a record that changes afterwards changes nothing', async () => {
  const agents: Record<string, Agent> = {};
  const looper = new Agent({
    id: 'looper',
    model: scriptedModel([{ toolCalls: [delegate('self')] }, 'Done.']),
    agents,
  });
  agents['self'] = looper;
  const { toolResults } = await looper.generate('Go.');
  expect(toolResults).toMatchObject([{ kind: 'error', code: 'UNKNOWN_TOOL' }]);
});

test('a tool of the same name is refused, wherever it comes from', async () => {
  const clash = createTool({ id: 'clash', execute: async () => 'x' });
  const agents = { other };
  const tools = { 'agent-other': clash };
  const inTools = new Agent({ id: 'a', model, agents, tools });
  await expect(inTools.generate('Go.')).rejects.toThrow(/"agent-other" is taken twice/);
  const agent = new Agent({ id: 'a', model, agents });
  const toolsets = { more: { tools } };
  await expect(agent.generate('Go.', { toolsets })).rejects.toThrow(/taken twice/);
  await expect(agent.generate('Go.', { clientTools: tools })).rejects.toThrow(/taken twice/);
});

test('agents nested more than eight deep tell the model so, and go on', async () => {
  let agent = new Agent({ id: 'level-0', model: scriptedModel(['Bottom.']) });
  for (let level = 1; level <= 9; level += 1) {
    agent = new Agent({
      id: `level-${level}`,
      model: scriptedModel((request) =>
        request.prompt.at(-1)?.role === 'tool'
          ? JSON.stringify(request.prompt.at(-1)?.content)
          : { toolCalls: [delegate('next')] },
      ),
      agents: { next: agent },
    });
  }
  const { text } = await agent.generate('Go.');
  expect(text).toContain('nested 8 deep');
  expect(text).not.toContain('Bottom.');
});
