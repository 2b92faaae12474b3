import type { JsonValue } from '../tool/json.ts';
import type { ProviderOptions, ToolResultOutput } from '../tool/model-output.ts';
import type { RequestContext } from '../tool/request-context.ts';
import type { ToolSource } from '../tool/tool.ts';
import type { CallFailure } from './call-failure.ts';
import type { JsonText } from './read-json.ts';

/** What a model asked for: one use of a tool, before anything was checked. */
export interface RequestedCall {
  readonly runId: string;
  readonly toolCallId: string;
  /** The provider's own id, where it is not `toolCallId`. */
  readonly providerToolCallId?: string | undefined;
  /** The name the model used: the key the tool is registered under. */
  readonly toolName: string;
  /** The arguments as the model wrote them. */
  readonly input: JsonText;
  readonly providerMetadata?: ProviderOptions | undefined;
}

/** A call whose input fits: everything that the stages behind validation need. */
export interface CheckedCall {
  readonly runId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly tool: ToolSource;
  /** The input as JSON, before the schema's transforms: what is stored and decided upon. */
  readonly acceptedInput: JsonValue;
  /** The input as the tool gets it. */
  readonly parsedInput: unknown;
  /** Validated by the tool's `requestContextSchema`. */
  readonly requestContext: RequestContext;
}

/** What a resumed call carries over from its suspension. */
export interface Resumption {
  readonly resumeData: unknown;
  readonly suspendPayload: unknown;
  /** How often `execute` has been run before. */
  readonly attempts: number;
}

/** How a call ended. Exactly one of these per call. */
export type CallEnd =
  | {
      readonly kind: 'result';
      /** The output as validated. */
      readonly output: unknown;
      readonly forModel: ToolResultOutput;
      /** A guard answered in the tool's place. */
      readonly answeredBy?: 'guard';
    }
  | { readonly kind: 'error'; readonly failure: CallFailure; readonly forModel: ToolResultOutput }
  | {
      readonly kind: 'denied';
      readonly reason: string;
      readonly by?: string;
      readonly forModel: ToolResultOutput;
    };

/** A call that stopped inside `execute`. */
export interface CallSuspension {
  readonly kind: 'suspended';
  /** As the tool gave it and its `suspendSchema` parsed it. */
  readonly payload: unknown;
}

/** What comes of running `execute` once. */
export type CallOutcome = CallEnd | CallSuspension;

/** Ends a call with a failure. */
export function failed(failure: CallFailure): CallEnd {
  const forModel = { type: 'error-text', value: failure.modelText } as const;
  return { kind: 'error', failure, forModel };
}
