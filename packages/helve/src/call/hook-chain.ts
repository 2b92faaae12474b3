import type { Logger } from '../tool/logger.ts';
import { isThenable } from './is-thenable.ts';

function errorAlone(error: unknown): Readonly<Record<string, unknown>> {
  return { error };
}

/**
 * Runs hooks in their order, each after the one before it has ended, and lets nobody wait for them:
 * a hook that hangs delays only the hooks behind it.
 */
export class HookChain {
  readonly #logger: Logger;
  readonly #details: (error: unknown) => Readonly<Record<string, unknown>>;
  /** The hook that is running, with those queued behind it; absent while the chain is idle. */
  #tail: Promise<void> | undefined;

  /** @param details what is logged of an error that a hook throws. */
  constructor(
    logger: Logger,
    details: (error: unknown) => Readonly<Record<string, unknown>> = errorAlone,
  ) {
    this.#logger = logger;
    this.#details = details;
  }

  /** Runs `hook` now where nothing is running, else when its turn comes. */
  run(name: string, hook: () => unknown): void {
    if (this.#tail) this.#follow(this.#tail.then(() => this.#guarded(name, hook)));
    else {
      const running = this.#guarded(name, hook);
      if (running) this.#follow(running);
    }
  }

  /** Resolves when no hook is left to run; absent where that is now. */
  get pending(): Promise<void> | undefined {
    return this.#tail;
  }

  #follow(running: Promise<void>): void {
    const tail = running.then(() => {
      if (this.#tail === tail) this.#tail = undefined;
    });
    this.#tail = tail;
  }

  /** Calls a hook; what it throws or rejects with is logged and goes no further. */
  #guarded(name: string, hook: () => unknown): Promise<void> | undefined {
    try {
      const result = hook();
      if (!isThenable(result)) return undefined;
      return Promise.resolve(result).then(
        () => undefined,
        (error: unknown) => this.#report(name, error),
      );
    } catch (error) {
      this.#report(name, error);
      return undefined;
    }
  }

  #report(name: string, error: unknown): void {
    this.#logger.error(`The hook ${name} failed; the call goes on.`, this.#details(error));
  }
}
