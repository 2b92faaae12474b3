import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { AnyTool } from '../tool/tool.ts';
import type { RequestedCall } from './call.ts';
import { CallHooks } from './call-hooks.ts';
import type { CallRuntime } from './call-runtime.ts';
import { createTool } from './create-tool.ts';
import { admit, checkInput, digestOf, finish, perform, readmit } from './pipeline.ts';
import { readJson } from './read-json.ts';
import { testCall, testRuntime } from './test-runtime.ts';

function requested(text: string): RequestedCall {
  return { runId: 'run-1', toolCallId: 'call-1', toolName: 'tool', input: readJson(text) };
}

/** A call from its argument text to its end, or to where it waits. */
async function through(tool: AnyTool, text: string, overrides: Partial<CallRuntime> = {}) {
  const runtime = testRuntime(overrides);
  const request = requested(text);
  const hooks = new CallHooks(tool.source, request, runtime);
  const input = await checkInput(request, tool.source, runtime, hooks);
  if (!input.ok) return input.end;
  const admission = await admit(request, tool.source, input, runtime, hooks);
  if (admission.kind === 'ended') return admission.end;
  if (admission.kind !== 'ready') return admission;
  return perform(admission.call, runtime, hooks);
}

const inputSchema = z.object({ n: z.number().default(7) });

describe('a call', () => {
  test('that passes every stage ends with its output and what the model is given', async () => {
    const steps: string[] = [];
    const tool = createTool({
      id: 't',
      inputSchema,
      outputSchema: z.object({ twice: z.number(), at: z.date().optional() }),
      requireApproval: () => {
        steps.push('gate');
        return false;
      },
      execute: async ({ n }) => {
        steps.push('execute');
        return { twice: 2 * n, extra: 1 };
      },
      toModelOutput: ({ twice }) => {
        steps.push('toModelOutput');
        return `twice is ${twice}`;
      },
      onInputStart: () => steps.push('onInputStart'),
      onInputAvailable: ({ input }) => steps.push(`onInputAvailable ${input.n}`),
      onOutput: ({ output }) => steps.push(`onOutput ${output.twice}`),
    });
    const guard = () => void steps.push('guard');
    expect(await through(tool, '', { guard })).toEqual({
      kind: 'result',
      output: { twice: 14 },
      forModel: { type: 'text', value: 'twice is 14' },
    });
    expect(steps).toEqual([
      'onInputStart',
      'onInputAvailable 7',
      'guard',
      'gate',
      'execute',
      'onOutput 14',
      'toModelOutput',
    ]);
  });

  test.each([
    ['{"n":', 'MALFORMED_INPUT'],
    ['{"n":"x"}', 'INVALID_INPUT'],
    ['[1]', 'INVALID_INPUT'],
  ])('with the arguments %s never runs, nor is anybody asked: %s', async (text, code) => {
    const execute = vi.fn();
    const requireApproval = vi.fn(() => true);
    const guard = vi.fn();
    const onInputAvailable = vi.fn();
    const tool = createTool({ id: 't', inputSchema, execute, requireApproval, onInputAvailable });
    expect(await through(tool, text, { guard })).toMatchObject({
      kind: 'error',
      failure: { code },
    });
    for (const untold of [execute, requireApproval, guard, onInputAvailable]) {
      expect(untold).not.toHaveBeenCalled();
    }
  });

  test('whose input does not fit tells the model how, and people only that', async () => {
    const end = await through(createTool({ id: 't', inputSchema }), '{"n":"secret-value"}');
    expect(end).toMatchObject({
      failure: {
        modelText: expect.stringMatching(/- n: .+\nThe tool did not run\.$/s),
        displayText:
          'The model\'s arguments for "tool" did not fit its schema; the tool did not run.',
      },
    });
  });

  test('in a request that lacks what its tool needs never runs; the model is not told what', async () => {
    const requestContextSchema = z.object({ userId: z.string() });
    const execute = vi.fn();
    const end = await through(createTool({ id: 't', requestContextSchema, execute }), '{}');
    expect(end).toMatchObject({
      failure: {
        code: 'INVALID_REQUEST_CONTEXT',
        error: { validationErrors: { fields: { userId: expect.anything() } } },
        modelText: expect.not.stringContaining('userId'),
      },
    });
    expect(execute).not.toHaveBeenCalled();
  });

  test('to nobody we know is refused with the names of those we do', () => {
    const result = checkInput(requested('{}'), undefined, testRuntime(), undefined);
    expect(result).toMatchObject({ ok: false, end: { failure: { code: 'UNKNOWN_TOOL' } } });
  });

  test('of a tool whose schema cannot be described ends with an error, and does not throw', async () => {
    const tool = createTool({ id: 't', inputSchema: z.object({ at: z.date() }) });
    expect(await through(tool, '{"at":1}')).toMatchObject({
      failure: { code: 'SCHEMA_CONVERSION_FAILED', displayText: expect.stringContaining('"tool"') },
    });
  });

  test('that a guard answers does not run; the answer passes the later stages', async () => {
    const execute = vi.fn();
    const onOutput = vi.fn();
    const outputSchema = z.object({ n: z.coerce.number() });
    const toModelOutput = ({ n }: { n: number }) => `cached ${n}`;
    const tool = createTool({ id: 't', outputSchema, execute, onOutput, toModelOutput });
    const guard = () => ({ proceed: false, output: { n: '5' } }) as const;
    expect(await through(tool, '{}', { guard })).toEqual({
      kind: 'result',
      output: { n: 5 },
      forModel: { type: 'text', value: 'cached 5' },
      answeredBy: 'guard',
    });
    expect(execute).not.toHaveBeenCalled();
    expect(onOutput).toHaveBeenCalledOnce();
  });

  test('that a guard answers badly tells the model that the tool did not run', async () => {
    const tool = createTool({ id: 't', outputSchema: z.object({ n: z.number() }) });
    const guard = () => ({ proceed: false, output: 'x' }) as const;
    expect(await through(tool, '{}', { guard })).toMatchObject({
      failure: { code: 'INVALID_OUTPUT', modelText: expect.stringContaining('did not run') },
    });
  });

  test('waits where it must be approved, whether or not the tool is ours to run', async () => {
    for (const tool of [createTool({ id: 't', execute: vi.fn() }), createTool({ id: 't' })]) {
      const gated = tool.with({ requireApproval: true });
      expect(await through(gated, '{}')).toMatchObject({ kind: 'approval-needed' });
    }
  });

  test('of a tool without execute is left to the client', async () => {
    expect(await through(createTool({ id: 't' }), '{"a":1}')).toMatchObject({
      kind: 'client',
      call: { acceptedInput: { a: 1 } },
    });
  });

  test('that suspends with a bad payload fails instead of waiting', async () => {
    const tool = createTool({
      id: 't',
      suspendSchema: z.object({ q: z.string() }),
      execute: (_, { suspend }) => suspend(JSON.parse('{"q":5}')),
    });
    expect(await through(tool, '{}')).toMatchObject({
      failure: { code: 'INVALID_SUSPEND_PAYLOAD' },
    });
  });

  test('tells onOutput of a success only', async () => {
    const onOutput = vi.fn();
    const fails = [
      createTool({ id: 't', onOutput, execute: () => Promise.reject(new Error('no')) }),
      createTool({ id: 't', onOutput, outputSchema: z.string(), execute: async () => {} }),
      createTool({ id: 't', onOutput, execute: (_, { suspend }) => suspend() }),
    ];
    for (const tool of fails) await through(tool, '{}');
    expect(onOutput).not.toHaveBeenCalled();
  });
});

