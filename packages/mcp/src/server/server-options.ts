import type { Server } from '@modelcontextprotocol/server';
import type { AnyTool, Guard, Logger, RequestContext, ToolIcon } from 'helve';
import type { ApprovalRule } from 'helve/agent';
import type { AuthOptions, ClientAuth } from './http/auth-options.ts';
import type { McpAgent } from './tools/agent-tool.ts';
import type { UsedStates } from './wait/used-states.ts';

/** Whose request it is. */
export interface RequestOrigin {
  /** What a verified access token says; absent on stdio and without `auth`. */
  readonly authInfo?: ClientAuth;
  /** The HTTP request; absent on stdio. */
  readonly request?: Request;
}

/** A call that has to be approved before it runs. */
export interface ApprovalRequest extends RequestOrigin {
  readonly toolName: string;
  /** The parsed input. */
  readonly input: unknown;
  readonly requestContext: RequestContext;
  /** Aborted when the client gives the call up. */
  readonly signal: AbortSignal;
}

/** Decides on a call in the user's place. Anything but a plain `true` declines; so does a throw. */
export type ApprovalHandler = (
  request: ApprovalRequest,
) => boolean | ApprovalAnswer | Promise<boolean | ApprovalAnswer>;

/** A decision, and why: the client is told. */
export interface ApprovalAnswer {
  readonly approved: boolean;
  readonly reason?: string;
}

/** What the states are sealed with that clients carry while a call waits. */
export interface StateOptions {
  /**
   * A secret of at least 32 bytes. Processes that serve the same clients need the same one. Default:
   * a random one for each server, so that waits end with the process.
   */
  readonly key?: Uint8Array | string;
  /** How long a user has to answer, in milliseconds. Default: ten minutes. */
  readonly ttlMs?: number;
  /** Where it is remembered which states were used. Default: in this process. */
  readonly used?: UsedStates;
}

/** How much a client may ask for. */
export interface ServerLimits {
  /** Bytes of an HTTP body, or of a line on stdio. Default: 4 MiB. */
  readonly bodyBytes?: number;
  /** How long an HTTP body may take to arrive, in milliseconds. Default: 30 s. */
  readonly bodyMs?: number;
  /** Levels of nesting in a message. Default and most: 200. */
  readonly depth?: number;
  /** How long one request may run a tool, in milliseconds. Default: ten minutes. */
  readonly callMs?: number;
  /** Calls that wait in the middle of `execute` for an answer. Default: 1,000. */
  readonly parkedCalls?: number;
  /** Sessions of clients from before 2026-07-28 over HTTP. Default: 1,000. */
  readonly sessions?: number;
  /** How long such a session may be idle, in milliseconds. Default: 30 minutes. */
  readonly sessionIdleMs?: number;
}

/** What `createMcpServer()` takes. */
export interface McpServerOptions {
  /** What the server is called; clients show it. */
  readonly name: string;
  readonly version: string;
  /** A name for people. */
  readonly title?: string;
  /** What the server is good for: clients may show it to their model. */
  readonly instructions?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly ToolIcon[];
  /** Tools by the name clients use for them. */
  readonly tools?: Readonly<Record<string, AnyTool>>;
  /** Agents: `{ support }` is offered as the tool `agent-support`, which takes a prompt. */
  readonly agents?: Readonly<Record<string, McpAgent>>;
  /**
   * How a call is approved whose tool wants it: `'elicit'` asks the client's user, `'refuse'` refuses
   * such calls, a function decides. Default: `'elicit'`.
   */
  readonly approval?: 'elicit' | 'refuse' | ApprovalHandler;
  /** Which calls must be approved, beside those whose tool says so itself. */
  readonly requireToolApproval?: ApprovalRule;
  /** Decides on each call before the gate, and fails closed. */
  readonly beforeToolCall?: Guard;
  /** Makes the request context of a call. A call for which it throws is refused. */
  readonly requestContext?: (
    origin: RequestOrigin,
  ) => RequestContext | object | Promise<RequestContext | object>;
  /**
   * Names the user behind a request: what waits for one cannot be answered by another. Default: the
   * access token's client and subject; the session, where there is no token.
   */
  readonly principal?: (origin: RequestOrigin) => string;
  readonly auth?: AuthOptions;
  /**
   * The host names under which clients reach this server, without port. Default: the names of this
   * machine's loopback address.
   */
  readonly allowedHosts?: readonly string[];
  /** The host names of web pages that may call this server. Default: those of `allowedHosts`. */
  readonly allowedOrigins?: readonly string[];
  readonly state?: StateOptions;
  readonly limits?: ServerLimits;
  /** How long a guard, a rule or a transform may take, in milliseconds. Default: 30 s. */
  readonly decisionTimeoutMs?: number;
  /** Default: standard error, for what is worse than a client's mistake. */
  readonly logger?: Logger;
  /**
   * Adds what is not about tools: prompts and resources, in the SDK's own terms. Called with each
   * protocol server that is made: one for each stateless request, one for each session.
   */
  readonly extend?: (server: Server) => void;
}
