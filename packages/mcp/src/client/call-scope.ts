import type { RunningCall } from './running-call.ts';

/** Knows in whose call something happens, where the runtime can follow that. */
export interface CallScope {
  run<T>(call: RunningCall, work: () => T): T;
  current(): RunningCall | undefined;
}

/**
 * Over HTTP each call has a stream of its own, and what comes on it is read in that call's
 * asynchronous context: that is how a question finds the call that it is asked in.
 */
export async function createCallScope(): Promise<CallScope | undefined> {
  try {
    const { AsyncLocalStorage } = await import('node:async_hooks');
    const storage = new AsyncLocalStorage<RunningCall>();
    return {
      run: (call, work) => storage.run(call, work),
      current: () => storage.getStore(),
    };
  } catch {
    // A runtime that has none, such as a browser.
    return undefined;
  }
}
