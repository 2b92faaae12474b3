import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';

/** The partial inputs that `onInputDelta` saw, copied, as a model wrote `deltas`. */
async function partialsOf(deltas: readonly string[], inputSchema?: z.ZodType<object>) {
  const seen: unknown[] = [];
  const execute = vi.fn(async () => 'ok');
  const tool = createTool({
    id: 'tool',
    ...(inputSchema ? { inputSchema } : {}),
    execute,
    onInputDelta: ({ partialInput }) => void seen.push(structuredClone(partialInput)),
  });
  const parts = [
    { type: 'tool-input-start', id: 'c1', toolName: 'tool' },
    ...deltas.map((delta) => ({ type: 'tool-input-delta', id: 'c1', delta })),
    { type: 'tool-input-end', id: 'c1' },
    { type: 'tool-call', toolCallId: 'c1', toolName: 'tool', input: deltas.join('') },
  ];
  const model = scriptedModel([{ parts, finishReason: 'tool-calls' }, 'over']);
  const agent = new Agent({ id: 'a', model, tools: { tool } });
  const result = await (await agent.stream('go')).result;
  return { seen, execute, result };
}

test('partialInput shows the arguments as far as they have come', async () => {
  const deltas = ['{"ci', 'ty":"Os', 'lo","tags":["a', 'b","c', '"],"in":{"x', '":tru', 'e}}'];
  const { seen } = await partialsOf(deltas);
  expect(seen).toEqual([
    {},
    { city: 'Os' },
    { city: 'Oslo', tags: ['a'] },
    { city: 'Oslo', tags: ['ab', 'c'] },
    { city: 'Oslo', tags: ['ab', 'c'], in: {} },
    { city: 'Oslo', tags: ['ab', 'c'], in: {} },
    { city: 'Oslo', tags: ['ab', 'c'], in: { x: true } },
  ]);
});

/** Whether `part` can be `whole` while it is still being written. */
function isBeginningOf(part: unknown, whole: unknown): boolean {
  if (part === undefined) return true;
  if (typeof part === 'string') return typeof whole === 'string' && whole.startsWith(part);
  if (typeof part === 'number') return typeof whole === 'number';
  if (typeof part !== 'object' || part === null) return part === whole;
  if (typeof whole !== 'object' || whole === null) return false;
  if (Array.isArray(part) !== Array.isArray(whole)) return false;
  return Object.entries(part).every(
    ([key, value]) => Object.hasOwn(whole, key) && isBeginningOf(value, Reflect.get(whole, key)),
  );
}

/** A text, cut at arbitrary places. */
const cutJson = fc
  .tuple(
    fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 }),
    fc.array(fc.nat({ max: 1_000 }), { maxLength: 12 }),
    fc.boolean(),
  )
  .map(([value, places, spaced]) => {
    const text = JSON.stringify(value, undefined, spaced ? 2 : undefined);
    const cuts = [...new Set(places.map((place) => place % text.length))].toSorted((a, b) => a - b);
    const edges = [0, ...cuts.filter((cut) => cut > 0), text.length];
    const deltas = edges.slice(1).map((edge, index) => text.slice(edges[index], edge));
    return { text, deltas };
  });

test('at every delta partialInput is a beginning of the input, and the whole at the last', async () => {
  await fc.assert(
    fc.asyncProperty(cutJson, async ({ text, deltas }) => {
      const whole = JSON.parse(text);
      const { seen } = await partialsOf(deltas);
      expect(seen).toHaveLength(deltas.length);
      expect(seen.at(-1)).toEqual(whole);
      for (const partial of seen) expect(isBeginningOf(partial, whole)).toBe(true);
    }),
  );
});

test.each([
  ['broken from the start', ['nonsense', ' {"a":1}']],
  ['broken inside', ['{"a": 1, ', 'b: 2', '}']],
  ['two values', ['{"a":1}', '{"b":2}']],
])('text that is %s harms nothing', async (_kind, deltas) => {
  const { seen, execute, result } = await partialsOf(deltas);
  expect(seen).toHaveLength(deltas.length);
  expect(execute).not.toHaveBeenCalled();
  expect(result.text).toBe('over');
});

/** A tool's arguments, and how much of them has come. */
const long: readonly (readonly [string, object, (partial: object) => number])[] = [
  ['one text', { path: 'a.ts', code: 'a line of code\n'.repeat(65_000) }, textLength],
  ['many texts', { path: 'a.ts', lines: Array(35_000).fill('const a = "a line";') }, lineCount],
];

function textLength(partial: object): number {
  return 'code' in partial ? String(partial.code).length : 0;
}

function lineCount(partial: object): number {
  return 'lines' in partial && Array.isArray(partial.lines) ? partial.lines.length : 0;
}

// Were every piece to cost what came before it, this would take many minutes.
test.each(long)(
  'a megabyte in pieces of twenty characters, looked at with each, comes out whole: %s',
  { timeout: 60_000 },
  async (_kind, input, measure) => {
    const text = JSON.stringify(input);
    const deltas = text.match(/.{1,20}/gs) ?? [];
    const measures: number[] = [];
    const tool = createTool({
      id: 'write',
      execute: async (written) => measure(Object(written)),
      onInputDelta: ({ partialInput }) => void measures.push(measure(Object(partialInput))),
    });
    const parts = [
      { type: 'tool-input-start', id: 'c1', toolName: 'write' },
      ...deltas.map((delta) => ({ type: 'tool-input-delta', id: 'c1', delta })),
      { type: 'tool-input-end', id: 'c1' },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'write', input: text },
    ];
    const model = scriptedModel([{ parts, finishReason: 'tool-calls' }, 'over']);
    const agent = new Agent({ id: 'a', model, tools: { write: tool } });
    const { toolResults } = await (await agent.stream('go')).result;
    expect(text.length).toBeGreaterThan(750_000);
    expect(measures).toHaveLength(deltas.length);
    expect(measures.at(-1)).toBe(measure(input));
    expect(measures.every((length, index) => length >= (measures[index - 1] ?? 0))).toBe(true);
    expect(toolResults).toMatchObject([{ kind: 'result', result: measure(input) }]);
  },
);
