import type { JsonObject } from 'helve';
import type { ElicitationAnswer } from './elicitation.ts';
import { isObject } from './json.ts';

/** Questions of a server by its keys, and the answers there are so far. */
export interface OpenQuestions {
  readonly requests: Readonly<Record<string, unknown>>;
  readonly answers: Readonly<Record<string, ElicitationAnswer>>;
  /** The key of the question that is asked now. */
  readonly asking: string;
}

/**
 * What a suspended call has to know when it goes on. It lies in the suspension's payload, and so in
 * the record of the call; models and screens are never shown it.
 */
export type CarriedState =
  /** A 2025 server waits, with the call open, in this process. */
  | { readonly kind: 'held'; readonly callId: string }
  /** The call is made again, with the answers and the server's own state. */
  | ({
      readonly kind: 'again';
      readonly requestState?: string;
      readonly round: number;
    } & OpenQuestions)
  /** The answers are given to the task that the call has become; `sent` are those it has. */
  | ({
      readonly kind: 'task';
      readonly taskId: string;
      readonly sent: readonly string[];
    } & OpenQuestions);

/** What a call suspends with: what a person is asked, and what the call needs to go on. */
export interface McpSuspendPayload {
  /** The server's name in the client's configuration. */
  readonly server: string;
  /** The tool's name on its server. */
  readonly tool: string;
  readonly message: string;
  readonly mode: 'form' | 'url';
  /** The form of the answer. Beside it, `null` declines, and the server goes on without. */
  readonly requestedSchema: JsonObject;
  /** The page to go to, where `mode` is `url`; `{}` is the answer of one who was there. */
  readonly url?: string;
  /** For the call itself. */
  readonly state: CarriedState;
}

/** Reads what a call suspended with; `undefined` where it is none of ours. */
export function readPayload(payload: unknown): McpSuspendPayload | undefined {
  if (!isObject(payload) || !isObject(payload['state']) || !isObject(payload['requestedSchema'])) {
    return undefined;
  }
  // Written by this package, and read from the call's own record.
  return payload as unknown as McpSuspendPayload;
}

/** A payload as people are shown it. */
export function withoutState(payload: unknown): unknown {
  if (!isObject(payload)) return payload ?? null;
  const { state: _, ...shown } = payload;
  return shown;
}
