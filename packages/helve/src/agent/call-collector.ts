import { CallHooks } from '../call/call-hooks.ts';
import type { CallRuntime } from '../call/call-runtime.ts';
import type { InputCheck } from '../call/pipeline.ts';
import { checkInput } from '../call/pipeline.ts';
import type { ProjectionSource } from '../call/project.ts';
import type { JsonText } from '../call/read-json.ts';
import { readJson } from '../call/read-json.ts';
import type { ModelPart } from '../model/model-part.ts';
import type { JsonValue } from '../tool/json.ts';
import type { ToolCallPart } from '../tool/message.ts';
import type { ToolSource } from '../tool/tool.ts';
import type { AssistantParts } from './assistant-parts.ts';
import { freshId } from './ids.ts';
import type { NewCall } from './live-call.ts';
import type { Run } from './run.ts';

/** An input that streams in. */
interface OpenInput {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly tool: ToolSource | undefined;
  readonly hooks: CallHooks | undefined;
  readonly source: ProjectionSource;
  readonly providerExecuted: boolean;
}

type CallPart<Type extends string> = Extract<ModelPart, { type: Type }>;

/**
 * Collects the calls of one response (stage 1) and checks each input as soon as it is complete.
 * Only the provider's own `tool-call` part completes a call, never text that happens to parse.
 */
export class CallCollector {
  readonly #run: Run;
  readonly #runtime: CallRuntime;
  readonly #parts: AssistantParts;
  /** By the provider's id, from the start of an input to its call. */
  readonly #open = new Map<string, OpenInput>();
  /** By the provider's id: calls that the provider carries out itself. */
  readonly #provided = new Map<string, { toolCallId: string; args: unknown }>();
  readonly #calls: NewCall[] = [];

  constructor(run: Run, runtime: CallRuntime, parts: AssistantParts) {
    this.#run = run;
    this.#runtime = runtime;
    this.#parts = parts;
  }

  get calls(): readonly NewCall[] {
    return this.#calls;
  }

  /** Inputs that began and never became a call. */
  get abandoned(): readonly Pick<OpenInput, 'toolCallId' | 'toolName' | 'source'>[] {
    return [...this.#open.values()];
  }

  take(
    part: CallPart<
      | 'tool-input-start'
      | 'tool-input-delta'
      | 'tool-input-end'
      | 'tool-call'
      | 'tool-result'
      | 'tool-approval-request'
    >,
  ): Promise<void> | undefined {
    switch (part.type) {
      case 'tool-input-start':
        this.#begin(part);
        return undefined;
      case 'tool-input-delta':
        this.#grow(part);
        return undefined;
      case 'tool-input-end': {
        const open = this.#open.get(part.id);
        if (open) this.#run.emit('tool-call-input-streaming-end', named(open), open.source);
        return undefined;
      }
      case 'tool-call':
        return part.providerExecuted ? this.#providerCall(part) : this.#complete(part);
      case 'tool-result':
        this.#providerResult(part);
        return undefined;
      case 'tool-approval-request':
        return undefined;
    }
  }

  #begin(part: CallPart<'tool-input-start'>): OpenInput {
    const { toolName } = part;
    const toolCallId = this.#claimId(part.id);
    const providerExecuted = part.providerExecuted === true;
    const tool = providerExecuted ? undefined : this.#run.config.toolset.tools.get(toolName);
    const source = { runId: this.#run.runId, toolCallId, toolName, tool, inputForms: {} };
    const hooks = tool && hasHooks(tool) ? new CallHooks(tool, source, this.#runtime) : undefined;
    const open = { toolCallId, toolName, tool, hooks, source, providerExecuted };
    this.#open.set(part.id, open);
    const title = part.title ?? tool?.title;
    hooks?.started();
    this.#run.emit(
      'tool-call-input-streaming-start',
      {
        ...named(open),
        ...(title === undefined ? {} : { title }),
        ...(providerExecuted ? { providerExecuted } : {}),
      },
      source,
    );
    return open;
  }

  #grow({ id, delta }: CallPart<'tool-input-delta'>): void {
    const open = this.#open.get(id);
    if (!open) return;
    open.hooks?.received(delta);
    this.#run.emit('tool-call-delta', { ...named(open), argsTextDelta: delta }, open.source);
  }

