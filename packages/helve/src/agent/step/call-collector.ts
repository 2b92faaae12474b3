import { CallHooks } from '../../call/call-hooks.ts';
import type { CallRuntime } from '../../call/call-runtime.ts';
import type { InputCheck } from '../../call/pipeline.ts';
import { checkInput } from '../../call/pipeline.ts';
import type { ProjectionSource } from '../../call/project.ts';
import { readJson } from '../../call/read-json.ts';
import type { ModelPart } from '../../model/model-part.ts';
import type { ToolSource } from '../../tool/tool.ts';
import { mayStartEarly, startEarly } from '../calls/early-start.ts';
import type { NewCall } from '../calls/live-call.ts';
import { repairCall } from '../calls/repair-call.ts';
import { freshId } from '../run/ids.ts';
import type { Run } from '../run/run.ts';
import type { AssistantParts } from './assistant-parts.ts';
import { hasHooks } from './has-hooks.ts';
import { historyCall, historyInput, ownAccepted, writtenBy } from './history-call.ts';
import { ProvidedCalls } from './provided-calls.ts';

/** An input that streams in. */
interface OpenInput {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly tool: ToolSource | undefined;
  readonly hooks: CallHooks | undefined;
  readonly source: ProjectionSource;
  readonly providerExecuted: boolean;
  /** The provider's id, where it is another and the provider is to see it again. */
  readonly echoedId: string | undefined;
  hasEnded: boolean;
}

