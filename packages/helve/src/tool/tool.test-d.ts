import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { createTool } from '../call/create-tool.ts';
import { jsonSchema } from '../schema/json-schema.ts';
import { isTool } from './is-tool.ts';
import type { AnyTool, Tool, ToolInput, ToolOutput } from './tool.ts';
import type { ToolContext } from './tool-context.ts';
import type { ValidationError } from './validation-error.ts';

const zod = createTool({
  id: 'zod',
  inputSchema: z.object({ n: z.number().default(1) }),
  outputSchema: z.object({ at: z.string().transform((text) => new Date(text)) }),
  suspendSchema: z.object({ q: z.string() }),
  resumeSchema: z.object({ a: z.string() }),
  requestContextSchema: z.object({ userId: z.string() }),
  requireApproval: (input) => input.n > 1,
  toModelOutput: ({ at }) => at.toISOString(),
  onInputAvailable: ({ input }) => input.n,
  transform: { display: { output: ({ output }) => output?.at } },
  execute: async ({ n }) => ({ at: String(n) }),
});
const valibot = createTool({
  id: 'valibot',
  inputSchema: toStandardJsonSchema(v.object({ a: v.string() })),
  execute: async ({ a }) => a,
});
const arktype = createTool({
  id: 'arktype',
  inputSchema: type({ a: 'string' }),
  outputSchema: type({ b: 'string' }),
  execute: ({ a }) => ({ b: a }),
});
const json = createTool({ id: 'json', inputSchema: jsonSchema<{ a: string }>({}) });
const plain = createTool({ id: 'plain', execute: async () => 1 });
const client = createTool({ id: 'client', inputSchema: z.string() });

test('tools of all kinds fit into one record', () => {
  const tools: Record<string, AnyTool> = { zod, valibot, arktype, json, plain, client };
  const checked = { zod, valibot, arktype, json, plain, client } satisfies Record<string, AnyTool>;
  expectTypeOf(tools['zod']).toEqualTypeOf<AnyTool | undefined>();
  expectTypeOf(checked.zod.id).toEqualTypeOf<'zod'>();
  const list: readonly AnyTool[] = Object.values(checked);
  expectTypeOf(list[0]?.id).toEqualTypeOf<string | undefined>();
  // @ts-expect-error a declaration is no tool
  const wrong: Record<string, AnyTool> = { plain: { id: 'plain', execute: async () => 1 } };
  expectTypeOf(wrong).not.toBeAny();
});

test('a tool of unknown types gives unknown, and takes nothing', () => {
  const any = {} as AnyTool;
  expectTypeOf(any.run).returns.resolves.toEqualTypeOf<unknown>();
  // @ts-expect-error its input is not known
  void any.execute({});
  const value: unknown = zod;
  if (isTool(value)) expectTypeOf(value).toEqualTypeOf<AnyTool>();
});

test('helpers say what a tool takes and gives', () => {
  expectTypeOf<ToolInput<typeof zod>>().toEqualTypeOf<{ n?: number | undefined }>();
  expectTypeOf<ToolOutput<typeof zod>>().toEqualTypeOf<{ at: Date }>();
  expectTypeOf<ToolInput<AnyTool>>().toBeNever();
  expectTypeOf<ToolOutput<AnyTool>>().toEqualTypeOf<unknown>();
  expectTypeOf<ToolInput<string>>().toBeNever();
  expectTypeOf<ToolOutput<string>>().toBeNever();
});

test('nothing of a tool is any', () => {
  expectTypeOf<ToolInput<typeof plain>>().not.toBeAny();
  expectTypeOf(plain.run).returns.resolves.not.toBeAny();
  expectTypeOf(zod.execute).parameter(0).not.toBeAny();
  expectTypeOf(zod.source).not.toBeAny();
  expectTypeOf(zod.onOutput).not.toBeAny();
  expectTypeOf(zod.mcp).not.toBeAny();
});

describe('tool.with()', () => {
  test('keeps the types', () => {
    const careful = zod.with({ requireApproval: true, title: 'Zod' });
    expectTypeOf(careful).toEqualTypeOf(zod);
    expectTypeOf(zod).toExtend<Tool<{ n?: number | undefined }, { at: Date }, 'zod'>>();
  });

  test('knows the types of what it overrides', () => {
    zod.with({
      requireApproval: (input) => {
        expectTypeOf(input).toEqualTypeOf<{ n: number }>();
        return true;
      },
      toModelOutput: (output) => expectTypeOf(output).toEqualTypeOf<{ at: Date }>(),
      onInputAvailable: ({ input }) => expectTypeOf(input).toEqualTypeOf<{ n: number }>(),
      onOutput: ({ output }) => expectTypeOf(output).toEqualTypeOf<{ at: Date }>(),
      execute: async (input, context) => {
        expectTypeOf(input).toEqualTypeOf<{ n: number }>();
        expectTypeOf(context).toEqualTypeOf<ToolContext>();
        return { at: 'now' };
      },
    });
  });

  test('takes an execute that gives what the first one could', () => {
    zod.with({ execute: () => ({ at: '2026' }) });
    zod.with({ execute: async () => {} });
    zod.with({ execute: async () => ({}) as ValidationError });
    plain.with({ execute: async () => 2 });
    createTool({ id: 'a', execute: async () => ({ text: 'hi' }) }).with({
      execute: () => ({ text: 'bye' }),
    });
    createTool({ id: 'a', execute: async () => {} }).with({ execute: async () => {} });
    client.with({ execute: async (input) => input.length });
    // @ts-expect-error the schema takes a text
    zod.with({ execute: async () => ({ at: new Date() }) });
    // @ts-expect-error callers count on a number
    plain.with({ execute: async () => 'two' });
    // @ts-expect-error callers count on a number
    plain.with({ execute: async () => {} });
  });

  test('cannot change schemas', () => {
    // @ts-expect-error the types come from them
    zod.with({ inputSchema: z.string() });
  });
});
