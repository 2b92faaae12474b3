import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SchemaError } from '../schema/schema-error.ts';
import { isTool } from '../tool/is-tool.ts';
import { InvalidToolError } from '../tool/tool-errors.ts';
import { createTool } from './create-tool.ts';

const greet = createTool({
  id: 'greet',
  title: 'Greet',
  description: 'Says hello',
  inputSchema: z.object({ name: z.string() }),
  mcp: { annotations: { readOnlyHint: true } },
  requireApproval: true,
  execute: async ({ name }) => `hello ${name}`,
});

describe('createTool()', () => {
  test('gives a tool with everything that was said of it', () => {
    expect(greet).toMatchObject({
      id: 'greet',
      title: 'Greet',
      description: 'Says hello',
      mcp: { annotations: { readOnlyHint: true } },
      requireApproval: true,
    });
    expect(isTool(greet)).toBe(true);
  });

  test('gives a tool that nobody can change', () => {
    for (const part of [greet, greet.source, greet.mcp, greet.mcp?.annotations]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  test.each([[undefined], [null], ['greet'], [42]])(
    'refuses %j, which is no declaration',
    (declaration) => {
      expect(() => createTool(declaration as never)).toThrow(InvalidToolError);
      expect(() => createTool(declaration as never)).toThrow(
        /createTool\(\{ id, description, … \}\)/,
      );
    },
  );

  test('refuses a mistake when the tool is made', () => {
    expect(() => createTool({ id: '' })).toThrow(InvalidToolError);
    expect(() => createTool({ id: 'a', inputSchema: {} as never })).toThrow(SchemaError);
  });

  test('takes a declaration whose fields are read once', () => {
    let reads = 0;
    const declaration = {
      id: 'once',
      get execute() {
        reads += 1;
        return () => reads;
      },
    };
    createTool(declaration);
    expect(reads).toBe(1);
  });
});

describe('tool.with()', () => {
  test('makes a new tool, and leaves the old one as it is', async () => {
    const loud = greet.with({ title: 'Shout', execute: async ({ name }) => `HELLO ${name}` });
    expect(await loud.run({ name: 'ada' })).toBe('HELLO ada');
    expect(loud).toMatchObject({ id: 'greet', title: 'Shout', description: 'Says hello' });
    expect(await greet.run({ name: 'ada' })).toBe('hello ada');
    expect(greet.title).toBe('Greet');
  });

  test('never switches an approval off by an option that nobody set', () => {
    const options: { ask?: boolean } = {};
    const tool = greet.with({ requireApproval: options.ask } as object);
    expect(tool.requireApproval).toBe(true);
    expect(greet.with({ requireApproval: false }).requireApproval).toBe(false);
  });

  test('refuses mistakes as createTool() does', () => {
    expect(() => greet.with({ timeoutMs: -1 })).toThrow(InvalidToolError);
    expect(() => greet.with(undefined as never)).toThrow(InvalidToolError);
  });

  test('can give an execute to a tool that has none', async () => {
    const pick = createTool({ id: 'pick', outputSchema: z.string() });
    expect(await pick.with({ execute: async () => 'blue' }).run({})).toBe('blue');
  });
});
