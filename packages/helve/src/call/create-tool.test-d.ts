import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { jsonSchema } from '../schema/json-schema.ts';
import type { ToolInput, ToolOutput } from '../tool/tool.ts';
import type { ValidationError } from '../tool/validation-error.ts';
import { createTool } from './create-tool.ts';

interface Given {
  city: string;
  days?: number | undefined;
}
interface Parsed {
  city: string;
  days: number;
}
interface Forecast {
  sky: 'clear' | 'cloudy';
  at: number;
}

describe('the types of a tool come from its schemas', () => {
  test('of Zod', () => {
    const tool = createTool({
      id: 'weather',
      inputSchema: z.object({ city: z.string(), days: z.number().default(1) }),
      outputSchema: z.object({
        sky: z.enum(['clear', 'cloudy']),
        at: z.string().transform(Number),
      }),
      execute: async (input) => {
        expectTypeOf(input).toEqualTypeOf<Parsed>();
        return { sky: 'clear', at: '12' };
      },
    });
    expectTypeOf<ToolInput<typeof tool>>().toEqualTypeOf<Given>();
    expectTypeOf<ToolOutput<typeof tool>>().toEqualTypeOf<Forecast>();
    expectTypeOf(tool.id).toEqualTypeOf<'weather'>();
  });

  test('of Valibot', () => {
    const tool = createTool({
      id: 'weather',
      inputSchema: toStandardJsonSchema(
        v.object({ city: v.string(), days: v.optional(v.number(), 1) }),
      ),
      outputSchema: v.object({
        sky: v.picklist(['clear', 'cloudy']),
        at: v.pipe(v.string(), v.transform(Number)),
      }),
      execute: async (input) => {
        expectTypeOf(input).toEqualTypeOf<Parsed>();
        return { sky: 'clear', at: '12' };
      },
    });
    expectTypeOf<ToolInput<typeof tool>>().toEqualTypeOf<Given>();
    expectTypeOf<ToolOutput<typeof tool>>().toEqualTypeOf<Forecast>();
  });

  test('of ArkType', () => {
    const tool = createTool({
      id: 'weather',
      inputSchema: type({ city: 'string', days: 'number = 1' }),
      outputSchema: type({ sky: "'clear' | 'cloudy'", at: 'string.numeric.parse' }),
      execute: async (input) => {
        expectTypeOf(input).toEqualTypeOf<Parsed>();
        return { sky: 'clear', at: '12' };
      },
    });
    expectTypeOf<ToolInput<typeof tool>>().toEqualTypeOf<{ city: string; days?: number }>();
    expectTypeOf<ToolOutput<typeof tool>>().toEqualTypeOf<Forecast>();
  });

  test('of jsonSchema(), as its type parameter says', () => {
    const tool = createTool({
      id: 'weather',
      inputSchema: jsonSchema<Parsed>({ type: 'object' }),
      outputSchema: jsonSchema<Forecast>({ type: 'object' }),
      execute: async (input) => {
        expectTypeOf(input).toEqualTypeOf<Parsed>();
        return { sky: 'clear', at: 12 };
      },
    });
    expectTypeOf<ToolInput<typeof tool>>().toEqualTypeOf<Parsed>();
    expectTypeOf<ToolOutput<typeof tool>>().toEqualTypeOf<Forecast>();
  });

  test('also where there is no execute', () => {
    const tool = createTool({ id: 'pick', inputSchema: z.string(), outputSchema: z.number() });
    expectTypeOf<ToolInput<typeof tool>>().toEqualTypeOf<string>();
    expectTypeOf<ToolOutput<typeof tool>>().toEqualTypeOf<number>();
  });

  test('or are unknown, never any, where there are none', () => {
    const tool = createTool({ id: 'plain' });
    expectTypeOf<ToolInput<typeof tool>>().toEqualTypeOf<unknown>();
    expectTypeOf<ToolOutput<typeof tool>>().toEqualTypeOf<unknown>();
    createTool({
      id: 'untyped',
      inputSchema: jsonSchema({ type: 'object' }),
      execute: async (input) => {
        expectTypeOf(input).not.toBeAny();
        expectTypeOf(input).toEqualTypeOf<unknown>();
      },
    });
  });
});

describe('callers', () => {
  const tool = createTool({
    id: 'double',
    inputSchema: z.object({ n: z.number().default(1) }),
    outputSchema: z.object({ n: z.number() }),
    execute: async ({ n }) => ({ n }),
  });

  test('get the output or a validation error from execute(), and the output from run()', () => {
    expectTypeOf(tool.execute({})).resolves.toEqualTypeOf<{ n: number } | ValidationError>();
    expectTypeOf(tool.run({ n: 1 })).resolves.toEqualTypeOf<{ n: number }>();
  });

  test('may not pass anything else', () => {
    // @ts-expect-error a wrong type
    void tool.execute({ n: 'x' });
    // @ts-expect-error a misspelt field
    void tool.execute({ m: 1 });
    // @ts-expect-error no input
    void tool.execute();
  });
});

