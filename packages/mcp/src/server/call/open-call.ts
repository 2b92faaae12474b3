import type { CallHooks, CallRuntime, CheckedCall } from 'helve/runtime';
import type { ServedTool } from '../tools/served-tool.ts';
import type { Exchange } from './exchange.ts';

/** A call that is not settled, with all that its stages need. */
export interface OpenCall {
  readonly served: ServedTool;
  readonly exchange: Exchange;
  readonly runtime: CallRuntime;
  readonly hooks: CallHooks | undefined;
}

/** A call whose tool runs, and waits for an answer of the client. */
export interface ParkedRun {
  readonly id: string;
  readonly open: OpenCall;
  readonly call: CheckedCall;
  /** How often it had been run before. */
  readonly attempts: number;
  /** It came over HTTP, and not from the client on stdio. */
  readonly overHttp: boolean;
  /** Whose end is its end too; absent where each request stands for itself. */
  readonly sessionId?: string;
  abort(reason: Error): void;
}
