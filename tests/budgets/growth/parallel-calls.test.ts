import { Agent } from 'helve/agent';
import { scriptedModel } from 'helve/testing';
import { expect, test } from 'vitest';
import { budgets } from '../budgets.ts';
import { expectBudget } from '../expect-budget.ts';
import type { Work } from './count-work.ts';
import { countWork } from './count-work.ts';
import { costOfOne, expectLinear, sampleSizes } from './expect-linear.ts';
import { lookCall, lookTool } from './look-tool.ts';

/** One response with so many calls. */
function countCalls(calls: number): Promise<Work> {
  return countWork(async (counting) => {
    const { store, see } = counting;
    const toolCalls = Array.from({ length: calls }, (_, at) => lookCall(at));
    const model = scriptedModel((request) => {
      see(request);
      return request.prompt.at(-1)?.role === 'tool' ? 'It is there.' : { toolCalls };
    });
    const tools = { look: lookTool(counting) };
    const agent = new Agent({ id: 'finder', model, store, tools, maxToolCallsPerStep: calls });
    const { toolResults } = await agent.generate('Where is the lamp?');
    expect(toolResults.filter(({ kind }) => kind === 'result')).toHaveLength(calls);
  });
}

test('many calls of one response cost what each costs', async () => {
  const samples = await sampleSizes([10, 50, 100, 500], countCalls);
  expectLinear(samples);
  const call = (counter: keyof Work) => costOfOne(samples, counter);
  expectBudget('A call', call('validations'), budgets.validationsOfStep);
  expectBudget('A call', call('commits'), budgets.commitsOfParallelCall);
  expect(call('messagesEncoded'), 'messages').toBe(0);
  expect(call('loaded'), 'records read back').toBe(0);
});
