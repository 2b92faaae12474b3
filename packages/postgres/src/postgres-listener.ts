import { createHash } from 'node:crypto';
import { StoreError, Watchers } from 'helve/store';
import { postgresFailure } from './postgres-failure.ts';
import type { PostgresPool } from './postgres-pool.ts';
import { TYPES } from './postgres-pool.ts';

/** The longest pause between two tries to connect again, in milliseconds. */
const LONGEST_PAUSE_MS = 1000;

/** The name of the channel on which news of the runs in a schema is told. */
export function channelOf(schema: string): string {
  // names of channels are short, and those of schemas may be longer
  return `helve_${createHash('sha256').update(schema).digest('hex').slice(0, 24)}`;
}

/**
 * Hears of news of runs, from all processes: one connection that listens while somebody watches, and
 * none otherwise. Where it is lost, it is made again; what was told meanwhile is made up for by telling
 * everybody.
 */
export class PostgresListener {
  readonly #watchers = new Watchers();
  readonly #channel: string;
  readonly #pool: () => PostgresPool;
  /** Ends the connection that listens, where there is one. */
  #end: (() => void) | undefined;
  #connecting: Promise<void> | undefined;
  #isClosed = false;

  constructor(channel: string, pool: () => PostgresPool) {
    this.#channel = channel;
    this.#pool = pool;
  }

  /** Resolves when it listens. @throws StoreError where it cannot. */
  async add(id: string, changed: () => void): Promise<() => void> {
    const remove = this.#watchers.add(id, changed);
    const stop = (): void => {
      remove();
      if (this.#watchers.areNone) this.#disconnect();
    };
    try {
      await this.#connected();
    } catch (error) {
      stop();
      throw postgresFailure(error);
    }
    return stop;
  }

  close(): void {
    this.#isClosed = true;
    this.#disconnect();
  }

  async #connected(): Promise<void> {
    if (this.#isClosed) {
      throw new StoreError('closed', 'The store of PostgreSQL was closed. Make another one.');
    }
    if (this.#end) return;
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    await this.#connecting;
  }

  async #connect(): Promise<void> {
    const client = await this.#pool().connect();
    let isReleased = false;
    // it listens, or is broken: nobody else must be given it
    const end = (): void => {
      if (!isReleased) client.release(true);
      isReleased = true;
    };
    client.on('error', () => {
      if (this.#end === end) {
        this.#end = undefined;
        void this.#connectAgain();
      }
      end();
    });
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel !== this.#channel || isReleased) return;
      if (payload === '') this.#watchers.tellAll();
      else this.#watchers.tell(payload);
    });
    try {
      await client.query({ text: `LISTEN ${this.#channel}`, values: [], types: TYPES });
    } catch (error) {
      end();
      throw error;
    }
    this.#end = end;
    // those who stopped meanwhile had nothing yet that they could end
    if (this.#watchers.areNone || this.#isClosed) this.#disconnect();
  }

  async #connectAgain(): Promise<void> {
    for (let pauseMs = 10; !this.#watchers.areNone && !this.#isClosed; pauseMs *= 2) {
      try {
        await this.#connected();
        this.#watchers.tellAll();
        return;
      } catch {
        // whoever watches reads as well, and hears there what is wrong
        const pause = Math.min(pauseMs, LONGEST_PAUSE_MS);
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }

  #disconnect(): void {
    this.#end?.();
    this.#end = undefined;
  }
}
