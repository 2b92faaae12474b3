import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { coerceAndValidate } from './coerce.ts';
import { jsonSchema } from './json-schema.ts';
import type {
  InferInput,
  InferOutput,
  StandardJsonSchema,
  StandardSchema,
} from './standard-schema.ts';
import type { ValidationResult } from './validate.ts';
import { validateWith } from './validate.ts';

const zod = z.object({ n: z.string().transform(Number), d: z.number().default(1) });
const valibot = v.object({ d: v.optional(v.number(), 1) });
const arktype = type({ d: 'number = 1' });

test('input and output types differ where a schema fills in or transforms', () => {
  expectTypeOf<InferInput<typeof zod>>().toEqualTypeOf<{ n: string; d?: number | undefined }>();
  expectTypeOf<InferOutput<typeof zod>>().toEqualTypeOf<{ n: number; d: number }>();
  expectTypeOf<InferInput<typeof valibot>>().toEqualTypeOf<{ d?: number | undefined }>();
  expectTypeOf<InferOutput<typeof valibot>>().toEqualTypeOf<{ d: number }>();
  expectTypeOf<InferInput<typeof arktype>>().toEqualTypeOf<{ d?: number }>();
  expectTypeOf<InferOutput<typeof arktype>>().toEqualTypeOf<{ d: number }>();
});

test("every library's schemas are standard schemas", () => {
  expectTypeOf(zod).toExtend<StandardJsonSchema>();
  expectTypeOf(arktype).toExtend<StandardJsonSchema>();
  expectTypeOf(toStandardJsonSchema(valibot)).toExtend<StandardJsonSchema>();
  expectTypeOf(valibot).toExtend<StandardSchema>();
  expectTypeOf(valibot).not.toExtend<StandardJsonSchema>();
});

test('jsonSchema() has the type it is given, and unknown without one', () => {
  const typed = jsonSchema<{ city: string }>({ type: 'object' });
  expectTypeOf<InferInput<typeof typed>>().toEqualTypeOf<{ city: string }>();
  expectTypeOf<InferOutput<typeof typed>>().toEqualTypeOf<{ city: string }>();
  const untyped = jsonSchema({ type: 'object' });
  expectTypeOf<InferOutput<typeof untyped>>().toEqualTypeOf<unknown>();
});

test('results have the output type', () => {
  type Output = { n: number; d: number };
  expectTypeOf(validateWith(zod, 1)).toEqualTypeOf<
    ValidationResult<Output> | Promise<ValidationResult<Output>>
  >();
  const result = coerceAndValidate(zod, () => undefined, 1);
  if (!(result instanceof Promise) && result.ok) {
    expectTypeOf(result.parsed).toEqualTypeOf<Output>();
    expectTypeOf(result.accepted).toEqualTypeOf<unknown>();
  }
});
