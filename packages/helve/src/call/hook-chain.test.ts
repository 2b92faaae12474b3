import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HookChain } from './hook-chain.ts';
import { testRuntime } from './test-runtime.ts';

/** A hook that ends when its own promise does, or at once. */
type Behaviour = 'sync' | 'throws' | 'async' | 'rejects' | 'slow' | 'thenable';

function hookOf(behaviour: Behaviour): () => unknown {
  switch (behaviour) {
    case 'sync':
      return () => 'ignored';
    case 'throws':
      return () => {
        throw new Error('thrown');
      };
    case 'async':
      return async () => undefined;
    case 'rejects':
      return () => Promise.reject(new Error('rejected'));
    case 'slow':
      return () => new Promise((resolve) => setTimeout(resolve, 1));
    case 'thenable':
      // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested
      return () => ({ then: (resolve: () => void) => setTimeout(resolve, 1) });
  }
}

const behaviours = fc.array(
  fc.constantFrom<Behaviour>('sync', 'throws', 'async', 'rejects', 'slow', 'thenable'),
  { maxLength: 8 },
);

describe('hooks', () => {
  test('run in their order, each after the one before it has ended, whatever each does', async () => {
    await fc.assert(
      fc.asyncProperty(behaviours, async (list) => {
        const { logger, logged } = testRuntime();
        const chain = new HookChain(logger);
        const events: string[] = [];
        list.forEach((behaviour, index) => {
          chain.run(`hook${index}`, () => {
            events.push(`start ${index}`);
            const ended = hookOf(behaviour)();
            return Promise.resolve(ended).finally(() => events.push(`end ${index}`));
          });
        });
        await chain.pending;
        expect(chain.pending).toBeUndefined();
        const failing = list.map((behaviour, index) => ({ behaviour, index }));
        const started = events.filter((event) => event.startsWith('start'));
        expect(started).toEqual(list.map((_, index) => `start ${index}`));
        for (const [at, event] of events.entries()) {
          // nothing starts between a start and its end, unless the hook threw at once
          const { behaviour } = failing[Number(event.split(' ')[1])] ?? {};
          if (!event.startsWith('start') || behaviour === 'throws') continue;
          expect(events[at + 1]).toBe(event.replace('start', 'end'));
        }
        const failures = list.filter((each) => each === 'throws' || each === 'rejects');
        expect(logged).toHaveLength(failures.length);
      }),
    );
  });

  test('run at once while nothing else is running', () => {
    const chain = new HookChain(testRuntime().logger);
    const seen: number[] = [];
    chain.run('first', () => seen.push(1));
    chain.run('second', () => seen.push(2));
    expect(seen).toEqual([1, 2]);
    expect(chain.pending).toBeUndefined();
  });

  test('that hang delay only those behind them', async () => {
    const chain = new HookChain(testRuntime().logger);
    const seen: number[] = [];
    chain.run('first', () => void seen.push(1));
    chain.run('hangs', () => new Promise(() => undefined));
    chain.run('last', () => void seen.push(3));
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toEqual([1]);
  });

  test('that fail are logged by name and go no further', async () => {
    const { logger, logged } = testRuntime();
    const chain = new HookChain(logger);
    chain.run('onOutput', hookOf('throws'));
    chain.run('onOutput', hookOf('rejects'));
    await chain.pending;
    expect(logged).toEqual([
      {
        level: 'error',
        message: 'The hook onOutput failed; the call goes on.',
        details: { error: new Error('thrown') },
      },
      expect.objectContaining({ details: { error: new Error('rejected') } }),
    ]);
  });

  test('that fail are logged with what may be said of their error', () => {
    const { logger, logged } = testRuntime();
    const chain = new HookChain(logger, () => ({ errorType: 'Error' }));
    chain.run('onOutput', () => {
      throw new Error('secret-value');
    });
    expect(logged[0]?.details).toEqual({ errorType: 'Error' });
    expect(JSON.stringify(logged)).not.toContain('secret-value');
  });

  test('that return a value whose `then` cannot be read are taken for failed', () => {
    const { logger, logged } = testRuntime();
    new HookChain(logger).run('onOutput', () =>
      Object.defineProperty({}, 'then', {
        get() {
          throw new Error('no');
        },
      }),
    );
    expect(logged).toHaveLength(1);
  });
});
