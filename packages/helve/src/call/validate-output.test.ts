import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from './create-tool.ts';
import { validateOutput } from './validate-output.ts';

const LIMITS = { decisionTimeoutMs: 50 };
const outputSchema = z.object({ card: z.string().max(3), at: z.iso.date().optional() });

type Tool = Pick<ReturnType<typeof createTool>, 'source'>;

async function check(tool: Tool, returned: unknown, author: 'tool' | 'guard' = 'tool') {
  return validateOutput({ tool: tool.source, toolName: 'tool' }, returned, author, LIMITS);
}

async function failureOf(tool: Tool, returned: unknown, author: 'tool' | 'guard' = 'tool') {
  const checked = await check(tool, returned, author);
  if (checked.ok) throw new Error('the output was accepted');
  return checked.failure;
}

describe('what a tool returned', () => {
  test('is the output, as its schema parsed it', async () => {
    const tool = createTool({ id: 't', outputSchema: z.object({ n: z.coerce.number() }) });
    expect(await check(tool, { n: '5', extra: 1 })).toEqual({ ok: true, output: { n: 5 } });
  });

  test.each([[undefined], [null], [() => 1]])(
    'is the output as it is where there is no schema: %o',
    async (returned) => {
      const checked = await check(createTool({ id: 't' }), returned);
      expect(checked).toEqual({ ok: true, output: returned });
    },
  );

  test('is a failure where it is nothing and a schema wants something', async () => {
    const failure = await failureOf(createTool({ id: 't', outputSchema }), undefined);
    expect(failure.code).toBe('INVALID_OUTPUT');
  });

  test('is a failure where it is a validation error', async () => {
    const error = { error: true, message: 'no', validationErrors: { errors: [], fields: {} } };
    for (const tool of [createTool({ id: 't' }), createTool({ id: 't', outputSchema })]) {
      expect(await failureOf(tool, error)).toEqual({
        code: 'TOOL_FAILED',
        error,
        modelText: 'no',
        displayText: 'no',
      });
    }
  });
});

describe('of an output that does not fit', () => {
  const bad = { card: '4111-secret' };

  test('the application has a validation error with all issues', async () => {
    const { error } = await failureOf(createTool({ id: 't', outputSchema }), bad);
    expect(error).toMatchObject({
      error: true,
      validationErrors: { fields: { card: { errors: [expect.any(String)] } } },
    });
  });

  test('the model is told that the tool ran, and in the words of the schema what is wrong', async () => {
    const { modelText } = await failureOf(createTool({ id: 't', outputSchema }), bad);
    expect(modelText).toMatch(/^Tool "tool" ran, but what it returned does not fit/);
    expect(modelText).toMatch(/Its effects have taken place; do not simply repeat the call\.$/);
    expect(modelText).toContain('- card:');
  });

  test('a model that is to see what toModelOutput makes, and people, are told no value', async () => {
    // a library that quotes what it was given
    const quoting = v.object({
      card: v.pipe(
        v.string(),
        v.check(
          () => false,
          ({ input }) => `got ${input}`,
        ),
      ),
    });
    const hidden = createTool({ id: 't', outputSchema: quoting, toModelOutput: () => 'made' });
    const shown = createTool({ id: 't', outputSchema: quoting });
    expect((await failureOf(shown, bad)).modelText).toContain('4111-secret');
    expect((await failureOf(hidden, bad)).modelText).not.toContain('4111-secret');
    for (const tool of [hidden, shown]) {
      expect((await failureOf(tool, bad)).displayText).not.toContain('4111-secret');
    }
  });

  test('the model is told nothing of effects where the tool only reads', async () => {
    const mcp = { annotations: { readOnlyHint: true } };
    const { modelText } = await failureOf(createTool({ id: 't', outputSchema, mcp }), bad);
    expect(modelText).not.toContain('effects');
  });

  test('the model is told that the tool did not run, where a guard answered for it', async () => {
    const { modelText } = await failureOf(createTool({ id: 't', outputSchema }), bad, 'guard');
    expect(modelText).toMatch(/^Tool "tool" did not run, and what the application answered/);
    expect(modelText).not.toContain('effects');
  });

  test('everybody is told so, where the schema never answers', async () => {
    const hangs = z.any().refine(() => new Promise<boolean>(() => undefined));
    const { error } = await failureOf(createTool({ id: 't', outputSchema: hangs }), bad);
    expect(error).toMatchObject({
      message: expect.stringContaining('did not answer within 50 ms'),
    });
  });
});
