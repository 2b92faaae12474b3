import type { ToolContext } from 'helve';
import type { CallClock } from './call-clock.ts';
import type { ElicitationRequest, McpClientOptions } from './client-options.ts';
import type { ElicitationAnswer } from './elicitation.ts';
import type { RunningCall } from './running-call.ts';
import type { ServerConnection } from './server-connection.ts';
import type { ServerLog } from './server-log.ts';
import type { ServerSettings } from './server-settings.ts';
import type { McpToolDefinition } from './tool-definition.ts';

/** What all calls to one server share. */
export interface ServerParts {
  readonly settings: ServerSettings;
  readonly connection: ServerConnection;
  readonly log: ServerLog;
  readonly roots: NonNullable<McpClientOptions['roots']>;
  /** Calls that are open at the server while a person is asked, by their id. */
  readonly held: Map<string, RunningCall>;
  readonly onElicitation?: (
    request: ElicitationRequest,
  ) => ElicitationAnswer | undefined | Promise<ElicitationAnswer | undefined>;
}

/** One execution of a server's tool. */
export interface ToolCall {
  readonly parts: ServerParts;
  readonly definition: McpToolDefinition;
  /** Validated. */
  readonly input: unknown;
  readonly context: ToolContext;
  readonly clock: CallClock;
}

/** Whether a call may be made twice: only where the server is trusted, and says so. */
export function mayRepeat({ parts, definition }: Pick<ToolCall, 'parts' | 'definition'>): boolean {
  const { readOnlyHint, idempotentHint } = definition.annotations ?? {};
  const isSafe = readOnlyHint === true || idempotentHint === true;
  return isSafe && parts.settings.trusts(definition.name);
}

/** What a model has to know of a call whose end is not known. */
export function effectsOf({ parts, definition }: Pick<ToolCall, 'parts' | 'definition'>): string {
  const onlyReads = definition.annotations?.readOnlyHint === true;
  return onlyReads && parts.settings.trusts(definition.name)
    ? ''
    : ' Its effects may still occur; check before you try again.';
}

/** The longest that a timer takes: the call's own clock is what ends a request. */
const NEVER_MS = 2_147_483_647;

/** How a request of a call is sent. */
export function requestOptions(
  clock: CallClock,
  onProgress: (progress: unknown) => void,
): {
  readonly signal: AbortSignal;
  readonly timeout: number;
  readonly onprogress: (progress: unknown) => void;
} {
  const onprogress = (progress: unknown): void => {
    clock.beat();
    onProgress(progress);
  };
  return { signal: clock.signal, timeout: NEVER_MS, onprogress };
}
