import { HelveError } from 'helve';
import type { ToolsChanged } from './client-options.ts';
import type { ServerDefinition } from './definitions.ts';
import { faultOf } from './fault-of.ts';
import { McpProtocolError, McpUnauthorizedError, McpUnreachableError } from './mcp-errors.ts';
import type { Connection } from './open-connection.ts';
import { definitionsIn } from './screen-result.ts';
import type { ServerConnection } from './server-connection.ts';
import type { ServerLog } from './server-log.ts';
import type { ServerSettings } from './server-settings.ts';
import type { McpToolDefinition } from './tool-definition.ts';
import type { ToolDrift } from './tool-drift.ts';
import { driftOf } from './tool-drift.ts';
import { untilAborted } from './until-aborted.ts';

/** However long a server says that its list may be kept. */
const LONGEST_TTL_MS = 86_400_000;

/**
 * How long a list waits for the next attempt to connect, in milliseconds: whoever asks for tools has
 * other servers', and a person before the screen. A call of a tool has nothing else, and waits.
 */
const PATIENCE_MS = 1_000;

/** What is told of changes. */
export interface ListWatch {
  readonly onDrift: ((change: ToolsChanged) => unknown) | undefined;
  readonly onToolsChanged: ((change: ToolsChanged) => unknown) | undefined;
}

/** The tools that one server has, as far as is known, and whether that is still to be believed. */
export class ToolList {
  readonly #settings: ServerSettings;
  readonly #way: ServerConnection;
  readonly #log: ServerLog;
  readonly #watch: ListWatch;
  #known: ServerDefinition | undefined;
  #isExported: boolean;
  /** From when on the list is asked for anew, in milliseconds since 1970. */
  #staleAt: number;
  #fetching: Promise<ServerDefinition> | undefined;
  /** The connection over which changes are not announced any more. */
  #silent: Connection | undefined;

  constructor(
    settings: ServerSettings,
    way: ServerConnection,
    log: ServerLog,
    watch: ListWatch,
    exported: ServerDefinition | undefined,
  ) {
    this.#settings = settings;
    this.#way = way;
    this.#log = log;
    this.#watch = watch;
    this.#known = exported;
    this.#isExported = exported !== undefined;
    this.#staleAt = exported ? Number.POSITIVE_INFINITY : 0;
  }

  /** The list as it is known now. */
  get known(): ServerDefinition | undefined {
    return this.#known;
  }

  /** The list; asked for where it may have changed. What is known stands in for a lost server. */
  async current(signal: AbortSignal | undefined): Promise<ServerDefinition> {
    if (this.#known && Date.now() < this.#staleAt) return this.#known;
    try {
      return await untilAborted(this.#fetch(await this.#way.ready(signal, PATIENCE_MS)), signal);
    } catch (error) {
      signal?.throwIfAborted();
      if (!this.#known) throw error;
      this.#log('warn', 'its tools could not be asked for; those known before are used.', {
        error,
      });
      return this.#known;
    }
  }

  /** The list as the server has it now, whatever is known. */
  async fresh(): Promise<ServerDefinition> {
    return this.#fetch(await this.#way.ready());
  }

  /** The server is there again, or says that its tools have changed. */
  refresh(connection: Connection): void {
    this.#staleAt = 0;
    if (!this.#known) return;
    this.#fetch(connection).catch((error: unknown) => {
      this.#log('warn', 'its tools could not be asked for; those known before are used.', {
        error,
      });
    });
  }

  /** From now on nobody says when the server's tools change, so the list grows old. */
  becomesSilent(connection: Connection): void {
    this.#silent = connection;
    this.#staleAt = Math.min(this.#staleAt, Date.now() + this.#settings.refreshMs);
  }

  /** One at a time: whoever comes meanwhile gets the same. */
  #fetch(connection: Connection): Promise<ServerDefinition> {
    this.#fetching ??= this.#loadOver(connection).finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  /** Over another connection, where this one is lost: to ask for a list again changes nothing. */
  async #loadOver(connection: Connection): Promise<ServerDefinition> {
    try {
      return await this.#load(connection);
    } catch (error) {
      const fault = faultOf(error, connection.hasSession());
      if (fault !== 'lost' && fault !== 'not-sent') throw this.#explain(error);
      await this.#way.leave(connection, fault);
    }
    try {
      return await this.#load(await this.#way.ready());
    } catch (error) {
      throw this.#explain(error);
    }
  }

  #explain(error: unknown): unknown {
    const { name } = this.#settings;
    switch (faultOf(error, false)) {
      case 'unauthorized':
        return new McpUnauthorizedError(name, error);
      case 'refused':
      case 'nonsense':
        return new McpProtocolError(name, 'does not give a list of its tools', { cause: error });
      case 'lost':
      case 'not-sent':
        return HelveError.isInstance(error)
          ? error
          : new McpUnreachableError(name, 'went away as it was asked for its tools', {
              cause: error,
            });
      case 'other':
        return error;
    }
  }

  async #load(connection: Connection): Promise<ServerDefinition> {
    const { client } = connection;
    const announcesChanges = connection.announcesChanges && this.#silent !== connection;
    const { refreshMs, timeoutMs } = this.#settings;
    const result = await client.listTools(undefined, { cacheMode: 'refresh', timeout: timeoutMs });
    const tools = this.#withoutTwins(definitionsIn(result.tools));
    const instructions = client.getInstructions();
    const { ttlMs } = result as { readonly ttlMs?: unknown };
    const said =
      typeof ttlMs === 'number' && ttlMs > 0 ? Math.min(ttlMs, LONGEST_TTL_MS) : undefined;
    const lasts = announcesChanges ? Number.POSITIVE_INFINITY : (said ?? refreshMs);
    this.#staleAt = Date.now() + lasts;
    const before = this.#known;
    this.#known = { tools, ...(instructions === undefined ? {} : { instructions }) };
    const drift = before && driftOf(before.tools, tools);
    if (drift) this.#tell(drift);
    this.#isExported = false;
    return this.#known;
  }

  #tell(drift: ToolDrift): void {
    const what = `${drift.added.length} tools came, ${drift.removed.length} went, ${drift.changed.length} changed`;
    const { onDrift, onToolsChanged } = this.#watch;
    if (this.#isExported) {
      this.#log('warn', `it differs from the definitions given: ${what}.`, { ...drift });
    } else this.#log('info', `its tools have changed: ${what}.`, { ...drift });
    try {
      (this.#isExported ? onDrift : onToolsChanged)?.({ server: this.#settings.name, ...drift });
    } catch (error) {
      this.#log('error', 'a callback that is told of changes threw.', { error });
    }
  }

  /** A name that stands there twice is the first one's. */
  #withoutTwins(tools: readonly McpToolDefinition[]): readonly McpToolDefinition[] {
    const names = new Set<string>();
    return tools.filter(({ name }) => {
      if (names.has(name)) this.#log('warn', `it has two tools "${name}"; the second is left out.`);
      const isFirst = !names.has(name);
      names.add(name);
      return isFirst;
    });
  }
}
