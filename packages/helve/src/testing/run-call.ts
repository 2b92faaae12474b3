import { Agent } from '../agent/agent.ts';
import type { AgentHooks, RunOptions } from '../agent/agent-options.ts';
import type { DecisionDetails } from '../agent/decide/decision-options.ts';
import type { RunResult } from '../agent/run/run-result.ts';
import type { AgentStream } from '../agent/stream/agent-stream.ts';
import type { Chunk } from '../agent/stream/chunk.ts';
import { adaptInput } from '../call/adapt-input.ts';
import type { ApprovalRule } from '../call/call-runtime.ts';
import type { ToolResultOutput } from '../tool/model-output.ts';
import type { RequestContext } from '../tool/request-context.ts';
import type { AnyTool, ToolInput, ToolOutput } from '../tool/tool.ts';
import type { Approval, CallOutcome, TranscriptTool } from './call-outcome.ts';
import { standingOf } from './call-outcome.ts';
import { collect } from './collect.ts';
import { recordingLogger } from './recording-logger.ts';
import { scriptedModel } from './scripted-model.ts';

/** What `runCall()` takes beside tool and input. */
export interface RunCallOptions {
  /** Values for the tool that the model does not see. */
  readonly requestContext?: RequestContext;
  readonly abortSignal?: AbortSignal;
  /** Approves the call, should it wait for that: `true`, or by whom, why, with which other input. */
  readonly approve?: true | Approval;
  /** Declines the call, should it wait for approval. */
  readonly decline?: true | DecisionDetails;
  /** Answers the call's first suspension. */
  readonly resumeData?: unknown;
  /** The argument text as the model writes it, in the input's place: for broken JSON. */
  readonly inputText?: string;
  /** The name the model uses. Default: the tool's `id`, other characters than names have as `_`. */
  readonly toolName?: string;
  /** Rules of the agent beside the tool's own. */
  readonly requireToolApproval?: ApprovalRule;
  readonly hooks?: AgentHooks;
  /** How many characters each streamed piece of the arguments has. Default 8. */
  readonly chunkSize?: number | readonly number[];
  /** How long a guard, an approval rule, a transform or `toModelOutput` may take. */
  readonly decisionTimeoutMs?: number;
}

/**
 * Makes one call of a tool as a model would, through everything that an agent's call goes through,
 * and tells what each audience sees of it. There is no network and no other model.
 *
 * @throws the abort's reason, where it came before there was a call; SchemaConversionError
 *   (`SCHEMA_CONVERSION_FAILED`) for an input schema that no model can be told of.
 *
 * @example
 * const call = await runCall(refund, { orderId: '1042', amount: 80 });
 * expect(call.status).toBe('approval');
 * expect((await call.approve()).output).toEqual({ refunded: 80 });
 *
 * @example
 * const { modelOutput, transcript } = await runCall(lookupCustomer, { customerId: 'c-7' });
 * expect(modelOutput).toEqual({ type: 'text', value: 'The customer is Acme.' });
 * expect(JSON.stringify(transcript)).not.toContain('apiKey');
 */
