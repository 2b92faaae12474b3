import { expectTypeOf, test } from 'vitest';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import type { AgentOptions, SubAgent } from '../agent-options.ts';

const model = scriptedModel([]);

test('any agent can be a sub-agent, and what is no agent cannot', () => {
  expectTypeOf<Agent>().toExtend<SubAgent>();
  const other = new Agent({ id: 'other', model, description: 'Finds things out.' });
  new Agent({ id: 'a', model, agents: { other } });
  // @ts-expect-error a name is no agent
  new Agent({ id: 'a', model, agents: { other: 'other' } });
  // @ts-expect-error options make no agent by themselves
  new Agent({ id: 'a', model, agents: { other: { id: 'other', model } } });
  expectTypeOf(other.description).toEqualTypeOf<string | undefined>();
  expectTypeOf<AgentOptions['agents']>().toEqualTypeOf<
    Readonly<Record<string, SubAgent>> | undefined
  >();
});
