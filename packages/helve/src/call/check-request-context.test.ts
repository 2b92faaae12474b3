import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { jsonSchema } from '../schema/json-schema.ts';
import type { StandardSchema } from '../schema/standard-schema.ts';
import { RequestContext } from '../tool/request-context.ts';
import { checkRequestContext } from './check-request-context.ts';
import { createTool } from './create-tool.ts';

const LIMITS = { decisionTimeoutMs: 50 };

function check(requestContextSchema: StandardSchema | undefined, values: object) {
  const schema = requestContextSchema ? { requestContextSchema } : {};
  const host = new RequestContext({ ...values });
  return checkRequestContext(createTool({ id: 't', ...schema }).source, host, LIMITS);
}

describe('a request context', () => {
  test('is passed on as it is where the tool does not describe it', async () => {
    const host = new RequestContext();
    const result = await checkRequestContext(createTool({ id: 't' }).source, host, LIMITS);
    expect(result).toEqual({ ok: true, requestContext: host });
  });

  test('is seen as parsed, and holds what the schema does not describe', async () => {
    const result = await check(
      z.object({ id: z.coerce.number(), role: z.string().default('guest') }),
      {
        id: '7',
        extra: true,
      },
    );
    expect(result.ok && result.requestContext.all).toEqual({ id: 7, role: 'guest', extra: true });
    expect(result.ok && result.requestContext.getRaw('id')).toBe('7');
  });

  test.each([
    ['Zod', z.object({ userId: z.string() })],
    ['Valibot', v.object({ userId: v.string() })],
    ['ArkType', type({ userId: 'string' })],
    [
      'jsonSchema()',
      jsonSchema({
        type: 'object',
        properties: { userId: { type: 'string' } },
        required: ['userId'],
      }),
    ],
  ])('that does not fit a schema of %s is refused', async (_, schema) => {
    expect(await check(schema, { userId: 5 })).toMatchObject({
      ok: false,
      issues: [{ path: ['userId'] }],
    });
    expect(await check(schema, {})).toMatchObject({ ok: false });
  });

  test.each([
    ['text', z.any().transform(() => 'x')],
    ['a list', z.any().transform(() => [1])],
    ['nothing', z.any().transform(() => null)],
  ])(
    'of which a schema makes %s is refused: there would be no values to see',
    async (_, schema) => {
      expect(await check(schema, {})).toMatchObject({ ok: false, issues: [{ path: [] }] });
    },
  );

  test('is refused where the schema never answers', async () => {
    const hangs = z.object({}).refine(() => new Promise<boolean>(() => undefined));
    expect(await check(hangs, {})).toMatchObject({
      ok: false,
      issues: [{ message: expect.stringContaining('did not answer within 50 ms') }],
    });
  });
});
