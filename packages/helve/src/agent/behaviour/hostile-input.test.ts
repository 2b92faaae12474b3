import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { isValidationError } from '../../tool/validation-error.ts';
import { Agent } from '../agent.ts';
import { chunkProblems, recordingLogger } from './run-kit.ts';

const anything = z.record(z.string(), z.unknown());

/** Runs an agent whose model writes `text` for a tool that takes anything. */
async function callWith(text: string, options: { readonly requireApproval?: boolean } = {}) {
  const execute = vi.fn(async (input: Record<string, unknown>) => Object.keys(input).length);
  const model = scriptedModel([
    { toolCalls: [{ toolName: 'take', input: text }], chunkSize: 4_096 },
    'over',
  ]);
  const seen: unknown[] = [];
  const take = createTool({
    id: 'take',
    inputSchema: anything,
    execute,
    onInputDelta: ({ partialInput }) => {
      seen.push(partialInput);
    },
    ...options,
  });
  const agent = new Agent({ id: 'a', model, tools: { take }, logger: recordingLogger() });
  const stream = await agent.stream('go');
  const chunks = await collect(stream.displayStream);
  return { agent, model, stream, chunks, execute, seen };
}

const pollution = '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}';

describe('names that mean something to JavaScript', () => {
  test('are ordinary fields of an input, and touch no prototype', async () => {
    const { execute, chunks } = await callWith(pollution);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect('polluted' in (execute.mock.calls[0]?.[0] ?? {})).toBe(false);
    expect(chunkProblems(chunks)).toEqual([]);
  });

  test('are ordinary fields of an input while it streams in', async () => {
    const { seen } = await callWith(pollution);
    expect(seen.length).toBeGreaterThan(0);
    for (const partial of seen) expect('polluted' in Object(partial)).toBe(false);
  });

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'are no tools: %s',
    async (toolName) => {
      const model = scriptedModel([{ toolCalls: [{ toolName, input: {} }] }, 'over']);
      const agent = new Agent({ id: 'a', model, tools: {} });
      const { toolResults } = await agent.generate('go');
      expect(toolResults).toMatchObject([{ kind: 'error', code: 'UNKNOWN_TOOL', toolName }]);
    },
  );

  test.each(['constructor', '__proto__'])(
    'stand in the tree of a validation error: %s',
    async (name) => {
      const inputSchema = z.record(z.string(), z.number());
      const tool = createTool({ id: 'count', inputSchema, execute: async () => 1 });
      const result = await tool.execute(JSON.parse(`{"${name}": "x"}`));
      const direct = isValidationError(result);
      // a library may leave such a field out, but it must not break on it
      if (direct) expect(Object.hasOwn(result.validationErrors.fields, name)).toBe(true);
      expect(Object.hasOwn(Object.prototype, 'errors')).toBe(false);
    },
  );
});

const DEPTH = 20_000;
const deep = `{"a": ${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`;

describe.each([{ requireApproval: false }, { requireApproval: true }])(
  'an input nested thousands of levels deep, with $requireApproval approval',
  (options) => {
    test('ends its call, and not the run', async () => {
      const { agent, stream, chunks } = await callWith(deep, options);
      let result = await stream.result;
      const all = [...chunks];
      for (const wait of result.waiting) {
        const declined = await agent.declineToolCall(wait);
        all.push(...(await collect(declined.displayStream)));
        result = await declined.result;
      }
      expect(result.finishReason).toBe('stop');
      expect(chunkProblems(all)).toEqual([]);
    });

    test('leaves nothing behind that cannot be written as JSON', async () => {
      const { chunks, model } = await callWith(deep, options);
      expect(() => JSON.stringify(chunks)).not.toThrow();
      for (const { prompt } of model.requests) expect(() => JSON.stringify(prompt)).not.toThrow();
    });
  },
);

test('a circular input of a direct call is a validation error or reaches the tool as it is', async () => {
  const circular: Record<string, unknown> = { n: 'x' };
  circular['self'] = circular;
  const strict = createTool({
    id: 'strict',
    inputSchema: z.object({ n: z.number() }),
    execute: async () => 'ran',
  });
  expect(isValidationError(await strict.execute(circular as never))).toBe(true);
  const open = createTool({ id: 'open', execute: async (input) => input });
  expect(await open.execute(circular)).toBe(circular);
});
