import type { PriorDiscovery } from '@modelcontextprotocol/client';
import { delay } from './delay.ts';
import type { Fault } from './fault-of.ts';
import { faultOf } from './fault-of.ts';
import {
  McpConfigError,
  McpConnectionLostError,
  McpUnauthorizedError,
  McpUnreachableError,
} from './mcp-errors.ts';
import type { ClientFacts, Connection } from './open-connection.ts';
import { openConnection } from './open-connection.ts';
import type { OpenedTransport } from './open-transport.ts';
import { openTransport } from './open-transport.ts';
import type { ServerLog } from './server-log.ts';
import type { ServerSettings } from './server-settings.ts';
import { untilAborted } from './until-aborted.ts';

/** The pause behind the first failure and the longest one, in milliseconds. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** A connection that lasted this long was a good one: the next pause is the first again. */
const GOOD_AFTER_MS = 10_000;

const MAY_OCCUR = ' Its client was closed; its effects may still occur.';

/** Told of what becomes of a server's connection. */
export interface ConnectionWatch {
  readonly onOpen: (connection: Connection) => void;
  readonly onToolsChanged: () => void;
}

/**
 * The way to one server: connected when first needed, and again when needed after it was lost. One
 * attempt at a time, whoever waits for it, and a longer pause before each that follows a failure.
 */
export class ServerConnection {
  readonly #settings: ServerSettings;
  readonly #facts: ClientFacts;
  readonly #log: ServerLog;
  readonly #watch: ConnectionWatch;
  readonly #closing = new AbortController();
  #connection: Connection | undefined;
  #opening: Promise<Connection> | undefined;
  #prior: PriorDiscovery | undefined;
  #transport: OpenedTransport | undefined;
  #failures = 0;
  #notBefore = 0;
  /** Why the last attempt came to nothing. */
  #failure: Error | undefined;

  constructor(
    settings: ServerSettings,
    facts: ClientFacts,
    log: ServerLog,
    watch: ConnectionWatch,
  ) {
    this.#settings = settings;
    this.#facts = facts;
    this.#log = log;
    this.#watch = watch;
  }

  /** The connection that stands, if one does. */
  get current(): Connection | undefined {
    return this.#connection;
  }

