import type { Guard, Logger } from 'helve';
import type { SourcedRule } from 'helve/runtime';
import type { ParkedRun } from './call/open-call.ts';
import { checkOptions } from './check-options.ts';
import { InvalidMcpServerError } from './invalid-mcp-server-error.ts';
import type { McpServerOptions, RequestOrigin, ServerLimits } from './server-options.ts';
import { agentTools } from './tools/agent-tool.ts';
import type { Catalogue } from './tools/catalogue.ts';
import { createCatalogue } from './tools/catalogue.ts';
import { ParkedCalls } from './wait/parked-calls.ts';
import { randomKey, StateSeal } from './wait/state-seal.ts';
import type { UsedStates } from './wait/used-states.ts';
import { MemoryUsedStates } from './wait/used-states.ts';

const MINUTE_MS = 60_000;

/** Standard output is the protocol's on stdio, so nothing of ours goes there. */
const STDERR: Logger = {
  debug: () => undefined,
  info: (...line) => console.error(...line),
  warn: (...line) => console.warn(...line),
  error: (...line) => console.error(...line),
};

/** What all requests of a server share. */
export interface ServerCore {
  readonly options: McpServerOptions;
  readonly logger: Logger;
  readonly limits: Required<ServerLimits>;
  readonly approvalRules: readonly SourcedRule[];
  readonly guard: Guard | undefined;
  readonly decisionTimeoutMs: number;
  readonly seal: StateSeal;
  readonly stateTtlMs: number;
  readonly used: UsedStates;
  readonly parked: ParkedCalls<ParkedRun>;
  /** Changes when the tools do. */
  catalogue: Catalogue;
}

/** Checks the options, and makes ready what requests need. */
export function createCore(options: McpServerOptions): ServerCore {
  checkOptions(options);
  const logger = options.logger ?? STDERR;
  const { state = {}, requireToolApproval } = options;
  const limits = withDefaults(options.limits);
  return {
    options,
    logger,
    limits,
    approvalRules:
      requireToolApproval === undefined ? [] : [{ source: 'run', rule: requireToolApproval }],
    guard: options.beforeToolCall,
    decisionTimeoutMs: options.decisionTimeoutMs ?? 30_000,
    seal: new StateSeal(state.key ?? randomKey()),
    stateTtlMs: state.ttlMs ?? 10 * MINUTE_MS,
    used: state.used ?? new MemoryUsedStates(),
    parked: new ParkedCalls(limits.parkedCalls),
    catalogue: readTools(options, logger),
  };
}

/**
 * The tools of `tools` and `agents` as they are offered.
 *
 * @throws InvalidMcpServerError where two have one name, beside what `createCatalogue` throws.
 */
export function readTools(
  { tools = {}, agents = {} }: Pick<McpServerOptions, 'tools' | 'agents'>,
  logger: Logger,
): Catalogue {
  const ofAgents = agentTools(agents);
  const twin = Object.keys(ofAgents).find((name) => Object.hasOwn(tools, name));
  if (twin !== undefined) {
    throw new InvalidMcpServerError(
      `tools["${twin}"] has the name of the tool that an agent is offered as. Give one of them another key.`,
    );
  }
  return createCatalogue({ ...tools, ...ofAgents }, logger);
}

function withDefaults(given: ServerLimits = {}): Required<ServerLimits> {
  return {
    bodyBytes: given.bodyBytes ?? 4 * 1024 * 1024,
    bodyMs: given.bodyMs ?? MINUTE_MS / 2,
    depth: Math.min(given.depth ?? 200, 200),
    callMs: given.callMs ?? 10 * MINUTE_MS,
    parkedCalls: given.parkedCalls ?? 1_000,
    sessions: given.sessions ?? 1_000,
    sessionIdleMs: given.sessionIdleMs ?? 30 * MINUTE_MS,
  };
}

/** Whose request it is, for those who ask the application about it. */
export function principalOf(
  { options }: ServerCore,
  origin: RequestOrigin,
  sessionId: string | undefined,
): string {
  if (options.principal) return JSON.stringify(['given', options.principal(origin)]);
  const { authInfo } = origin;
  if (!authInfo) return JSON.stringify(['session', sessionId ?? '']);
  return JSON.stringify(['token', authInfo.clientId, authInfo.extra?.['subject'] ?? '']);
}
