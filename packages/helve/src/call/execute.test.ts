import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ToolSource } from '../tool/tool.ts';
import type { ToolContext } from '../tool/tool-context.ts';
import { ToolTimeoutError } from '../tool/tool-errors.ts';
import { createTool } from './create-tool.ts';
import { execute } from './execute.ts';
import { testCall, testRuntime, throwing } from './test-runtime.ts';

type Run = NonNullable<ToolSource['execute']>;

/** What comes of running `run` as a tool. */
function carryOut(run: Run, overrides: Partial<ToolSource> = {}, runtime = testRuntime()) {
  // types of a tool's author are tested elsewhere
  const tool: ToolSource = { id: 't', execute: run, ...overrides };
  return execute(testCall(tool, { city: 'Oslo' }), runtime, undefined);
}

const never = () => new Promise<never>(() => undefined);

afterEach(() => {
  vi.useRealTimers();
});

describe('a tool', () => {
  test('is given its parsed input', async () => {
    expect(await carryOut(async (input) => ({ got: input }))).toEqual({
      kind: 'returned',
      value: { got: { city: 'Oslo' } },
    });
  });

  test.each([[undefined], [null], [false], [0], [''], [() => 1], [Symbol.iterator]])(
    'may return anything: %o',
    async (value) => {
      expect(await carryOut(() => value)).toEqual({ kind: 'returned', value });
      expect(await carryOut(async () => value)).toEqual({ kind: 'returned', value });
    },
  );

  test.each<[string, unknown, string]>([
    ['an error', new Error('no order 1042'), 'no order 1042'],
    ['null', null, 'it failed without saying why'],
    ['undefined', undefined, 'it failed without saying why'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    ['a text', 'closed', 'closed'],
    ['a frozen object', Object.freeze({ code: 5 }), 'it failed without saying why'],
    [
      'an error that cannot be read',
      Object.defineProperty(new Error('x'), 'message', { get: throwing(1) }),
      'it failed with something that cannot be shown',
    ],
  ])(
    'that throws %s fails with its message, and keeps the error for the application',
    async (_, thrown, text) => {
      for (const run of [throwing(thrown), () => Promise.reject(thrown)]) {
        expect(await carryOut(run)).toEqual({
          kind: 'ended',
          end: {
            kind: 'error',
            failure: { code: 'TOOL_FAILED', error: thrown, modelText: text, displayText: text },
            forModel: { type: 'error-text', value: text },
          },
        });
      }
    },
  );

  test('shows the model no stack', async () => {
    const execution = await carryOut(throwing(new Error('no')));
    expect(JSON.stringify(execution)).not.toContain('execute.test.ts');
  });
});

describe('it always returns', () => {
  test('when the run is aborted, also from a tool that ignores its signal', async () => {
    const controller = new AbortController();
    const runtime = testRuntime({ abortSignal: controller.signal });
    const running = carryOut(never, {}, runtime);
    controller.abort(new Error('the user left'));
    expect(await running).toMatchObject({
      end: {
        failure: {
          code: 'ABORTED',
          error: new Error('the user left'),
          modelText: 'The run was aborted before "tool" finished.',
          displayText: 'The run was aborted before "tool" finished.',
        },
      },
    });
  });

  test('without running the tool, when the run was aborted before', async () => {
    const run = vi.fn();
    const abortSignal = AbortSignal.abort();
    const execution = await carryOut(run, {}, testRuntime({ abortSignal }));
    expect(execution).toMatchObject({ end: { failure: { code: 'ABORTED' } } });
    expect(run).not.toHaveBeenCalled();
  });

  test("when the tool's time is over; the model hears that effects may still occur", async () => {
    const text = '"tool" did not finish within 1 ms and was given up.';
    expect(await carryOut(never, { timeoutMs: 1 })).toMatchObject({
      end: {
        failure: {
          code: 'TIMED_OUT',
          error: expect.any(ToolTimeoutError),
          modelText: `${text} Its effects may still occur; check before you try again.`,
          displayText: text,
        },
      },
    });
  });

  test('and says nothing of effects where the tool only reads', async () => {
    const mcp = { annotations: { readOnlyHint: true } };
    expect(await carryOut(never, { timeoutMs: 1, mcp })).toMatchObject({
      end: { failure: { modelText: '"tool" did not finish within 1 ms and was given up.' } },
    });
  });

  test("and the tool's own signal is aborted with the run and with the clock", async () => {
    const reasons: unknown[] = [];
    const wait: Run = (_, { abortSignal }) =>
      new Promise((resolve) => {
        abortSignal.addEventListener('abort', () => {
          reasons.push(abortSignal.reason);
          resolve(1);
        });
      });
    await carryOut(wait, { timeoutMs: 1 });
    const controller = new AbortController();
    const runtime = testRuntime({ abortSignal: controller.signal });
    const running = carryOut(wait, { timeoutMs: 60_000 }, runtime);
    controller.abort('left');
    await running;
    expect(reasons).toEqual([expect.any(ToolTimeoutError), 'left']);
  });

  test.each<[string, () => unknown, string]>([
    ['finishes', () => 'late', 'finished'],
    ['fails', throwing(new Error('late')), 'failed'],
  ])('and what a tool comes to later is dropped and logged, where it %s', async (_, come, how) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const runtime = testRuntime();
    await carryOut(() => promise.then(come), { timeoutMs: 1 }, runtime);
    resolve();
    await vi.waitFor(() => expect(runtime.logged).toHaveLength(1));
    expect(runtime.logged[0]).toMatchObject({
      level: 'warn',
      message: `"tool" ${how} after its call had ended; that is dropped.`,
    });
  });

  test('and what a tool writes later is dropped', async () => {
    const contexts: ToolContext[] = [];
    const runtime = testRuntime();
    const run: Run = (_, context) => {
      contexts.push(context);
      return never();
    };
    await carryOut(run, { timeoutMs: 1 }, runtime);
    await contexts[0]?.writer.write('too late');
    await contexts[0]?.writer.custom({ type: 'data-late' });
    expect([runtime.progress, runtime.custom]).toEqual([[], []]);
  });
});

