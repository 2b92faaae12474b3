import { isValidationError } from 'helve';
import { Agent } from 'helve/agent';
import { collect, scriptedModel } from 'helve/testing';
import { expect, test } from 'vitest';
import { buildReportTool, findOrdersTool, pickFileTool } from './report-tools.ts';

const tools = { findOrdersTool, buildReportTool, pickFileTool };

test('tools with Valibot and ArkType schemas work in an agent, one left to the client', async () => {
  const model = scriptedModel([
    { toolCalls: [{ toolName: 'findOrdersTool', input: { customer: 'bo', states: null } }] },
    {
      toolCalls: [
        // a list sent as text, as models now and then do
        { toolName: 'buildReportTool', input: { orderIds: '["bo-1"]' } },
        { toolName: 'pickFileTool', input: { suggestion: 'bo.csv' } },
      ],
    },
    'The report is in reports/bo.csv.',
  ]);
  const agent = new Agent({ id: 'reports', model, tools });
  const stream = await agent.stream('A report on the open orders of Bo, please.');
  const chunks = await collect(stream.displayStream);
  expect(chunks.filter(({ type }) => type === 'tool-output')).toMatchObject([
    { payload: { output: { done: 1, of: 1 } } },
  ]);
  expect(chunks.filter(({ type }) => type === 'data-order')).toMatchObject([
    { payload: { data: { id: 'bo-1' } } },
  ]);
  expect(await stream.toolResults).toMatchObject([
    { toolName: 'findOrdersTool', result: { orders: [{ id: 'bo-1', total: 20 }] } },
    { toolName: 'buildReportTool', kind: 'result', result: { format: 'csv' } },
  ]);
  const [wait] = await stream.waiting;
  if (!wait) throw new Error('Nothing waits.');
  expect(wait).toMatchObject({ kind: 'client', payload: { suggestion: 'bo.csv' } });
  const { text } = await agent.addToolResultGenerate({
    ...wait,
    result: { path: 'reports/bo.csv' },
  });
  expect(text).toBe('The report is in reports/bo.csv.');
  expect(JSON.stringify(model.requests[2]?.prompt.at(-1))).toContain('1970-01-01T00:00:00.000Z');
});

test('background settings are accepted, and the call runs in the foreground', async () => {
  const model = scriptedModel([
    { toolCalls: [{ toolName: 'buildReportTool', input: { orderIds: [] } }] },
    'Done.',
  ]);
  const { toolResults, steps } = await new Agent({ id: 'reports', model, tools }).generate('Go.');
  expect(toolResults).toMatchObject([{ kind: 'result', result: { format: 'csv' } }]);
  expect(steps).toHaveLength(2);
});

test('an output that does not fit is an error, and names where', async () => {
  const broken = findOrdersTool.with({ execute: async () => ({ orders: [{ id: 'x' }] }) as never });
  const result = await broken.execute({ customer: 'bo' });
  if (!isValidationError(result)) throw new Error('It was accepted.');
  expect(result.message).toContain('orders.0.total');
});