  /** A call of a tool that is ours, or that somebody must refuse. */
  #complete(part: CallPart<'tool-call'>): Promise<void> | undefined {
    const { toolName, providerMetadata } = part;
    const json = readJson(part.input);
    const open = this.#open.get(part.toolCallId) ?? this.#late(part);
    this.#open.delete(part.toolCallId);
    // A provider may name the tool only now for certain.
    const tool =
      open.toolName === toolName ? open.tool : this.#run.config.toolset.tools.get(toolName);
    const { toolCallId, hooks } = open;
    const request = {
      runId: this.#run.runId,
      toolCallId,
      toolName,
      input: json,
      ...(part.toolCallId === toolCallId ? {} : { providerToolCallId: part.toolCallId }),
      ...(providerMetadata === undefined ? {} : { providerMetadata }),
    };
    const place = this.#calls.length;
    const written = writtenBy(json);
    const finish = (input: InputCheck): void => {
      const source: ProjectionSource = {
        ...open.source,
        toolName,
        tool,
        input: input.ok ? input.accepted : written,
        ...(providerMetadata === undefined ? {} : { providerMetadata }),
      };
      this.#calls[place] = { request, tool, hooks, input, source };
      this.#run.emit(
        'tool-call',
        {
          toolCallId,
          toolName,
          args: source.input,
          ...(tool?.title === undefined ? {} : { title: tool.title }),
          ...(providerMetadata === undefined ? {} : { providerMetadata }),
        },
        source,
      );
    };
    this.#parts.add(historyCall(part, toolCallId, historyInput(json)));
    const check = checkInput(request, tool, this.#runtime, hooks);
    if (check instanceof Promise) return check.then(finish);
    finish(check);
    return undefined;
  }

  /** A provider that does not stream inputs gives the call at once. */
  #late(part: CallPart<'tool-call'>): OpenInput {
    return this.#begin({
      type: 'tool-input-start',
      id: part.toolCallId,
      toolName: part.toolName,
      ...(part.providerExecuted === undefined ? {} : { providerExecuted: part.providerExecuted }),
    });
  }

  /** A call that the provider carries out: shown, and echoed, and otherwise not our business. */
  #providerCall(part: CallPart<'tool-call'>): undefined {
    const open = this.#open.get(part.toolCallId) ?? this.#late(part);
    this.#open.delete(part.toolCallId);
    const { toolCallId } = open;
    const json = readJson(part.input);
    const args = writtenBy(json);
    this.#provided.set(part.toolCallId, { toolCallId, args });
    this.#parts.add({
      ...historyCall(part, toolCallId, historyInput(json)),
      providerExecuted: true,
    });
    this.#run.emit(
      'tool-call',
      { toolCallId, toolName: part.toolName, args, providerExecuted: true },
      { ...open.source, input: args },
    );
    return undefined;
  }

  #providerResult(part: CallPart<'tool-result'>): void {
    const { toolName, result, isError, preliminary, providerMetadata } = part;
    // A result may come in a later response than its call.
    const known = this.#provided.get(part.toolCallId);
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

  /** The provider's id where it is one and is new to the run, else a fresh one. */
  #claimId(providerId: string): string {
    const { usedIds } = this.#run;
    const id = providerId === '' || usedIds.has(providerId) ? freshId('call') : providerId;
    usedIds.add(id);
    return id;
  }
}

function named(open: Pick<OpenInput, 'toolCallId' | 'toolName'>): {
  readonly toolCallId: string;
  readonly toolName: string;
} {
  return { toolCallId: open.toolCallId, toolName: open.toolName };
}

function hasHooks(tool: ToolSource): boolean {
  return (
    tool.onInputStart !== undefined ||
    tool.onInputDelta !== undefined ||
    tool.onInputAvailable !== undefined ||
    tool.onOutput !== undefined
  );
}

/** The call as history keeps it: as the model wrote it, made JSON where it is not. */
function historyCall(
  part: CallPart<'tool-call'>,
  toolCallId: string,
  written: JsonValue,
): ToolCallPart {
  return {
    type: 'tool-call',
    toolCallId,
    toolName: part.toolName,
    input: written,
    ...(part.toolCallId === toolCallId || part.toolCallId === ''
      ? {}
      : { providerToolCallId: part.toolCallId }),
    ...(part.providerMetadata === undefined ? {} : { providerOptions: part.providerMetadata }),
  };
}

/** The arguments as history keeps them. Providers take no text that is not JSON. */
function historyInput(json: JsonText): JsonValue {
  // What was parsed from JSON text is JSON.
  return json.ok ? ((json.value ?? {}) as JsonValue) : { invalidInput: json.text };
}

/** What the model wrote: the value, `{}` for no text, the text itself where it is broken. */
function writtenBy(json: JsonText): unknown {
  if (!json.ok) return json.text;
  return json.value === undefined ? {} : json.value;
}
