import type { ServerContext } from '@modelcontextprotocol/server';

/** Beyond this many, updates are thinned out. */
const AT_ONCE = 100;
/** Milliseconds between two updates, once there were many. */
const PAUSE_MS = 100;
/** Too small to be seen beside a progress that the tool counts itself. */
const STEP = 2 ** -20;

/** How far a call has got. */
export interface ProgressUpdate {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/**
 * Tells a client how far its call has got. The protocol wants progress to grow, so what does not is
 * dropped; and a tool may say more than a client reads, so after the first hundred only the last of
 * each tenth of a second is sent.
 */
export class ProgressReporter {
  #last = -1;
  #counted = false;
  #sent = 0;
  #nextAt = 0;
  #pending: Promise<void> | undefined;
  #held: { readonly update: ProgressUpdate; readonly to: ServerContext } | undefined;

  /** Sends what the tool counts itself. */
  async report(update: ProgressUpdate, to: ServerContext | undefined): Promise<void> {
    if (!Number.isFinite(update.progress) || update.progress <= this.#last) return;
    this.#counted = true;
    await this.#pass(update, to);
  }

  /** Sends a message of a tool that need not count. */
  async tell(message: string, to: ServerContext | undefined): Promise<void> {
    const progress = this.#last < 0 ? 1 : this.#last + (this.#counted ? STEP : 1);
    await this.#pass({ progress, message }, to);
  }

  /** Remembers a message that is still being made. */
  follow(telling: Promise<void>): void {
    this.#pending = this.#pending ? this.#pending.then(() => telling) : telling;
  }

  /** Whether there is anything for `flush` to do. */
  get hasPending(): boolean {
    return this.#pending !== undefined || this.#held !== undefined;
  }

  /** Sends what was held back, before the call's result. */
  async flush(): Promise<void> {
    if (this.#pending) await this.#pending;
    const held = this.#held;
    this.#held = undefined;
    if (held) await send(held.update, held.to);
  }

  async #pass(update: ProgressUpdate, to: ServerContext | undefined): Promise<void> {
    this.#last = update.progress;
    if (to?.mcpReq._meta?.progressToken === undefined) return;
    const now = Date.now();
    this.#sent += 1;
    if (this.#sent > AT_ONCE && now < this.#nextAt) {
      this.#held = { update, to };
      return;
    }
    this.#nextAt = now + PAUSE_MS;
    this.#held = undefined;
    await send(update, to);
  }
}

async function send(update: ProgressUpdate, { mcpReq }: ServerContext): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  try {
    await mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, ...update },
    });
  } catch {
    // The client is gone; that ends the call by its signal, and is no failure of the tool.
  }
}
