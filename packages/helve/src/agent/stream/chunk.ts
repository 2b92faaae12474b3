import type { ModelFinishReason, Usage } from '../../model/model-part.ts';
import type { AskedBy } from '../../store/asked-by.ts';
import type { ProviderOptions } from '../../tool/model-output.ts';

/** Why a run ended. `suspended`: it waits for a decision or an answer. */
export type FinishReason = ModelFinishReason | 'suspended' | 'max-steps' | 'aborted';

/** A call as chunks name it. */
interface CallPayload {
  readonly toolCallId: string;
  readonly toolName: string;
}

/** A call with its input. */
interface CallWithInput extends CallPayload {
  /** The accepted input; what the model wrote, where it was refused. */
  readonly args: unknown;
}

interface Metadata {
  readonly providerMetadata?: ProviderOptions;
}

/** Chunk type ⇒ its payload, as the application sees it: raw. */
export interface ChunkPayloads {
  start: { readonly agentId: string };
  'step-start': { readonly stepNumber: number };
  'text-start': { readonly id: string } & Metadata;
  'text-delta': { readonly id: string; readonly text: string };
  'text-end': { readonly id: string } & Metadata;
  'reasoning-start': { readonly id: string } & Metadata;
  'reasoning-delta': { readonly id: string; readonly text: string };
  'reasoning-end': { readonly id: string } & Metadata;
  source: {
    readonly id: string;
    readonly sourceType: 'url' | 'document';
    readonly url?: string;
    readonly title?: string;
    readonly mediaType?: string;
    readonly filename?: string;
  };
  file: { readonly mediaType: string; readonly data?: string; readonly url?: string };
  'tool-call-input-streaming-start': CallPayload & {
    readonly title?: string;
    readonly providerExecuted?: boolean;
  };
  'tool-call-delta': CallPayload & { readonly argsTextDelta: string };
  'tool-call-input-streaming-end': CallPayload;
  'tool-call': CallWithInput & {
    readonly title?: string;
    readonly providerExecuted?: boolean;
  } & Metadata;
  'tool-call-approval': CallWithInput & {
    /** Which wait of the call it is; absent where the provider asks. */
    readonly waitNumber?: number;
    /** Who asked for the approval. */
    readonly askedBy: readonly AskedBy[];
    /** JSON Schema of the answer, as text. */
    readonly resumeSchema: string;
    /** When the wait expires, in milliseconds since 1970. */
    readonly expiresAt?: number;
    /** It is the provider that asks, before it carries out a call itself. */
    readonly providerExecuted?: boolean;
    /** The provider's id of its question; the answer goes along with the next input. */
    readonly approvalId?: string;
  };
  'tool-output': CallPayload & { readonly output: unknown };
  'tool-call-suspended': CallWithInput & {
    /** Which wait of the call it is. */
    readonly waitNumber: number;
    readonly suspendPayload: unknown;
    /** JSON Schema of the answer, as text. */
    readonly resumeSchema?: string;
    /** When the wait expires, in milliseconds since 1970. */
    readonly expiresAt?: number;
  };
  /** A suspended call was answered and goes on. */
  'tool-call-resumed': CallWithInput & { readonly resumeData: unknown };
  'tool-result': CallWithInput & {
    readonly result: unknown;
    readonly providerExecuted?: boolean;
    /** A later result takes this one's place. */
    readonly preliminary?: boolean;
    readonly answeredBy?: 'guard';
  } & Metadata;
  'tool-error': CallWithInput & {
    /** What was thrown, or a `ValidationError`; for screens `{ message }`. */
    readonly error: unknown;
    readonly code: string;
    readonly providerExecuted?: boolean;
  };
  'tool-output-denied': CallWithInput & {
    readonly approval: {
      readonly id: string;
      readonly approved: false;
      readonly reason: string;
      readonly by?: string;
    };
  };
  'step-finish': {
    readonly stepNumber: number;
    readonly finishReason: FinishReason;
    readonly usage: Usage;
  };
  finish: { readonly finishReason: FinishReason; readonly usage: Usage };
  error: {
    /** What failed; screens get `{ message }`. */
    readonly error: unknown;
    /** In words for people: no payload, no internals. */
    readonly message: string;
  };
  abort: { readonly reason: unknown };
}

/** The chunk types that carry a fixed payload. */
export type ChunkType = keyof ChunkPayloads;

/** A chunk of a tool's own making; see `writer.custom`. */
export interface DataChunk {
  readonly type: `data-${string}`;
  readonly runId: string;
  readonly from: 'TOOL';
  readonly payload: { readonly data?: unknown; readonly transient?: boolean };
}

/** A chunk with a fixed payload. */
export type AgentChunk = {
  readonly [Type in ChunkType]: {
    readonly type: Type;
    readonly runId: string;
    readonly from: 'AGENT' | 'TOOL';
    readonly payload: ChunkPayloads[Type];
  };
}[ChunkType];

/**
 * One event of a run.
 *
 * @example
 * for await (const chunk of stream.displayStream) {
 *   if (chunk.type === 'text-delta') process.stdout.write(chunk.payload.text);
 * }
 */
export type Chunk = AgentChunk | DataChunk;
