import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { jsonSchema } from '../../schema/json-schema.ts';
import type { ValidationError } from '../../tool/validation-error.ts';
import type { AgentOptions, ToolRecord } from '../agent-options.ts';
import type { RunResult } from '../run/run-result.ts';

const weather = createTool({
  id: 'weather',
  inputSchema: z.object({ city: z.string(), days: z.coerce.number().default(1) }),
  outputSchema: z.object({ forecast: z.string(), at: z.string().default('now') }),
  suspendSchema: z.object({ question: z.string() }),
  resumeSchema: z.object({ answer: z.string() }),
  requestContextSchema: z.object({ token: z.string() }),
  execute: async (input, context) => {
    expectTypeOf(input).toEqualTypeOf<{ city: string; days: number }>();
    expectTypeOf(context.resumeData).toEqualTypeOf<{ answer: string } | undefined>();
    expectTypeOf(context.requestContext.get('token')).toEqualTypeOf<string>();
    return { forecast: 'sunny' };
  },
  onInputAvailable: ({ input }) => {
    expectTypeOf(input).toEqualTypeOf<{ city: string; days: number }>();
  },
  onOutput: ({ output }) => {
    expectTypeOf(output).toEqualTypeOf<{ forecast: string; at: string }>();
  },
});

test('what a tool takes and gives is known where it is called', () => {
  expectTypeOf(weather.execute).parameter(0).toExtend<{ city: string }>();
  expectTypeOf(weather.execute({ city: 'Oslo' })).resolves.toExtend<
    { forecast: string; at: string } | ValidationError | undefined
  >();
});

test('tools of every kind fit into one record', () => {
  const tools = {
    weather,
    bare: createTool({ id: 'bare' }),
    plain: createTool({ id: 'plain', execute: async () => 'ok' }),
    list: createTool({
      id: 'list',
      inputSchema: z.array(z.string()),
      execute: async (items) => items.length,
    }),
    document: createTool({ id: 'd', inputSchema: jsonSchema({ type: 'object' }) }),
    search: { type: 'provider', id: 'openai.web_search', name: 'search', args: {} },
  } as const;
  expectTypeOf(tools).toExtend<ToolRecord>();
  expectTypeOf(tools).toExtend<NonNullable<AgentOptions['tools']>>();
});

test('what is no tool does not', () => {
  expectTypeOf<{ odd: () => string }>().not.toExtend<ToolRecord>();
  expectTypeOf<{ odd: { id: string } }>().not.toExtend<ToolRecord>();
});

test('results are unknown, never any', () => {
  type Entry = RunResult['toolResults'][number];
  expectTypeOf<Entry['args']>().toBeUnknown();
  expectTypeOf<Extract<Entry, { kind: 'result' }>['result']>().toBeUnknown();
  expectTypeOf<Extract<Entry, { kind: 'error' }>['error']>().toBeUnknown();
});
