import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';

/** Many tools, of which one is for weather and one for refunds. */
function manyTools() {
  const make = (id: string, description: string, requireApproval = false) =>
    createTool({
      id,
      description,
      requireApproval,
      inputSchema: z.object({ x: z.string().optional() }),
      execute: async () => id,
    });
  const others = Array.from({ length: 300 }, (_, n) => [
    `misc_${n}`,
    make(`m${n}`, `Chore number ${n}`),
  ]);
  return {
    ...Object.fromEntries(others),
    getWeather: make('weather', 'Forecast of rain and sun for a city'),
    refund_order: make('refund', 'Pays an order back to the customer', true),
  };
}

function search(query: string) {
  return { toolCalls: [{ toolName: 'helve_search_tools', input: { query } }] };
}

function call(toolName: string) {
  return { toolCalls: [{ toolName, input: {} }] };
}

function toolNames(request: { tools?: readonly Readonly<Record<string, unknown>>[] } | undefined) {
  return request?.tools?.map((tool) => tool['name']) ?? [];
}

test('hundreds of tools are a search in the prompt, and what a search finds can be called', async () => {
  const model = scriptedModel([search('weather forecast'), call('getWeather'), 'Sunny.']);
  const agent = new Agent({ id: 'a', model, tools: manyTools(), toolSearch: true });
  const { toolResults, text } = await agent.generate('Will it rain?');
  expect(toolNames(model.requests[0])).toEqual(['helve_search_tools']);
  expect(toolNames(model.requests[1])).toContain('getWeather');
  expect(toolNames(model.requests[1]).length).toBeLessThanOrEqual(6);
  expect(toolResults.at(-1)).toMatchObject({ kind: 'result', result: 'weather' });
  expect(text).toBe('Sunny.');
});

test('a tool that was not found yet does not run', async () => {
  const model = scriptedModel([call('getWeather'), 'Sorry.']);
  const agent = new Agent({ id: 'a', model, tools: manyTools(), toolSearch: true });
  const { toolResults } = await agent.generate('Will it rain?');
  expect(toolResults).toMatchObject([{ kind: 'error', code: 'TOOL_NOT_ACTIVE' }]);
});

test('a tool that was found keeps its gate, and stays found while the run waits elsewhere', async () => {
  const store = new MemoryStore();
  const tools = manyTools();
  const model = scriptedModel([search('pay an order back'), call('refund_order')]);
  const first = new Agent({ id: 'a', model, tools, toolSearch: true, store });
  const { waiting } = await first.generate('Refund!');
  expect(waiting).toMatchObject([{ kind: 'approval', toolName: 'refund_order' }]);
  const later = scriptedModel([call('refund_order')]);
  const second = new Agent({ id: 'a', model: later, tools, toolSearch: true, store });
  const [wait] = waiting;
  if (!wait) throw new Error('no call waits');
  const again = await second.approveToolCallGenerate(wait);
  expect(again.toolResults[0]).toMatchObject({ kind: 'result', result: 'refund' });
  expect(again.waiting).toMatchObject([{ toolName: 'refund_order' }]);
});

test('a rule that asks about every call does not ask about the search', async () => {
  const model = scriptedModel([search('weather'), call('getWeather')]);
  const agent = new Agent({
    id: 'a',
    model,
    tools: manyTools(),
    toolSearch: { always: ['misc_1'], limit: 2 },
    requireToolApproval: true,
  });
  const { waiting } = await agent.generate('Will it rain?');
  expect(waiting).toMatchObject([{ toolName: 'getWeather' }]);
  expect(toolNames(model.requests[0])).toEqual(['misc_1', 'helve_search_tools']);
});
