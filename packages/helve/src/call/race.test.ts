import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { race } from './race.ts';

const never = new Promise<never>(() => undefined);

describe('race', () => {
  test('gives what the work came to', async () => {
    expect(await race(() => 1, {})).toEqual({ kind: 'done', value: 1 });
    expect(await race(async () => 1, { timeoutMs: 1_000 })).toEqual({ kind: 'done', value: 1 });
  });

  test.each([[new Error('no')], [null], [undefined], [Symbol('s')], ['text'], [Object.freeze({})]])(
    'gives what the work threw or rejected with: %o',
    async (thrown) => {
      const work = () => {
        throw thrown;
      };
      const { signal } = new AbortController();
      for (const limits of [{}, { timeoutMs: 1_000 }, { signal }]) {
        expect(await race(work, limits)).toEqual({ kind: 'threw', error: thrown });
        expect(await race(() => Promise.reject(thrown), limits)).toEqual({
          kind: 'threw',
          error: thrown,
        });
      }
    },
  );

  test('does not start the work where the signal is aborted already', async () => {
    const work = vi.fn();
    const signal = AbortSignal.abort('over');
    expect(await race(work, { signal })).toEqual({ kind: 'aborted', reason: 'over' });
    expect(work).not.toHaveBeenCalled();
  });

  test('ends with the signal, also where the work ignores it', async () => {
    const controller = new AbortController();
    const racing = race(() => never, { signal: controller.signal, timeoutMs: 60_000 });
    controller.abort('enough');
    expect(await racing).toEqual({ kind: 'aborted', reason: 'enough' });
  });

  test('ends with the signal where the work itself aborts it', async () => {
    const controller = new AbortController();
    const work = () => {
      controller.abort('by itself');
      return never;
    };
    expect(await race(work, { signal: controller.signal })).toEqual({
      kind: 'aborted',
      reason: 'by itself',
    });
  });

  test('ends with the clock, and tells so', async () => {
    const onTimeout = vi.fn();
    expect(await race(() => never, { timeoutMs: 1, onTimeout })).toEqual({ kind: 'timed-out' });
    expect(onTimeout).toHaveBeenCalledOnce();
  });

  test('leaves no timer and no listener behind', async () => {
    vi.useFakeTimers();
    const { signal } = new AbortController();
    const remove = vi.spyOn(signal, 'removeEventListener');
    await race(async () => 1, { signal, timeoutMs: 60_000 });
    expect(vi.getTimerCount()).toBe(0);
    expect(remove).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  test('tells what came too late: a value', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const late = new Promise((tell) => {
      void Promise.resolve(race(() => promise, { timeoutMs: 1, onLate: tell })).then(() =>
        resolve('late'),
      );
    });
    expect(await late).toEqual({ value: 'late' });
  });

  test('tells what came too late: an error, which nobody else need handle', async () => {
    const { promise, reject } = Promise.withResolvers<string>();
    const late = new Promise((tell) => {
      void Promise.resolve(race(() => promise, { timeoutMs: 1, onLate: tell })).then(() =>
        reject('late'),
      );
    });
    expect(await late).toMatchObject({ error: 'late' });
  });

  test('waits for any thenable, and starts a lazy one once', async () => {
    let starts = 0;
    const lazy = {
      // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested
      then(resolve: (rows: number) => void) {
        starts += 1;
        resolve(3);
      },
    };
    expect(await race(() => lazy as PromiseLike<number>, { timeoutMs: 1_000 })).toEqual({
      kind: 'done',
      value: 3,
    });
    expect(starts).toBe(1);
  });

  test('takes a value whose `then` cannot be read for a failure', async () => {
    const error = new Error('not for you');
    const hostile = Object.defineProperty({}, 'then', {
      get() {
        throw error;
      },
    });
    expect(await race(() => hostile, {})).toEqual({ kind: 'threw', error });
  });

  test('always returns, whatever the work, the signal and the clock do', async () => {
    const work = fc.constantFrom(
      () => 1,
      () => {
        throw new Error('at once');
      },
      async () => 2,
      () => Promise.reject(new Error('later')),
      () => never,
      () => new Promise((resolve) => setTimeout(resolve, 2)),
    );
    const abort = fc.constantFrom('before', 'during', 'after', 'never');
    await fc.assert(
      fc.asyncProperty(work, abort, fc.boolean(), async (run, when, hasSignal) => {
        const controller = new AbortController();
        if (when === 'before') controller.abort();
        const signal = hasSignal ? controller.signal : undefined;
        const racing = race(run, { signal, timeoutMs: 5 });
        if (when === 'during') controller.abort();
        const { kind } = await racing;
        if (when === 'after') controller.abort();
        expect(['done', 'threw', 'aborted', 'timed-out']).toContain(kind);
        if (!hasSignal) expect(kind).not.toBe('aborted');
      }),
    );
  });
});
