import type { ModelFinishReason, ModelPart, Usage } from '../../model/model-part.ts';
import type { AssistantPart, FileSource } from '../../tool/message.ts';
import type { NewCall } from '../calls/live-call.ts';
import type { OpenStep, Run } from '../run/run.ts';
import { AssistantParts } from './assistant-parts.ts';
import { CallCollector } from './call-collector.ts';
import type { ProvidedCalls } from './provided-calls.ts';

/** A whole response of the model, or as much of it as came. */
export interface Response {
  readonly parts: readonly AssistantPart[];
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly NewCall[];
  /** Those that the provider carries out itself. */
  readonly provided: ProvidedCalls;
  /** Absent where the response broke off. */
  readonly finishReason: ModelFinishReason | undefined;
  readonly usage: Usage;
  readonly warnings: readonly string[];
  /** What the provider reported, or why the response broke off. */
  readonly error: unknown;
  /** Ids of inputs that began to stream and never became a call. */
  readonly abandoned: CallCollector['abandoned'];
}

/**
 * Reads one response of the model: text goes to the log as it comes, arguments are collected and
 * checked, and what must be echoed to the provider is kept in order.
 */
export class ResponseReader {
  readonly #run: Run;
  readonly #parts = new AssistantParts();
  readonly #calls: CallCollector;
  #finish: Extract<ModelPart, { type: 'finish' }> | undefined;
  #error: unknown;
  readonly #warnings: string[] = [];

  constructor(run: Run, step: OpenStep) {
    this.#run = run;
    this.#calls = new CallCollector(run, step.runtime, this.#parts);
  }

  /** Takes the next part; gives a promise only where the tool's schema is asynchronous. */
  take(part: ModelPart): Promise<void> | undefined {
    switch (part.type) {
      case 'text-delta':
        this.#parts.append('text', part);
        this.#run.emit('text-delta', { id: part.id, text: part.delta });
        return undefined;
      case 'reasoning-delta':
        this.#parts.append('reasoning', part);
        this.#run.emit('reasoning-delta', { id: part.id, text: part.delta });
        return undefined;
      case 'text-start':
      case 'reasoning-start':
        this.#parts.start(part.type === 'text-start' ? 'text' : 'reasoning', part);
        this.#run.emit(part.type, withMetadata({ id: part.id }, part));
        return undefined;
      case 'text-end':
      case 'reasoning-end':
        this.#parts.end(part.type === 'text-end' ? 'text' : 'reasoning', part);
        this.#run.emit(part.type, withMetadata({ id: part.id }, part));
        return undefined;
      case 'tool-input-start':
      case 'tool-input-delta':
      case 'tool-input-end':
      case 'tool-call':
      case 'tool-result':
      case 'tool-approval-request':
        return this.#calls.take(part);
      default:
        this.#takeRest(part);
        return undefined;
    }
  }

  /** The response broke off: the model's stream, or the connection to it, failed. */
  fail(error: unknown): void {
    this.#error ??= error;
    this.#finish = undefined;
  }

  result(): Response {
    const finish = this.#finish;
    return {
      parts: this.#parts.finish(),
      text: this.#parts.text,
      reasoning: this.#parts.reasoning,
      calls: this.#calls.calls,
      provided: this.#calls.provided,
      finishReason: finish?.finishReason,
      usage: finish?.usage ?? {},
      warnings: this.#warnings,
      error: this.#error,
      abandoned: this.#calls.abandoned,
    };
  }

  #takeRest(
    part: Extract<
      ModelPart,
      {
        type:
          | 'warnings'
          | 'response-metadata'
          | 'file'
          | 'reasoning-file'
          | 'source'
          | 'custom'
          | 'finish'
          | 'error';
      }
    >,
  ): void {
    switch (part.type) {
      case 'file':
        this.#parts.add(historyFile(part));
        this.#run.emit('file', { mediaType: part.mediaType, ...fileFields(part.source) });
        break;
      case 'reasoning-file':
        this.#parts.add(historyFile(part));
        break;
      case 'custom':
        this.#parts.add({ type: 'custom', kind: part.kind, ...echo(part) });
        break;
      case 'source': {
        const { type: _, providerMetadata: __, ...source } = part;
        this.#run.emit('source', source);
        break;
      }
      case 'warnings':
        this.#warnings.push(...part.warnings);
        break;
      case 'finish':
        this.#finish = part;
        break;
      case 'error':
        // A provider may report an error and go on; only the response's end tells. The first is the
        // cause, and others may follow from it.
        this.#error ??= part.error;
        break;
      case 'response-metadata':
        break;
    }
  }
}

function historyFile(
  part: Extract<ModelPart, { type: 'file' }> | Extract<ModelPart, { type: 'reasoning-file' }>,
): AssistantPart {
  const { type, mediaType, source } = part;
  return { type, mediaType, source, ...echo(part) };
}

function fileFields(source: FileSource): { readonly data?: string; readonly url?: string } {
  if (source.type === 'data') return { data: source.data };
  return source.type === 'url' ? { url: source.url } : {};
}

/** What the provider said of a part, to be shown to it again. */
function echo(part: {
  readonly providerMetadata?: NonNullable<AssistantPart['providerOptions']>;
}): Pick<AssistantPart, 'providerOptions'> {
  return part.providerMetadata === undefined ? {} : { providerOptions: part.providerMetadata };
}

function withMetadata<Payload extends object>(
  payload: Payload,
  part: { readonly providerMetadata?: NonNullable<AssistantPart['providerOptions']> },
): Payload & Pick<typeof part, 'providerMetadata'> {
  return part.providerMetadata === undefined
    ? payload
    : { ...payload, providerMetadata: part.providerMetadata };
}
