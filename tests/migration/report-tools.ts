import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import { createTool } from 'helve';
import * as v from 'valibot';

// Tools in the style of the reference page that most such tools are written by; of a file like this
// only the import of createTool was changed.

export const findOrdersTool = createTool({
  id: 'find-orders',
  description: 'Finds the orders of a customer',
  inputSchema: toStandardJsonSchema(
    v.object({
      customer: v.string(),
      states: v.optional(v.array(v.string()), ['open']),
    }),
  ),
  outputSchema: toStandardJsonSchema(
    v.object({
      orders: v.array(v.object({ id: v.string(), total: v.number() })),
    }),
  ),
  execute: async (inputData) => {
    const all = [
      { id: `${inputData.customer}-1`, total: 20, state: 'open' },
      { id: `${inputData.customer}-2`, total: 30, state: 'sent' },
    ];
    return { orders: all.filter((order) => inputData.states.includes(order.state)) };
  },
});

export const buildReportTool = createTool({
  id: 'build-report',
  description: 'Builds a report on some orders',
  inputSchema: type({
    orderIds: 'string[]',
    'format?': "'csv' | 'pdf'",
  }),
  background: {
    enabled: true,
    defaultDisposition: 'deferred',
    timeoutMs: 60_000,
    maxRetries: 1,
  },
  execute: async (inputData, context) => {
    for (const [index, id] of inputData.orderIds.entries()) {
      await context?.writer?.write({ done: index + 1, of: inputData.orderIds.length });
      await context?.writer?.custom({ type: 'data-order', data: { id } });
    }
    return { format: inputData.format ?? 'csv', createdAt: new Date(0) };
  },
});

export const pickFileTool = createTool({
  id: 'pick-file',
  description: 'Lets the user pick a file to save to',
  inputSchema: type({ suggestion: 'string' }),
  outputSchema: type({ path: 'string' }),
});
