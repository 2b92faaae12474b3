import { describe, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { ToolOutput } from '../tool/tool.ts';
import { createTool } from './create-tool.ts';

describe('what execute computes', () => {
  const inputSchema = z.object({
    items: z.array(z.object({ price: z.number(), name: z.string(), ok: z.boolean() })),
  });

  test('may be summed up, joined and collected, without a schema', () => {
    const tool = createTool({
      id: 'a',
      inputSchema,
      execute: async ({ items }) => {
        let count = 0;
        for (const { price } of items) count += price;
        return {
          sum: items.reduce((sum, { price }) => sum + price, 0),
          names: items.reduce((all, { name }) => all + name, ''),
          big: items.reduce((sum, { price }) => sum + BigInt(price), 0n),
          all: items.reduce((all, { ok }) => all && ok, true),
          list: items.reduce((list, { name }) => list.concat(name), ['']),
          best: items.map(({ price }) => price).reduce((a, b) => Math.max(a, b), 0),
          count,
        };
      },
    });
    expectTypeOf<ToolOutput<typeof tool>>().toEqualTypeOf<{
      sum: number;
      names: string;
      big: bigint;
      all: boolean;
      list: string[];
      best: number;
      count: number;
    }>();
    const bare = createTool({
      id: 'a',
      inputSchema,
      execute: ({ items }) => items.reduce((sum, { price }) => sum + price, 0),
    });
    expectTypeOf<ToolOutput<typeof bare>>().toEqualTypeOf<number>();
  });

  test('may be summed up, joined and collected, beside literals of a schema', () => {
    createTool({
      id: 'a',
      inputSchema,
      outputSchema: z.object({
        status: z.literal('ok'),
        version: z.literal(1),
        sum: z.number(),
        names: z.string(),
        list: z.array(z.string()),
      }),
      execute: async ({ items }) => ({
        status: 'ok',
        version: 1,
        sum: items.reduce((sum, { price }) => sum + price, 0),
        names: items.reduce((all, { name }) => all + name, ''),
        list: items.reduce((list, { name }) => list.concat(name), ['']),
      }),
    });
    createTool({
      id: 'a',
      inputSchema,
      outputSchema: z.number(),
      execute: ({ items }) => items.reduce((sum, { price }) => sum + price, 0),
    });
  });
});
