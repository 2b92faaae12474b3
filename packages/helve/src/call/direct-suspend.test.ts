import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { SuspendUnavailableError } from '../tool/tool-errors.ts';
import { createTool } from './create-tool.ts';

describe('a direct call that suspends', () => {
  const ask = createTool({
    id: 'ask',
    suspendSchema: z.object({ q: z.string().default('which?') }),
    resumeSchema: z.object({ a: z.coerce.number() }),
    outputSchema: z.object({ got: z.number() }),
    execute: async (_, { resumeData, suspend }) =>
      resumeData ? { got: resumeData.a } : suspend({}),
  });

  test('throws where nothing can wait, with the fix', async () => {
    await expect(ask.execute({})).rejects.toThrow(SuspendUnavailableError);
    await expect(ask.execute({})).rejects.toThrow(/tool\.execute\(input, \{ resumeData \}\)/);
  });

  test('runs to its end with the answer, parsed', async () => {
    expect(await ask.execute({}, { resumeData: { a: '5' } })).toEqual({ got: 5 });
    expect(await ask.execute({}, { resumeData: { a: 'x' } })).toMatchObject({
      message: expect.stringContaining('The answer does not fit what tool "ask" asked for'),
    });
  });

  test.each([[false], [0], [''], [null]])('has the answer %j, which is one', async (answer) => {
    const tool = createTool({ id: 't', execute: (_, { resumeData }) => [resumeData] });
    expect(await tool.execute({}, { resumeData: answer })).toEqual([answer]);
  });

  test('hands its payload, parsed, to the suspend it was given, and gives no output', async () => {
    const suspend = vi.fn(async () => undefined as never);
    expect(await ask.execute({}, { suspend })).toBeUndefined();
    expect(suspend).toHaveBeenCalledExactlyOnceWith({ q: 'which?' });
  });

  test('ends as the suspend it was given does', async () => {
    const suspend = () => Promise.reject(new Error('leave'));
    await expect(ask.execute({}, { suspend })).rejects.toThrow('leave');
  });

  test('stays suspended, whatever execute returns or throws afterwards', async () => {
    const returns = createTool({
      id: 't',
      execute: async (_, { suspend }) => {
        void suspend();
        return 'ignored';
      },
    });
    const throws = createTool({
      id: 't',
      execute: async (_, { suspend }) => {
        void suspend();
        throw new Error('ignored');
      },
    });
    for (const tool of [returns, throws]) {
      const suspend = vi.fn(async () => undefined as never);
      expect(await tool.execute({}, { suspend })).toBeUndefined();
      expect(suspend).toHaveBeenCalledOnce();
    }
  });

  test('returns a validation error for a payload that does not fit, and nobody hears of it', async () => {
    const suspend = vi.fn();
    const tool = createTool({
      id: 't',
      suspendSchema: z.string(),
      execute: (_, context) => context.suspend(5 as never),
    });
    expect(await tool.execute({}, { suspend })).toMatchObject({
      message: expect.stringContaining('suspended with a payload that does not fit'),
    });
    expect(suspend).not.toHaveBeenCalled();
  });

  test('inside another suspends that one', async () => {
    const outer = createTool({ id: 'out', execute: (_, context) => ask.run({}, context) });
    const suspend = vi.fn(async () => undefined as never);
    await outer.execute({}, { suspend });
    expect(suspend).toHaveBeenCalledExactlyOnceWith({ q: 'which?' });
  });
});
