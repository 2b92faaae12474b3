import type { UserMessage } from 'helve';
import { Agent } from 'helve/agent';
import { scriptedModel } from 'helve/testing';
import { describe, expect, test } from 'vitest';
import { budgets } from '../budgets.ts';
import { expectBudget } from '../expect-budget.ts';
import type { Work } from './count-work.ts';
import { countWork } from './count-work.ts';
import { costOfOne, expectLinear, sampleSizes } from './expect-linear.ts';
import { lookCall, lookTool } from './look-tool.ts';

const sizes = [50, 100, 200, 400, 800];

/** One run of so many steps, one call each. */
function countSteps(
  steps: number,
  how: 'generate' | 'stream',
  question: UserMessage = { role: 'user', content: 'Where is the lamp?' },
): Promise<Work> {
  return countWork(async (counting) => {
    const { store, see } = counting;
    let asked = 0;
    const model = scriptedModel((request) => {
      see(request);
      asked += 1;
      return asked > steps ? 'It is there.' : { toolCalls: [lookCall(asked)] };
    });
    const tools = { look: lookTool(counting) };
    const agent = new Agent({ id: 'finder', model, store, tools, maxSteps: steps + 1 });
    if (how === 'generate') await agent.generate([question]);
    else for await (const _ of (await agent.stream([question])).displayStream);
    expect(asked).toBe(steps + 1);
  });
}

describe.each(['generate', 'stream'] as const)('a run of many steps, %s()', (how) => {
  test('costs the same at each step', async () => {
    const samples = await sampleSizes(sizes, (steps) => countSteps(steps, how));
    expectLinear(samples);
    const step = (counter: keyof Work) => costOfOne(samples, counter);
    expectBudget('A step', step('messagesEncoded'), budgets.messagesOfStep);
    expectBudget('A step', step('validations'), budgets.validationsOfStep);
    expectBudget('A step', step('commits'), budgets.commitsOfStep);
    expectBudget('A step', step('records'), budgets.recordsOfStep);
    expectBudget('A step', step('recordBytes'), budgets.recordBytesOfStep);
    const perInput = step('parsed') / String(lookCall(0).input).length;
    expectBudget('An input', perInput, budgets.parsedOfInput);
    expect(step('conversions'), 'conversions to JSON Schema').toBe(0);
    expect(step('toolsDescribed'), 'new descriptions of tools').toBe(0);
    expect(step('loaded'), 'records read back').toBe(0);
    expect(step('written'), 'characters of written JSON').toBe(0);
  });

  test('looks at an old message no more than a short one', async () => {
    const looksIn = async (steps: number): Promise<number> => {
      let looks = 0;
      const question: UserMessage = { role: 'user', content: 'Where is the lamp?' };
      const watched = new Proxy(question, {
        get: (target, name) => {
          looks += 1;
          return Reflect.get(target, name);
        },
      });
      await countSteps(steps, how, watched);
      return looks;
    };
    const few = await looksIn(10);
    expect(few).toBeGreaterThan(0);
    // the store is counted here by writing its records as JSON, which looks as well, but once
    expect(await looksIn(100)).toBe(few);
  });
});
