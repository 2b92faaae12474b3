import type { Client, ClientOptions, PriorDiscovery } from '@modelcontextprotocol/client';
import { answerQuestions } from './answer-questions.ts';
import { createCallScope } from './call-scope.ts';
import { loadSdk } from './load-sdk.ts';
import type { OpenedTransport } from './open-transport.ts';
import { openTransport } from './open-transport.ts';
import type { RunningCall } from './running-call.ts';
import { screenMessages } from './screen-messages.ts';
import type { ServerLog } from './server-log.ts';
import { reportNoise } from './server-log.ts';
import type { ServerSettings } from './server-settings.ts';

/** What all servers of a client are told of it. */
export interface ClientFacts {
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly roots: readonly { readonly uri: `file://${string}`; readonly name?: string }[];
}

/** A connection that stands. */
export interface Connection {
  readonly client: Client;
  /** Whether the server speaks the revision of 2026, in which calls do not depend on one another. */
  readonly isModern: boolean;
  /** Whether all requests share one channel, so that they are lost together. */
  readonly isOneChannel: boolean;
  /** Whether the server says when its tools change. */
  readonly announcesChanges: boolean;
  /** The calls that are under way, of servers that ask in the middle of them. */
  readonly calls: Set<RunningCall>;
  /** Does work as a part of one of these calls. */
  within<T>(call: RunningCall, work: () => T): T;
  /** Whether requests belong to a session that the server may forget. */
  hasSession(): boolean;
  close(): Promise<void>;
}

/** What becomes of a connection while it stands. */
export interface ConnectionEvents {
  readonly onClose: () => void;
  readonly onToolsChanged: () => void;
}

/** Behind which statuses an address may be one of the transport before streamable HTTP. */
const NO_STREAMABLE_HTTP: ReadonlySet<number> = new Set([404, 405]);

/** How long a program may leave a question about its revision unanswered, in milliseconds. */
const MAX_PROBE_MS = 10_000;

/**
 * Connects to a server, over a transport of its own.
 *
 * @throws what the SDK throws, with the program's standard error as `stderr` where there is one.
 */
export async function openConnection(
  settings: ServerSettings,
  facts: ClientFacts,
  log: ServerLog,
  events: ConnectionEvents,
  prior: PriorDiscovery | undefined,
  onTransport: (transport: OpenedTransport) => void,
  closing: AbortSignal,
): Promise<Connection> {
  const { SdkHttpError } = await loadSdk();
  const { transport } = settings;
  const attempt = (kind: 'stdio' | 'http' | 'sse'): Promise<Connection> =>
    connect(settings, facts, log, events, prior, onTransport, closing, kind);
  if (transport.kind === 'stdio') return attempt('stdio');
  if (transport.sse === 'only') return attempt('sse');
  try {
    return await attempt('http');
  } catch (error) {
    const mayBeOld =
      transport.sse === 'if need be' &&
      error instanceof SdkHttpError &&
      NO_STREAMABLE_HTTP.has(error.status);
    if (!mayBeOld) throw error;
    return attempt('sse').catch(() => {
      throw error;
    });
  }
}

async function connect(
  settings: ServerSettings,
  facts: ClientFacts,
  log: ServerLog,
  { onClose, onToolsChanged }: ConnectionEvents,
  prior: PriorDiscovery | undefined,
  onTransport: (transport: OpenedTransport) => void,
  closing: AbortSignal,
  kind: 'stdio' | 'http' | 'sse',
): Promise<Connection> {
  const { connectTimeoutMs } = settings;
  const sdk = await loadSdk();
  const client = new sdk.Client(
    { ...facts.clientInfo },
    clientOptions(settings, facts, kind, onToolsChanged),
  );
  const opened = await openTransport(settings, kind, () => void client.close());
  onTransport(opened);
  const transport = screenMessages(opened.transport, (tool, why) =>
    log('warn', `its tool "${tool}" is left out, because ${why}.`),
  );
  const noise = reportNoise(log);
  client.onerror = noise;
  if (facts.roots.length > 0) {
    client.setRequestHandler('roots/list', () => ({
      roots: facts.roots.map((root) => ({ ...root })),
    }));
  }
  const calls = new Set<RunningCall>();
  const scope = kind === 'stdio' ? undefined : await createCallScope();
  answerQuestions(client, calls, scope, log);
  const clock = AbortSignal.any([AbortSignal.timeout(connectTimeoutMs), closing]);
  try {
    await client.connect(transport, {
      timeout: connectTimeoutMs,
      signal: clock,
      ...(prior ? { prior } : {}),
    });
  } catch (error) {
    await transport.close().catch(() => undefined);
    throw error;
  }
  client.onclose = onClose;
  const isModern = client.getProtocolEra() === 'modern';
  const listens = client.getServerCapabilities()?.tools?.listChanged === true;
  return {
    client,
    isModern,
    isOneChannel: kind !== 'http',
    // A server may promise news and refuse to tell them; and whether a stream of events of a 2025
    // server over HTTP is there at all, nothing says.
    announcesChanges:
      listens && (isModern ? client.autoOpenedSubscription !== undefined : kind !== 'http'),
    calls,
    within: (call, work) => (scope ? scope.run(call, work) : work()),
    hasSession: () => transport.sessionId !== undefined,
    close: () => client.close(),
  };
}

function clientOptions(
  { protocol, connectTimeoutMs }: ServerSettings,
  { roots }: ClientFacts,
  kind: 'stdio' | 'http' | 'sse',
  onToolsChanged: () => void,
): ClientOptions {
  const isOld = protocol === '2025' || kind === 'sse';
  const timeoutMs = Math.min(connectTimeoutMs, MAX_PROBE_MS);
  return {
    capabilities: {
      elicitation: { form: {}, url: {} },
      extensions: { 'io.modelcontextprotocol/tasks': {} },
      ...(roots.length > 0 ? { roots: {} } : {}),
    },
    versionNegotiation: isOld
      ? { mode: 'legacy' }
      : protocol === '2026'
        ? { mode: { pin: '2026-07-28' } }
        : { mode: 'auto', probe: kind === 'stdio' ? { timeoutMs } : {} },
    // What is asked is told to a person, who may take days.
    inputRequired: { autoFulfill: false },
    listChanged: { tools: { autoRefresh: false, onChanged: onToolsChanged } },
    // Outputs are validated with the tool, where the failure is one of the call.
    jsonSchemaValidator: {
      getValidator: () => (input) => ({
        valid: true,
        // What was not looked at is what it was given as.
        data: input as never,
        errorMessage: undefined,
      }),
    },
  };
}