describe('a tool that suspends', () => {
  const suspended = { kind: 'suspend-requested', payload: { question: 'which?' } };
  const payload = { question: 'which?' };

  test.each<[string, Run]>([
    [
      'awaits it',
      async (_, { suspend }) => {
        await suspend(payload);
        return 'not reached';
      },
    ],
    ['returns it', (_, { suspend }) => suspend(payload)],
    [
      'does not await it',
      async (_, { suspend }) => {
        void suspend(payload);
        return 'ignored';
      },
    ],
    [
      'is synchronous',
      (_, { suspend }) => {
        void suspend(payload);
        return 'ignored';
      },
    ],
    [
      'catches the signal',
      async (_, { suspend }) => {
        try {
          await suspend(payload);
        } catch {
          return 'ignored';
        }
        return 0;
      },
    ],
    [
      'fails afterwards',
      async (_, { suspend }) => {
        void suspend(payload);
        throw new Error('ignored');
      },
    ],
    [
      'suspends twice',
      async (_, { suspend }) => {
        void suspend(payload);
        await suspend('other');
      },
    ],
    ['suspends through its agent', (_, { agent }) => agent?.suspend(payload)],
  ])('stays suspended where it %s', async (_, run) => {
    expect(await carryOut(run)).toEqual(suspended);
  });

  test('has its finally run before the wait is announced', async () => {
    const cleaned = vi.fn();
    await carryOut(async (_, { suspend }) => {
      try {
        await suspend(payload);
      } finally {
        await Promise.resolve();
        cleaned();
      }
    });
    expect(cleaned).toHaveBeenCalledOnce();
  });

  test('and does not let go is left after a while', async () => {
    vi.useFakeTimers();
    const running = carryOut((_, { suspend }) => {
      void suspend(payload);
      return never();
    });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await running).toEqual(suspended);
  });

  test('is ended by an abort all the same', async () => {
    const controller = new AbortController();
    const runtime = testRuntime({ abortSignal: controller.signal });
    const running = carryOut(
      (_, { suspend }) => {
        void suspend(payload);
        return never();
      },
      {},
      runtime,
    );
    controller.abort();
    expect(await running).toMatchObject({ end: { failure: { code: 'ABORTED' } } });
  });
});

test('a tool without execute is not the pipeline’s to run', () => {
  const call = testCall(createTool({ id: 't' }));
  expect(() => execute(call, testRuntime(), undefined)).toThrow(/the client's to run/);
});
