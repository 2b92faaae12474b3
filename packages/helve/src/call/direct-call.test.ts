import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { RequestContext } from '../tool/request-context.ts';
import {
  NotExecutableError,
  ToolTimeoutError,
  ValidationFailedError,
} from '../tool/tool-errors.ts';
import { isValidationError } from '../tool/validation-error.ts';
import { createTool } from './create-tool.ts';
import { throwing } from './test-runtime.ts';

const never = () => new Promise<never>(() => undefined);

const double = createTool({
  id: 'double',
  inputSchema: z.object({ n: z.number().default(7) }),
  outputSchema: z.object({ twice: z.number(), note: z.string().default('none') }),
  execute: async ({ n }) => ({ twice: 2 * n, extra: true }),
});

describe('a direct call', () => {
  test('gives the output, input and output parsed by their schemas', async () => {
    expect(await double.execute({})).toEqual({ twice: 14, note: 'none' });
    expect(await double.run({ n: 1 })).toEqual({ twice: 2, note: 'none' });
  });

  test('repairs an input that does not fit, where it can', async () => {
    // what callers without types may pass
    expect(await double.execute(JSON.parse('{"n":null}'))).toMatchObject({ twice: 14 });
    expect(await double.execute(undefined as never)).toMatchObject({ twice: 14 });
  });

  test('returns a validation error for an input that does not fit', async () => {
    const result = await double.execute(JSON.parse('{"n":"x"}'));
    expect(isValidationError(result)).toBe(true);
    expect(result).toMatchObject({
      message: expect.stringMatching(/^The input of tool "double" does not fit.*\n- n: /s),
      validationErrors: { errors: [], fields: { n: { errors: [expect.any(String)], fields: {} } } },
    });
  });

  test('returns a validation error for an output that does not fit, also for none', async () => {
    const outputSchema = z.object({ n: z.number() });
    for (const returned of [{ n: 'x' }, undefined, null]) {
      const tool = createTool({
        id: 't',
        outputSchema,
        execute: () => JSON.parse(JSON.stringify(returned) ?? 'null'),
      });
      expect(await tool.execute({})).toMatchObject({
        error: true,
        message: expect.stringContaining('Tool "t" ran, but what it returned'),
      });
    }
    const nothing = createTool({ id: 't', outputSchema, execute: async () => {} });
    expect(isValidationError(await nothing.execute({}))).toBe(true);
  });

  test('throws the validation error with run()', async () => {
    const failing = double.run(JSON.parse('{"n":"x"}'));
    await expect(failing).rejects.toThrow(ValidationFailedError);
    await expect(failing).rejects.toMatchObject({ validationError: { error: true } });
  });

  test('gives back a validation error that the tool returned', async () => {
    const error = {
      error: true,
      message: 'no',
      validationErrors: { errors: [], fields: {} },
    } as const;
    const tool = createTool({ id: 't', outputSchema: z.object({}), execute: () => error });
    expect(await tool.execute({})).toBe(error);
    await expect(tool.run({})).rejects.toMatchObject({ validationError: error });
  });

  test.each([[new Error('no')], [null], [undefined], [Symbol('s')], ['no'], [Object.freeze({})]])(
    'throws what the tool throws, as it is: %o',
    async (thrown) => {
      const controller = new AbortController();
      for (const context of [undefined, {}, { abortSignal: controller.signal }]) {
        for (const execute of [throwing(thrown), () => Promise.reject(thrown)]) {
          const call = createTool({ id: 't', execute }).execute({}, context);
          expect(
            await call.then(
              () => 'fine',
              (error: unknown) => [error],
            ),
          ).toEqual([thrown]);
        }
      }
    },
  );

  test('gives the output as it is, without making JSON of it', async () => {
    const output = { at: new Date(), list: new Map([[1, 2n]]), self: null as unknown };
    output.self = output;
    expect(await createTool({ id: 't', execute: () => output }).execute({})).toBe(output);
  });

  test('asks nobody for approval, and tells no hook', async () => {
    const asked = vi.fn(() => true);
    const tool = double.with({
      requireApproval: asked,
      onInputStart: asked,
      onInputAvailable: asked,
      onOutput: asked,
      toModelOutput: asked,
    });
    await tool.execute({});
    expect(asked).not.toHaveBeenCalled();
  });

  test('of a tool without execute is refused', async () => {
    await expect(createTool({ id: 'pick' }).execute({})).rejects.toThrow(NotExecutableError);
  });
});