describe('a call that waited goes on', () => {
  const waiting = { runId: 'run-1', toolCallId: 'call-1', toolName: 'tool', acceptedInput: {} };
  const tool = createTool({
    id: 't',
    inputSchema,
    requestContextSchema: z.object({ id: z.string().default('7') }),
  });

  test('with its input and its context parsed anew, and nobody asked again', async () => {
    const guard = vi.fn();
    const rule = vi.fn(() => true);
    const runtime = testRuntime({ guard, approvalRules: [{ source: 'agent', rule }] });
    const result = await readmit(waiting, tool.source, runtime);
    expect(result).toMatchObject({ ok: true, call: { acceptedInput: {}, parsedInput: { n: 7 } } });
    expect(result.ok && result.call.requestContext.get('id')).toBe('7');
    expect(result).not.toHaveProperty('end');
    expect(guard).not.toHaveBeenCalled();
    expect(rule).not.toHaveBeenCalled();
  });

  test('to its end, where its tool is not active any more', async () => {
    const runtime = testRuntime({ activeTools: new Set(['other']) });
    expect(await readmit(waiting, tool.source, runtime)).toMatchObject({
      ok: true,
      end: { failure: { code: 'TOOL_NOT_ACTIVE' } },
    });
  });

  test('not, where its input or its context does not fit any more', async () => {
    const strict = createTool({ id: 't', inputSchema: z.object({ n: z.number() }) });
    const context = createTool({ id: 't', requestContextSchema: z.object({ id: z.string() }) });
    for (const { source } of [strict, context]) {
      expect(await readmit(waiting, source, testRuntime())).toMatchObject({
        ok: false,
        error: { error: true },
      });
    }
  });
});

test('a decision binds to the name, the accepted and the parsed input', async () => {
  const call = testCall(createTool({ id: 't' }), { at: new Date(0) });
  const digests = await Promise.all([
    digestOf(call),
    digestOf({ ...call, toolName: 'other' }),
    digestOf({ ...call, acceptedInput: { at: 1 } }),
    digestOf({ ...call, parsedInput: { at: new Date(1) } }),
  ]);
  expect(new Set(digests).size).toBe(4);
  expect(await digestOf({ ...call, parsedInput: { at: '1970-01-01T00:00:00.000Z' } })).toBe(
    digests[0],
  );
});

test('an abort while a schema hangs ends the call as aborted', async () => {
  const controller = new AbortController();
  const runtime = testRuntime({ abortSignal: controller.signal, decisionTimeoutMs: 60_000 });
  const hangs = z.any().refine(() => new Promise<boolean>(() => undefined));
  const call = testCall(createTool({ id: 't', outputSchema: hangs, suspendSchema: hangs }));
  const finishing = finish(call, 1, runtime, undefined);
  const suspending = createTool({
    id: 't',
    suspendSchema: hangs,
    execute: (_, { suspend }) => suspend(),
  });
  const performing = perform(testCall(suspending), runtime, undefined);
  await vi.waitFor(() => controller.abort('left'));
  for (const end of [await finishing, await performing]) {
    expect(end).toMatchObject({ failure: { code: 'ABORTED', error: 'left' } });
  }
});