/** A call whose input is being checked. */
type Checking = Omit<NewCall, 'input'> & { readonly input: InputCheck | Promise<InputCheck> };

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
  /** The provider's ids that this response has used. */
  readonly #seenIds = new Set<string>();
  /** Inputs whose id another one took before they became a call. */
  readonly #displaced: OpenInput[] = [];
  readonly #provided: ProvidedCalls;
  readonly #calls: NewCall[] = [];

  constructor(run: Run, runtime: CallRuntime, parts: AssistantParts) {
    this.#run = run;
    this.#runtime = runtime;
    this.#parts = parts;
    this.#provided = new ProvidedCalls(run, parts);
  }

  /** The calls that the provider carries out itself. */
  get provided(): ProvidedCalls {
    return this.#provided;
  }

  get calls(): readonly NewCall[] {
    return this.#calls;
  }

  /** Inputs that began and never became a call. */
  get abandoned(): readonly Pick<OpenInput, 'hooks' | 'source'>[] {
    if (this.#open.size === 0) return this.#displaced;
    return [...this.#displaced, ...this.#open.values()];
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
        if (open) this.#endInput(open);
        return undefined;
      }
      case 'tool-call':
        if (!part.providerExecuted) return this.#complete(part);
        this.#providerCall(part);
        return undefined;
      case 'tool-result':
        this.#provided.result(part);
        return undefined;
      case 'tool-approval-request':
        this.#provided.askApproval(part);
        return undefined;
    }
  }

  #begin(part: CallPart<'tool-input-start'>): OpenInput {
    const { toolName } = part;
    const toolCallId = this.#claimId(part.id);
    const providerExecuted = part.providerExecuted === true;
    const tool = providerExecuted ? undefined : this.#run.toolOf(toolName);
    const source = { runId: this.#run.runId, toolCallId, toolName, tool, inputForms: {} };
    const hooks = this.#hooksOf(tool, source);
    const echoedId = this.#echoedId(part.id, toolCallId);
    const input = { toolCallId, toolName, tool, hooks, source, providerExecuted, echoedId };
    const open = { ...input, hasEnded: false };
    const displaced = this.#open.get(part.id);
    if (displaced) this.#displaced.push(displaced);
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
    // Whose input this is shows with the call at the latest; until then screens must not see it.
    const hidden = open.tool === undefined && !open.providerExecuted;
    const { toolCallId, toolName } = open;
    const payload = { toolCallId, toolName, argsTextDelta: delta };
    this.#run.emit('tool-call-delta', payload, open.source, hidden);
  }

  /** Not every provider says that an input has ended. */
  #endInput(open: OpenInput): void {
    if (open.hasEnded) return;
    open.hasEnded = true;
    this.#run.emit('tool-call-input-streaming-end', named(open), open.source);
  }

  /** A call of a tool that is ours, or that somebody must refuse. */
  #complete(part: CallPart<'tool-call'>): Promise<void> | undefined {
    const open = this.#open.get(part.toolCallId) ?? this.#late(part);
    this.#open.delete(part.toolCallId);
    this.#endInput(open);
    const checked = this.#check(part, open);
    const { input } = checked;
    if (input instanceof Promise || (!input.ok && this.#run.config.repairToolCall)) {
      return this.#completeLater(part, open, checked);
    }
    this.#keep(part, { ...checked, input });
    return undefined;
  }

  /** The same where the tool's schema is asynchronous, or the call may have to be mended. */
  async #completeLater(
    written: CallPart<'tool-call'>,
    open: OpenInput,
    checking: Checking,
  ): Promise<void> {
    let part = written;
    let checked = { ...checking, input: await checking.input };
    const { toolCallId } = open;
    const repaired = checked.input.ok
      ? undefined
      : await repairCall(this.#run, { ...part, toolCallId }, checked.input);
    if (repaired) {
      part = { ...part, ...repaired };
      const again = this.#check(part, open);
      checked = { ...again, input: await again.input };
    }
    this.#keep(part, checked);
  }

  #check(part: CallPart<'tool-call'>, open: OpenInput): Checking {
    const { toolName, providerMetadata } = part;
    const { toolCallId } = open;
    // A provider may name the tool only now for certain.
    const tool = this.#run.toolOf(toolName);
    const hooks = tool === open.tool ? open.hooks : this.#hooksOf(tool, { toolCallId, toolName });
    const json = readJson(part.input);
    const request = {
      runId: this.#run.runId,
      toolCallId,
      toolName,
      input: json,
      providerToolCallId: open.echoedId,
      providerMetadata,
    };
    const source = { ...open.source, toolName, tool, input: writtenBy(json), providerMetadata };
    return { request, tool, hooks, source, input: checkInput(request, tool, this.#runtime, hooks) };
  }

  /** Takes the call into the response, in its place, and shows it. */
  #keep(part: CallPart<'tool-call'>, checked: NewCall): void {
    const { tool, request } = checked;
    const kept = historyInput(part.input, request.input);
    const input = ownAccepted(checked.input, request.input, kept);
    const { toolCallId, toolName } = request;
    const { providerMetadata } = part;
    const source: ProjectionSource = input.ok
      ? { ...checked.source, input: input.accepted }
      : checked.source;
    this.#parts.add(historyCall(part, request, kept));
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
    const { hooks } = checked;
    const early =
      tool && input.ok && this.#hasRoom(toolName) && mayStartEarly(tool)
        ? startEarly(this.#run, this.#runtime, request, tool, input, { hooks, source })
        : undefined;
    this.#calls.push({ ...checked, input, source, early });
  }

  /** Whether one more call could be begun now: while the response streams, within the limits. */
  #hasRoom(toolName: string): boolean {
    const { config, callCount, internal } = this.#run;
    const made = this.#calls.length;
    return (
      config.streaming &&
      !internal.has(toolName) &&
      made < config.maxToolCallsPerStep &&
      callCount + made < config.maxToolCalls
    );
  }

  #hooksOf(
    tool: ToolSource | undefined,
    call: { readonly toolCallId: string; readonly toolName: string },
  ): CallHooks | undefined {
    return tool && hasHooks(tool) ? new CallHooks(tool, call, this.#runtime) : undefined;
  }

  #providerCall(part: CallPart<'tool-call'>): void {
    const open = this.#open.get(part.toolCallId) ?? this.#late(part);
    this.#open.delete(part.toolCallId);
    this.#endInput(open);
    this.#provided.call(part, open);
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

  /** Providers refuse two results for one id in a message: there the second goes by its fresh one. */
  #echoedId(providerId: string, toolCallId: string): string | undefined {
    const isRepeated = this.#seenIds.has(providerId);
    this.#seenIds.add(providerId);
    return isRepeated || providerId === toolCallId ? undefined : providerId;
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