export async function runCall<T extends AnyTool>(
  tool: T,
  input: ToolInput<T>,
  options: RunCallOptions = {},
): Promise<CallOutcome<ToolOutput<T>>> {
  const { requestContext, abortSignal, chunkSize, approve, decline, resumeData } = options;
  const toolName = options.toolName ?? nameOf(tool);
  const call = { toolName, toolCallId: TOOL_CALL_ID, input: argumentsOf(tool, input, options) };
  const script = { toolCalls: [call], ...(chunkSize === undefined ? {} : { chunkSize }) };
  const logger = recordingLogger();
  const agent = new Agent({
    id: 'run-call',
    // a call that has ended, or waits, is told of in a tool message
    model: scriptedModel(({ prompt }) => (prompt.at(-1)?.role === 'tool' ? 'Done.' : script)),
    tools: { [toolName]: tool },
    logger,
    ...given('requireToolApproval', options.requireToolApproval),
    ...given('hooks', options.hooks),
    ...given('decisionTimeoutMs', options.decisionTimeoutMs),
  });
  const runOptions: RunOptions = {
    ...given('requestContext', requestContext),
    ...given('abortSignal', abortSignal),
  };

  /** Reads a stream, and what was stored, behind what was seen before. */
  const follow = async (stream: AgentStream, before: Seen): Promise<CallOutcome<ToolOutput<T>>> => {
    const { runId } = stream;
    const [display, chunks, result] = await Promise.all([
      collect(stream.displayStream),
      collect(stream.fullStream),
      stream.result,
    ]);
    const seen = {
      display: [...before.display, ...display.filter(isOfCall)],
      chunks: [...before.chunks, ...chunks.filter(isOfCall)],
    };
    const ended = result.toolResults.find(({ toolCallId }) => toolCallId === TOOL_CALL_ID);
    const waiting = result.waiting.find(({ toolCallId }) => toolCallId === TOOL_CALL_ID);
    if (!ended && !waiting) throw abortSignal?.reason ?? new Error('The run ended without a call.');
    const reference = {
      runId,
      toolCallId: TOOL_CALL_ID,
      ...given('waitNumber', waiting?.waitNumber),
      ...runOptions,
    };
    return {
      ...standingOf<ToolOutput<T>>(ended, waiting),
      waiting,
      modelOutput: shownToModel(result),
      ...seen,
      transcript: await transcriptOf(agent, runId),
      logs: logger.lines,
      approve: async (details) =>
        follow(await agent.approveToolCall({ ...details, ...reference }), seen),
      decline: async (details) =>
        follow(await agent.declineToolCall({ ...details, ...reference }), seen),
      resume: async (data) => follow(await agent.resumeStream(data, reference), seen),
      addResult: async (value) =>
        follow(await agent.addToolResult({ ...reference, result: value }), seen),
    };
  };

  let outcome = await follow(await agent.stream('go', runOptions), { display: [], chunks: [] });
  if (outcome.status === 'approval' && decline !== undefined) {
    return outcome.decline(decline === true ? {} : decline);
  }
  if (outcome.status === 'approval' && approve !== undefined) {
    outcome = await outcome.approve(approve === true ? {} : approve);
  }
  if (outcome.status === 'suspended' && resumeData !== undefined) {
    outcome = await outcome.resume(resumeData);
  }
  return outcome;
}

const TOOL_CALL_ID = 'call-1';

type Seen = Pick<CallOutcome, 'display' | 'chunks'>;

function given<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [K in Key]?: Value } {
  // a computed key is any string to the compiler
  return (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: Value };
}

function nameOf({ id }: AnyTool): string {
  const name = id.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64);
  return name.startsWith('helve_') ? `tool_${name}` : name;
}

/** The arguments as a model writes them: an object, or broken text where that is asked for. */
function argumentsOf(tool: AnyTool, input: unknown, { inputText }: RunCallOptions): unknown {
  if (inputText !== undefined) return inputText;
  if (input === undefined) return '';
  const isWrapped = adaptInput(tool.source, tool.id).kind === 'value';
  // a text is sent as it is, so the input goes as its JSON
  return JSON.stringify(isWrapped ? { value: input } : input) ?? '';
}

/** The call's own chunks, and those that its tool wrote. */
function isOfCall({ type, payload }: Chunk): boolean {
  return 'toolCallId' in payload || type.startsWith('data-');
}

function shownToModel({ messages }: RunResult): ToolResultOutput | undefined {
  const parts = messages.flatMap(({ role, content }) => (role === 'tool' ? content : []));
  return parts.findLast((part) => part.type === 'tool-result')?.output;
}

async function transcriptOf(agent: Agent, runId: string): Promise<TranscriptTool | undefined> {
  const messages = await agent.listMessages({ runId });
  return messages.flatMap(({ parts }) => parts).find((part) => part.type === 'tool');
}