describe('what execute returns', () => {
  const outputSchema = z.object({ sky: z.enum(['clear', 'cloudy']) });

  test('may be what the schema takes, a validation error, or nothing', () => {
    const error: ValidationError = {
      error: true,
      message: 'no',
      validationErrors: { errors: [], fields: {} },
    };
    createTool({ id: 'a', outputSchema, execute: () => ({ sky: 'clear' }) });
    createTool({ id: 'a', outputSchema, execute: async () => error });
    createTool({ id: 'a', outputSchema, execute: async () => {} });
    createTool({ id: 'a', outputSchema, execute: async (_, { suspend }) => suspend() });
    createTool({
      id: 'a',
      outputSchema,
      execute: async () => {
        if (Math.random() > 0.5) return { sky: 'clear' };
        return error;
      },
    });
  });

  test('keeps literals, discriminated unions, tuples and arrays', () => {
    const number = z.object({ v: z.literal(1), on: z.literal(true), n: z.literal([2, 3]) });
    createTool({ id: 'a', outputSchema: number, execute: async () => ({ v: 1, on: true, n: 3 }) });
    const pair = z.object({ at: z.tuple([z.string(), z.number()]) });
    createTool({ id: 'a', outputSchema: pair, execute: async () => ({ at: ['x', 1] }) });
    const list = z.array(z.enum(['a', 'b']));
    createTool({ id: 'a', outputSchema: list, execute: async () => ['a', 'b'] });
    const shapes = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('circle'), r: z.number() }),
      z.object({ kind: z.literal('square'), a: z.number() }),
    ]);
    const tool = createTool({
      id: 'a',
      outputSchema: shapes,
      execute: async () =>
        Math.random() > 0.5 ? { kind: 'circle', r: 1 } : { kind: 'square', a: 1 },
    });
    expectTypeOf<ToolOutput<typeof tool>>().toEqualTypeOf<
      { kind: 'circle'; r: number } | { kind: 'square'; a: number }
    >();
  });

  test('is an error at execute where it does not fit', () => {
    // @ts-expect-error not one of the values
    createTool({ id: 'a', outputSchema, execute: async () => ({ sky: 'green' }) });
    // @ts-expect-error a wrong type
    createTool({ id: 'a', outputSchema, execute: async () => ({ sky: 1 }) });
    // @ts-expect-error a field is missing
    createTool({ id: 'a', outputSchema, execute: async () => ({}) });
    createTool({
      id: 'a',
      inputSchema: z.object({ n: z.number() }),
      outputSchema,
      // @ts-expect-error in one branch
      execute: async ({ n }) => (n > 1 ? { sky: 'clear' } : 'cloudy'),
    });
  });

  test('is the output where there is no schema, widened as the compiler does', () => {
    const tool = createTool({
      id: 'a',
      execute: async () => ({ ok: true, text: 'hi', n: 1, at: new Date(), list: ['x'] }),
    });
    expectTypeOf<ToolOutput<typeof tool>>().toEqualTypeOf<{
      ok: boolean;
      text: string;
      n: number;
      at: Date;
      list: [string];
    }>();
    const union = createTool({
      id: 'a',
      execute: async () => (Math.random() > 0.5 ? { ok: true, n: 1 } : { ok: false, why: 'x' }),
    });
    expectTypeOf<ToolOutput<typeof union>>().toExtend<
      { ok: true; n: number } | { ok: false; why: string }
    >();
  });

  test('is undefined where it is nothing, and unknown where it is any', () => {
    const nothing = createTool({ id: 'a', execute: async () => {} });
    expectTypeOf<ToolOutput<typeof nothing>>().toEqualTypeOf<undefined>();
    const maybe = createTool({ id: 'a', execute: async (_): Promise<number | undefined> => 1 });
    expectTypeOf<ToolOutput<typeof maybe>>().toEqualTypeOf<number | undefined>();
    const parsed = createTool({ id: 'a', execute: async () => JSON.parse('1') });
    expectTypeOf<ToolOutput<typeof parsed>>().not.toBeAny();
    expectTypeOf<ToolOutput<typeof parsed>>().toEqualTypeOf<unknown>();
  });

  test('has no part that is never there: errors are not outputs, suspending returns nothing', () => {
    const tool = createTool({
      id: 'a',
      execute: async (_, { suspend, resumeData }): Promise<{ n: number } | ValidationError> => {
        if (resumeData === undefined) return suspend();
        return { n: 1 };
      },
    });
    expectTypeOf<ToolOutput<typeof tool>>().toEqualTypeOf<{ n: number }>();
  });
});

test('schemas that cannot do what they are for are refused', () => {
  // @ts-expect-error a model must be told what the input is
  createTool({ id: 'a', inputSchema: v.object({ a: v.string() }) });
  // @ts-expect-error a client must be told what the answer is
  createTool({ id: 'a', resumeSchema: v.object({ a: v.string() }) });
  // @ts-expect-error a plain JSON Schema validates nothing
  createTool({ id: 'a', inputSchema: { type: 'object' } });
  createTool({ id: 'a', outputSchema: v.object({}), suspendSchema: v.object({}) });
});
