import { createTool } from 'helve';
import { Agent } from 'helve/agent';
import { scriptedModel } from 'helve/testing';
import { expect, test } from 'vitest';
import { budgets } from '../budgets.ts';
import { expectBudget } from '../expect-budget.ts';
import type { Work } from './count-work.ts';
import { countWork } from './count-work.ts';
import { costOfOne, expectLinear, sampleSizes } from './expect-linear.ts';
import { lookCall, lookTool } from './look-tool.ts';

/** Two runs of an agent with so many tools. */
function countTools(count: number, steps: number): Promise<Work> {
  return countWork(async (counting) => {
    const { store, see } = counting;
    let asked = 0;
    const model = scriptedModel((request) => {
      see(request);
      expect(request.tools).toHaveLength(count);
      asked += 1;
      return asked % (steps + 1) === 0 ? 'Done.' : { toolCalls: [lookCall(asked, 'look-0')] };
    });
    const tools = Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`look-${at}`, lookTool(counting, `look-${at}`)]),
    );
    const agent = new Agent({ id: 'finder', model, store, tools, maxSteps: steps + 1 });
    await agent.generate('Where is the lamp?');
    await agent.generate('And the chair?');
    expect(asked).toBe(2 * (steps + 1));
  });
}

test('a thousand tools are described once, not at each step and not at each run', async () => {
  const samples = await sampleSizes([10, 100, 1_000], (count) => countTools(count, 1));
  expectLinear(samples);
  const tool = (counter: keyof Work) => costOfOne(samples, counter);
  expectBudget('A tool', tool('conversions'), budgets.conversionsOfTool);
  expect(tool('toolsDescribed'), 'descriptions').toBe(1);
  expect(tool('recordBytes'), 'characters of records').toBe(0);
});

test('a later step costs no more with a thousand tools than with ten', async () => {
  const few = await sampleSizes([2, 20], (steps) => countTools(10, steps));
  const many = await sampleSizes([2, 20], (steps) => countTools(1_000, steps));
  for (const counter of ['conversions', 'toolsDescribed', 'written'] as const) {
    expect(costOfOne(many, counter), counter).toBe(0);
  }
  for (const counter of ['parsed', 'recordBytes', 'validations', 'messagesEncoded'] as const) {
    expect(costOfOne(many, counter), counter).toBeCloseTo(costOfOne(few, counter), 0);
  }
});

test('a step keeps no list of a thousand tools, also where the model may hand over an answer', async () => {
  const ask = createTool({ id: 'ask', execute: async (_, { suspend }) => suspend('Which lamp?') });
  const countBytes = async (count: number): Promise<number> => {
    const { recordBytes } = await countWork(async (counting) => {
      const { store, see } = counting;
      const script = [
        { toolCalls: [{ toolName: 'ask', input: {} }] },
        { toolCalls: [lookCall(1)] },
      ];
      const model = scriptedModel((request) => {
        see(request);
        return script.shift() ?? 'It is there.';
      });
      const extra = Array.from({ length: count }, (_, at) => [
        `more-${at}`,
        lookTool(counting, `more-${at}`),
      ]);
      const tools = { ask, look: lookTool(counting), ...Object.fromEntries(extra) };
      const options = { id: 'finder', model, store, tools, autoResumeSuspendedTools: true };
      const agent = new Agent(options);
      const memory = { thread: 'lamps' };
      const { waiting } = await agent.generate('Where is the lamp?', { memory });
      expect(waiting).toHaveLength(1);
      await agent.generate('The red one. And the chair?', { memory });
      expect(model.requests[1]?.tools).toHaveLength(count + 3);
    });
    return recordBytes;
  };
  expect(await countBytes(1_000)).toBeCloseTo(await countBytes(10), -2);
});
