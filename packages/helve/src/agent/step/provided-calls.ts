import { failed } from '../../call/call.ts';
import type { ProjectionSource } from '../../call/project.ts';
import { readJson } from '../../call/read-json.ts';
import type { ModelPart } from '../../model/model-part.ts';
import { announce } from '../calls/settle-call.ts';
import { APPROVAL_ANSWER_TEXT } from '../decide/answer-schema.ts';
import type { Run } from '../run/run.ts';
import type { ToolCallEntry } from '../run/run-result.ts';
import type { AssistantParts } from './assistant-parts.ts';
import { historyCall, historyInput, writtenBy } from './history-call.ts';

type CallPart<Type extends string> = Extract<ModelPart, { type: Type }>;

/**
 * The calls of one response that the provider carries out itself: shown, echoed to it, and otherwise
 * not our business. Their results may come in a later response of the run.
 */
export class ProvidedCalls {
  readonly #run: Run;
  readonly #parts: AssistantParts;
  /** The provider's ids of the calls of this response. */
  readonly #ids: string[] = [];
  readonly #entries: ToolCallEntry[] = [];

  constructor(run: Run, parts: AssistantParts) {
    this.#run = run;
    this.#parts = parts;
  }

  /** As the step's result lists them. */
  get entries(): readonly ToolCallEntry[] {
    return this.#entries;
  }

  call(
    part: CallPart<'tool-call'>,
    open: { readonly toolCallId: string; readonly source: ProjectionSource },
  ): void {
    const { toolCallId } = open;
    const { toolName, providerMetadata } = part;
    const json = readJson(part.input);
    const args = writtenBy(json);
    const source = { ...open.source, toolName, input: args };
    this.#run.provided ??= new Map();
    this.#run.provided.set(part.toolCallId, { source });
    this.#ids.push(part.toolCallId);
    const input = historyInput(part.input, json);
    const ids = {
      toolCallId,
      ...(part.toolCallId === toolCallId ? {} : { providerToolCallId: part.toolCallId }),
    };
    this.#parts.add({ ...historyCall(part, ids, input), providerExecuted: true });
    const entry = { toolCallId, toolName, args, providerExecuted: true };
    this.#entries.push(entry);
    const metadata = providerMetadata === undefined ? {} : { providerMetadata };
    this.#run.emit('tool-call', { ...entry, ...metadata }, source);
  }

  /** The provider asks before it carries the call out. */
  askApproval({ toolCallId: providerId, approvalId }: CallPart<'tool-approval-request'>): void {
    const call = this.#run.provided?.get(providerId);
    if (!call) return;
    call.approvalId = approvalId;
    const { toolCallId, toolName, input: args } = call.source;
    const resumeSchema = APPROVAL_ANSWER_TEXT;
    const askedBy = [{ source: 'provider' }] as const;
    const payload = {
      toolCallId,
      toolName,
      args,
      askedBy,
      resumeSchema,
      providerExecuted: true,
      approvalId,
    };
    this.#run.emit('tool-call-approval', payload, call.source);
  }

  result(part: CallPart<'tool-result'>): void {
    const { toolName, result, isError, preliminary, providerMetadata } = part;
    const { provided, config } = this.#run;
    const source =
      provided?.get(part.toolCallId)?.source ?? deferredCall(this.#run, part.toolCallId);
    if (!source) {
      // Results of our tools are not the provider's to give, and no call has two.
      config.logger.warn(`A result of "${toolName}" came for no open call; it is dropped.`, {
        runId: this.#run.runId,
        toolCallId: part.toolCallId,
      });
      return;
    }
    const { toolCallId } = source;
    const call = { toolCallId, toolName, args: source.input, providerExecuted: true };
    if (preliminary) {
      this.#run.emit('tool-result', { ...call, result, preliminary }, source);
      return;
    }
    provided?.delete(part.toolCallId);
    this.#parts.add({
      type: 'tool-result',
      toolCallId,
      toolName,
      output: { type: isError ? 'error-json' : 'json', value: result },
      ...(part.toolCallId === toolCallId ? {} : { providerToolCallId: part.toolCallId }),
      ...(providerMetadata === undefined ? {} : { providerOptions: providerMetadata }),
    });
    if (isError) {
      const failure = { error: result, code: 'PROVIDER_TOOL_FAILED' };
      this.#run.emit('tool-error', { ...call, ...failure }, source);
    } else this.#run.emit('tool-result', { ...call, result }, source);
  }

  /** The response is dropped, and with it the calls it made: nobody can approve them any more. */
  drop(): void {
    for (const id of this.#ids) {
      const call = this.#run.provided?.get(id);
      if (call) endOne(this.#run, id, call);
    }
  }
}

/** A provider's call of an earlier run, in the conversation, whose result has not come yet. */
function deferredCall(
  { history, added, runId }: Run,
  providerId: string,
): ProjectionSource | undefined {
  const parts = [...history, ...added].flatMap(({ role, content }) =>
    role === 'assistant' && typeof content !== 'string' ? content : [],
  );
  const isMeant = (part: { toolCallId: string; providerToolCallId?: string }): boolean =>
    (part.providerToolCallId ?? part.toolCallId) === providerId;
  if (parts.some((part) => part.type === 'tool-result' && isMeant(part))) return undefined;
  const call = parts.find(
    (part) => part.type === 'tool-call' && part.providerExecuted === true && isMeant(part),
  );
  if (call?.type !== 'tool-call') return undefined;
  const { toolCallId, toolName, input } = call;
  return { runId, toolCallId, toolName, tool: undefined, input, inputForms: {} };
}

/** Ends provider's calls whose results never came; one that waits for approval stays open. */
export function endProvided(run: Run): void {
  for (const [id, call] of [...(run.provided ?? [])]) {
    if (call.approvalId === undefined) endOne(run, id, call);
  }
}

function endOne(run: Run, id: string, { source }: { readonly source: ProjectionSource }): void {
  run.provided?.delete(id);
  const text = `The provider gave no result of "${source.toolName}".`;
  const error = new Error(text);
  const code = 'RESPONSE_INCOMPLETE';
  announce(run, source, failed({ code, error, modelText: text, displayText: text }));
}
