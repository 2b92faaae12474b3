import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ToolRecord } from '../agent/agent-options.ts';
import { createTool } from '../call/create-tool.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { DescriptionProblem } from './assert-describable.ts';
import { assertDescribable, NotDescribableError } from './assert-describable.ts';

async function problemsOf(tools: AnyTool | ToolRecord): Promise<readonly DescriptionProblem[]> {
  try {
    await assertDescribable(tools);
  } catch (error) {
    if (NotDescribableError.isInstance(error)) return error.problems;
    throw error;
  }
  return [];
}

const good = createTool({
  id: 'good',
  description: 'Finds an order.',
  inputSchema: z.object({ orderId: z.string(), deep: z.boolean().default(false) }),
  outputSchema: z.object({ status: z.string() }),
  resumeSchema: z.object({
    ok: z.boolean(),
    how: z.enum(['fast', 'slow']),
    tags: z.array(z.enum(['a'])),
  }),
  inputExamples: [{ input: { orderId: '1042' } }],
});

test('tools that everybody can be told of pass without a word', async () => {
  expect(await assertDescribable({ good })).toEqual({ warnings: [] });
  expect(await assertDescribable(good)).toEqual({ warnings: [] });
});

test('all problems of all tools are told at once, each with its place and what to do', async () => {
  const dated = createTool({
    id: 'dated',
    inputSchema: z.object({ at: z.object({ day: z.date() }) }),
    resumeSchema: z.object({ id: z.bigint() }),
  });
  const odd = createTool({
    id: 'odd',
    inputSchema: z.object({ n: z.number(), s: z.string().refine(async (s) => s !== 'no') }),
    inputExamples: [{ input: { n: 1, s: 'yes' } }, { input: { n: '1' as never, s: 'no' } }],
  });
  const tools = { dated, odd, 'not a name': good, helve_x: good };
  const problems = await problemsOf(tools);
  expect(problems.map(({ tool, schema, path }) => [tool, schema, path])).toEqual([
    ['dated', 'inputSchema', 'at.day'],
    ['dated', 'resumeSchema', 'id'],
    ['odd', 'inputExamples[1]', 'n'],
    ['odd', 'inputExamples[1]', 's'],
    ['not a name', undefined, undefined],
    ['helve_x', undefined, undefined],
  ]);
  await expect(assertDescribable(tools)).rejects.toThrow(
    /6 problems[\s\S]*- dated inputSchema at "at\.day": it cannot be written as JSON Schema[\s\S]*Use what JSON/,
  );
});

test('an example must fit as it stands, not only after repairs', async () => {
  const listed = createTool({
    id: 'listed',
    inputSchema: z.object({ tags: z.array(z.string()) }),
    inputExamples: [{ input: { tags: '["a"]' as never } }],
  });
  expect(await problemsOf(listed)).toMatchObject([{ schema: 'inputExamples[0]', path: 'tags' }]);
});

test('a value that is no tool is told of', async () => {
  expect(await problemsOf({ x: {} as never })).toMatchObject([{ tool: 'x' }]);
});

test('what works but not everywhere is a warning', async () => {
  const tool = createTool({
    id: 'tool',
    strict: true,
    inputSchema: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
    outputSchema: z.object({ at: z.date() }),
    resumeSchema: z.object({ address: z.object({ street: z.string() }) }),
  });
  const { warnings } = await assertDescribable(tool);
  expect(warnings.map(({ schema, path }) => [schema, path])).toEqual([
    [undefined, undefined],
    ['outputSchema', 'at'],
    ['inputSchema', undefined],
    ['resumeSchema', 'address'],
  ]);
});
