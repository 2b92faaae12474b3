import type { ProjectionSource } from '../call/project.ts';
import { readJson } from '../call/read-json.ts';
import type { ModelPart } from '../model/model-part.ts';
import type { AssistantParts } from './assistant-parts.ts';
import { historyCall, historyInput, writtenBy } from './history-call.ts';
import type { Run } from './run.ts';

type CallPart<Type extends string> = Extract<ModelPart, { type: Type }>;

/** The calls of one response that the provider carries out itself, and their results. */
export class ProvidedCalls {
  readonly #run: Run;
  readonly #parts: AssistantParts;
  /** By the provider's id. */
  readonly #calls = new Map<string, { toolCallId: string; args: unknown }>();

  constructor(run: Run, parts: AssistantParts) {
    this.#run = run;
    this.#parts = parts;
  }

  /** A call that the provider carries out: shown, and echoed, and otherwise not our business. */
  call(
    part: CallPart<'tool-call'>,
    open: { readonly toolCallId: string; readonly source: ProjectionSource },
  ): void {
    const { toolCallId } = open;
    const json = readJson(part.input);
    const args = writtenBy(json);
    this.#calls.set(part.toolCallId, { toolCallId, args });
    this.#parts.add({
      ...historyCall(part, toolCallId, historyInput(part.input, json)),
      providerExecuted: true,
    });
    this.#run.emit(
      'tool-call',
      { toolCallId, toolName: part.toolName, args, providerExecuted: true },
      { ...open.source, input: args },
    );
  }

  result(part: CallPart<'tool-result'>): void {
    const { toolName, result, isError, preliminary, providerMetadata } = part;
    // A result may come in a later response than its call.
    const known = this.#calls.get(part.toolCallId);
    const toolCallId = known?.toolCallId ?? part.toolCallId;
    const call = { toolCallId, toolName, args: known?.args };
    const source = {
      runId: this.#run.runId,
      toolCallId,
      toolName,
      tool: undefined,
      inputForms: {},
    };
    if (!preliminary) {
      this.#parts.add({
        type: 'tool-result',
        toolCallId,
        toolName,
        output: { type: isError ? 'error-json' : 'json', value: result },
        ...(part.toolCallId === toolCallId ? {} : { providerToolCallId: part.toolCallId }),
        ...(providerMetadata === undefined ? {} : { providerOptions: providerMetadata }),
      });
    }
    if (isError) {
      const failure = { error: result, code: 'PROVIDER_TOOL_FAILED', providerExecuted: true };
      this.#run.emit('tool-error', { ...call, ...failure }, source);
    } else {
      const extra = preliminary ? { preliminary } : {};
      this.#run.emit('tool-result', { ...call, result, providerExecuted: true, ...extra }, source);
    }
  }
}