describe('the request context of a direct call', () => {
  const whoami = createTool({
    id: 'whoami',
    requestContextSchema: z.object({ userId: z.coerce.number() }),
    execute: async (_, { requestContext }) => [
      requestContext.get('userId'),
      requestContext.getRaw('other'),
    ],
  });

  test.each([
    ['a context', new RequestContext({ userId: '7', other: true })],
    ['plain values', { userId: '7', other: true }],
  ])('may be %s; the tool sees it as parsed', async (_, requestContext) => {
    expect(await whoami.execute({}, { requestContext })).toEqual([7, true]);
  });

  test('is checked, after the input', async () => {
    expect(await whoami.execute({}, { requestContext: { userId: 'x' } })).toMatchObject({
      message: expect.stringContaining('The request context does not fit what tool "whoami" needs'),
    });
    expect(isValidationError(await whoami.execute({}))).toBe(true);
    const picky = createTool({
      id: 't',
      inputSchema: z.string(),
      requestContextSchema: v.object({ a: v.string() }),
      execute: () => 1,
    } as never);
    expect(await picky.execute(5 as never)).toMatchObject({
      message: expect.stringContaining('input'),
    });
  });

  test('is shared with the caller and with the tools it is handed to', async () => {
    const inner = createTool({
      id: 'in',
      execute: (_, { requestContext }) => requestContext.get('seen'),
    });
    const outer = createTool({
      id: 'out',
      execute: async (_, context) => {
        context.requestContext.set('seen', 'by all');
        return inner.run({}, context);
      },
    });
    const requestContext = new RequestContext();
    expect(await outer.run({}, { requestContext })).toBe('by all');
    expect(requestContext.get('seen')).toBe('by all');
    expect(await outer.run({})).toBe('by all');
  });
});

describe('a direct call always returns', () => {
  const hangs = createTool({ id: 'hangs', execute: never });

  test('when the caller aborts it', async () => {
    const controller = new AbortController();
    const calling = hangs.execute({}, { abortSignal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(calling).rejects.toThrow('enough');
    await expect(hangs.execute({}, { abortSignal: AbortSignal.abort('before') })).rejects.toBe(
      'before',
    );
  });

  test("when the tool's time is over, and its signal says so", async () => {
    const signals: AbortSignal[] = [];
    const slow = createTool({
      id: 'slow',
      timeoutMs: 1,
      execute: (_, { abortSignal }) => {
        signals.push(abortSignal);
        return never();
      },
    });
    const error = await slow.execute({}).catch((thrown: unknown) => thrown);
    expect(ToolTimeoutError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ message: expect.stringContaining('"slow"'), timeoutMs: 1 });
    expect(signals[0]?.reason).toBe(error);
  });

  test('when the caller aborts it while a schema hangs', async () => {
    const hanging = z.object({}).refine(() => new Promise<boolean>(() => undefined));
    const schemas = [
      { inputSchema: hanging },
      { outputSchema: hanging },
      { requestContextSchema: hanging },
      { resumeSchema: hanging },
    ];
    for (const schema of schemas) {
      const tool = createTool({ id: 't', ...schema, execute: async () => ({}) });
      const controller = new AbortController();
      const calling = tool.execute({}, { abortSignal: controller.signal, resumeData: {} });
      controller.abort('enough');
      await expect(calling).rejects.toBe('enough');
    }
  });

  test('when a schema never answers', async () => {
    vi.useFakeTimers();
    const inputSchema = z.object({}).refine(() => new Promise<boolean>(() => undefined));
    const calling = createTool({ id: 't', inputSchema, execute: async () => 1 }).execute({});
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
    expect(await calling).toMatchObject({
      message: expect.stringContaining('did not answer within 30000 ms'),
    });
  });
});
