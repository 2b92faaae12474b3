import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from './create-tool.ts';
import { checkSuspendPayload } from './suspend-payload.ts';
import { testCall } from './test-runtime.ts';

const LIMITS = { decisionTimeoutMs: 50 };
const suspendSchema = z.object({ question: z.string().max(8).default('which?') });

function check(payload: unknown, schema: z.ZodType | undefined = suspendSchema) {
  const tool = createTool({ id: 't', ...(schema ? { suspendSchema: schema } : {}) });
  return checkSuspendPayload(testCall(tool), payload, LIMITS);
}

describe('a suspend payload', () => {
  test('is parsed before anybody hears of the wait', async () => {
    expect(await check({})).toEqual({ kind: 'suspended', payload: { question: 'which?' } });
  });

  test.each([[undefined], [null], [false], [0], [''], [{ a: 1 }]])(
    'may be anything where there is no schema: %j',
    async (payload) => {
      const outcome = await checkSuspendPayload(testCall(createTool({ id: 't' })), payload, LIMITS);
      expect(outcome).toEqual({ kind: 'suspended', payload });
    },
  );

  test('that does not fit fails the call; model and people are told no value of it', async () => {
    const outcome = await check({ question: 'secret-value' });
    expect(outcome).toMatchObject({
      kind: 'error',
      failure: {
        code: 'INVALID_SUSPEND_PAYLOAD',
        error: { error: true, validationErrors: { fields: { question: expect.anything() } } },
        modelText: expect.stringContaining('- question: expected'),
        displayText:
          'Tool "tool" could not ask for what it needs, because of a mistake in the tool.',
      },
    });
    if (outcome.kind !== 'error') return;
    const { modelText, displayText } = outcome.failure;
    expect(modelText + displayText).not.toContain('secret-value');
  });

  test('fails the call where the schema never answers', async () => {
    const hangs = z.any().refine(() => new Promise<boolean>(() => undefined));
    expect(await check({}, hangs)).toMatchObject({ failure: { code: 'INVALID_SUSPEND_PAYLOAD' } });
  });
});