  /**
   * A connection that stands.
   *
   * @param patienceMs how long the pause behind a failure may still be, to be waited for.
   * @throws McpUnreachableError, McpUnauthorizedError, or the reason of `signal`.
   */
  async ready(
    signal?: AbortSignal,
    patienceMs: number = Number.POSITIVE_INFINITY,
  ): Promise<Connection> {
    if (this.#closing.signal.aborted) throw this.#closedError();
    if (this.#connection) return this.#connection;
    if (this.#notBefore - Date.now() > patienceMs) throw this.#failure ?? this.#goneError();
    // Whoever waits may leave; the attempt goes on for the others.
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return untilAborted(this.#opening, signal);
  }

  /**
   * Leaves a connection on which a request came to nothing, where it is of no use any more; other
   * calls on it end too. Requests over HTTP stand each for itself, unless the server has forgotten
   * the session that all of them belong to.
   */
  async leave(connection: Connection, fault: Fault): Promise<void> {
    const isGone = connection.isOneChannel || connection.hasSession();
    if (isGone && (fault === 'not-sent' || (fault === 'lost' && connection.isOneChannel))) {
      await this.#drop(connection);
    }
  }

  /**
   * Finishes an OAuth login, so that the next attempt has credentials. The login may have begun in
   * another process: what it needs is with the provider.
   *
   * @throws McpConfigError where the server is a program, which nobody logs in to.
   */
  async finishAuth(code: string | URLSearchParams): Promise<void> {
    const { name, transport } = this.#settings;
    if (transport.kind === 'stdio') {
      throw new McpConfigError(
        `The MCP server "${name}" is a program: there is no login to finish.`,
      );
    }
    const kind = transport.sse === 'only' ? 'sse' : 'http';
    const way = this.#transport ?? (await openTransport(this.#settings, kind, () => undefined));
    await way.finishAuth?.(code);
    this.#notBefore = 0;
  }

  /** Ends the connection for good. */
  async close(): Promise<void> {
    this.#closing.abort(this.#closedError());
    for (const call of this.#connection?.calls ?? []) {
      call.give(new McpConnectionLostError(this.#settings.name, MAY_OCCUR));
    }
    await this.#opening?.catch(() => undefined);
    if (this.#connection) await this.#drop(this.#connection);
  }

  async #drop(connection: Connection): Promise<void> {
    this.#lost(connection);
    await connection.close().catch(() => undefined);
  }

  async #open(): Promise<Connection> {
    const pauseMs = this.#notBefore - Date.now();
    if (pauseMs > 0) await delay(pauseMs, this.#closing.signal);
    const openedAt = Date.now();
    let connection: Connection | undefined;
    const onClose = (): void => {
      if (Date.now() - openedAt >= GOOD_AFTER_MS) this.#failures = 0;
      if (connection) this.#lost(connection);
    };
    const { onToolsChanged } = this.#watch;
    try {
      connection = await openConnection(
        this.#settings,
        this.#facts,
        this.#log,
        { onClose, onToolsChanged },
        this.#prior,
        (transport) => {
          this.#transport = transport;
        },
        this.#closing.signal,
      );
    } catch (error) {
      this.#closing.signal.throwIfAborted();
      this.#pauseLonger();
      this.#prior = undefined;
      this.#failure = this.#explain(error);
      throw this.#failure;
    }
    if (this.#closing.signal.aborted) {
      await connection.close();
      throw this.#closedError();
    }
    this.#connection = connection;
    this.#failure = undefined;
    this.#keepEra(connection);
    this.#watch.onOpen(connection);
    return connection;
  }

  /** Asking a program for its revision takes another start of it, so what it said is kept. */
  #keepEra({ client, isModern }: Connection): void {
    if (this.#settings.transport.kind !== 'stdio' || this.#settings.protocol !== 'auto') return;
    const discover = client.getDiscoverResult();
    this.#prior = isModern && discover ? { kind: 'modern', discover } : { kind: 'legacy' };
  }

  #lost(connection: Connection): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    this.#pauseLonger();
    if (!this.#closing.signal.aborted) this.#log('info', 'the connection is closed.');
  }

  #pauseLonger(): void {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, LONGEST_PAUSE_MS);
    this.#failures += 1;
    this.#notBefore = Date.now() + pauseMs;
  }

  #explain(error: unknown): Error {
    const { name, transport } = this.#settings;
    if (faultOf(error, false) === 'unauthorized') return new McpUnauthorizedError(name, error);
    const stderr = this.#transport?.stderr();
    const why =
      transport.kind === 'stdio'
        ? whyNotStarted(transport, error)
        : 'could not be reached, or did not greet: check `url` of its configuration';
    const details = { cause: error, ...(stderr === undefined ? {} : { stderr }) };
    this.#log('error', 'it could not be connected to.', { error, stderr });
    return new McpUnreachableError(name, why, details);
  }

  #goneError(): McpUnreachableError {
    return new McpUnreachableError(this.#settings.name, 'went away, and is not tried again yet');
  }

  #closedError(): McpUnreachableError {
    return new McpUnreachableError(
      this.#settings.name,
      'is not there any more: its client is closed',
    );
  }
}

/** The program itself may not be there, which is more often so than anything else. */
function whyNotStarted(
  { command }: Extract<ServerSettings['transport'], { readonly kind: 'stdio' }>,
  error: unknown,
): string {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  if (!isMissing) {
    return 'could not be started, or did not greet: check `command` and `args` of its configuration';
  }
  return /\s/.test(command)
    ? 'could not be started: there is no program of that name. Put what stands behind the program in `command` into `args`'
    : 'could not be started: its `command` is not installed, or not found in PATH, or its `cwd` is not there';
}
