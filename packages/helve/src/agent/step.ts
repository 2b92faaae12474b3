import { failed } from '../call/call.ts';
import type { CallRuntime } from '../call/call-runtime.ts';
import { loadPartialInput } from '../call/partial-input.ts';
import type { ProjectionSource } from '../call/project.ts';
import type { ModelRequest, ToolChoice } from '../model/model-request.ts';
import type { ModelMessage, SystemMessage } from '../tool/message.ts';
import type { Response } from './response.ts';
import { ResponseReader } from './response.ts';
import type { OpenStep, Run } from './run.ts';
import type { StepResult, ToolCallEntry } from './run-result.ts';
import { announce } from './settle-call.ts';
import { startCall } from './start-call.ts';
import { addUsage } from './usage.ts';

/** One step: asks the model, writes its response down, and starts the calls it made. */
export async function runStep(run: Run): Promise<void> {
  const step = openStep(run);
  run.emit('step-start', { stepNumber: step.stepNumber });
  await prepareHooks(run);
  const response = await readResponse(run, step);
  run.usage = addUsage(run.usage, response.usage);
  const problem = whatWentWrong(run, response);
  if (problem) return endBadly(run, step, response, problem);
  await keepResponse(run, step, response);
  response.calls.forEach((call, index) => {
    run.track(startCall(run, step, call, index));
  });
}

/** Makes ready what the pipeline asks of the runtime in this step. */
export function openStep(run: Run): OpenStep {
  const { config } = run;
  const stepNumber = run.record.stepCount;
  const runtime: CallRuntime = {
    logger: config.logger,
    requestContext: config.requestContext,
    ...(config.abortSignal ? { abortSignal: config.abortSignal } : {}),
    activeTools: config.activeTools,
    ...(config.hooks.beforeToolCall ? { guard: config.hooks.beforeToolCall } : {}),
    approvalRules: config.approvalRules,
    decisionTimeoutMs: config.decisionTimeoutMs,
    agent: {
      agentId: config.agentId,
      ...(run.record.threadId === undefined ? {} : { threadId: run.record.threadId }),
      ...(run.record.resourceId === undefined ? {} : { resourceId: run.record.resourceId }),
    },
    messages: run.history.slice(),
    writeProgress: (call, output) => {
      run.emit('tool-output', { ...call, output }, run.calls.get(call.toolCallId)?.source);
    },
    writeCustom: ({ type, ...payload }) => {
      // A tool may show what it likes, but not pass it off as an event of the run.
      if (!/^data-./.test(type)) {
        throw new TypeError(`writer.custom() takes chunks whose type starts with "data-".`);
      }
      run.log?.append({ chunk: { type, runId: run.runId, from: 'TOOL', payload } });
    },
  };
  run.stepResults = [];
  run.step = { stepNumber, runtime, result: undefined };
  return run.step;
}

/** Partial inputs need a parser; it is loaded before the first tool that may look at one. */
async function prepareHooks(run: Run): Promise<void> {
  for (const tool of run.config.toolset.tools.values()) {
    if (tool.onInputDelta) return loadPartialInput();
  }
}

async function readResponse(run: Run, step: OpenStep): Promise<Response> {
  const reader = new ResponseReader(run, step);
  const request = buildRequest(run, step);
  try {
    if (run.config.streaming) {
      for await (const part of await run.config.adapter.stream(request)) {
        const checking = reader.take(part);
        // Most parts need no waiting, and there are many.
        if (checking) await checking;
      }
    } else {
      for (const part of await run.config.adapter.generate(request)) {
        const checking = reader.take(part);
        if (checking) await checking;
      }
    }
  } catch (error) {
    reader.fail(error);
  }
  return reader.result();
}

function buildRequest(run: Run, step: OpenStep): ModelRequest {
  const { config } = run;
  const tools = config.toolset.describe(config.activeTools);
  const toolChoice = choiceFor(step.stepNumber, config.toolChoice);
  return {
    messages: withInstructions(step.runtime.messages, run.systemMessage),
    ...(tools.length > 0 ? { tools } : {}),
    ...(tools.length > 0 && toolChoice ? { toolChoice } : {}),
    ...(config.modelSettings ? { settings: config.modelSettings } : {}),
    ...(config.abortSignal ? { abortSignal: config.abortSignal } : {}),
  };
}

/** A forced choice would force it again for ever: it holds for the first step. */
function choiceFor(stepNumber: number, choice: ToolChoice | undefined): ToolChoice | undefined {
  if (stepNumber === 0 || choice === 'none' || choice === 'auto') return choice;
  return choice === undefined ? undefined : 'auto';
}

function withInstructions(
  messages: readonly ModelMessage[],
  system: SystemMessage | undefined,
): readonly ModelMessage[] {
  return system ? [system, ...messages] : messages;
}

/** Why the response cannot be taken as it is; `undefined` where it can. */
function whatWentWrong(run: Run, response: Response): { readonly error: unknown } | undefined {
  const { finishReason, calls, abandoned, error } = response;
  if (run.config.abortSignal?.aborted) return { error: run.config.abortSignal.reason };
  if (finishReason === undefined || finishReason === 'error') {
    return { error: error ?? new Error('The model reported an error without saying which.') };
  }
  const cutShort = finishReason === 'length' || finishReason === 'content-filter';
  // Text that was cut short is still what the model said; calls may not be what it meant.
  return cutShort && calls.length + abandoned.length > 0 ? { error: undefined } : undefined;
}

/** Nothing of a response that ended badly enters the history, and none of its calls runs. */
async function endBadly(
  run: Run,
  step: OpenStep,
  response: Response,
  problem: { readonly error: unknown },
): Promise<void> {
  for (const { source } of [...response.calls, ...response.abandoned]) endUnrun(run, source);
  step.result = stepResult(run, step, response);
  run.steps.push(step.result);
  run.stopWith = response.finishReason ?? 'error';
  await run.commit({ run: run.next({ stepCount: step.stepNumber + 1 }) });
  if (problem.error !== undefined && !run.config.abortSignal?.aborted) throw problem.error;
}

/** Ends a call that was shown and is not carried out. */
function endUnrun(run: Run, source: ProjectionSource): void {
  const text = `The model's response broke off; "${source.toolName}" did not run.`;
  const error = new Error(text);
  const code = 'RESPONSE_INCOMPLETE';
  announce(run, source, failed({ code, error, modelText: text, displayText: text }));
}

async function keepResponse(run: Run, step: OpenStep, response: Response): Promise<void> {
  if (response.parts.length > 0) run.history.push({ role: 'assistant', content: response.parts });
  // An input that began and never became a call must not leave a screen waiting for it.
  for (const { source } of response.abandoned) endUnrun(run, source);
  if (response.error !== undefined) {
    run.config.logger.warn('The model reported an error and went on; its response was complete.', {
      runId: run.runId,
      error: response.error,
    });
  }
  step.result = stepResult(run, step, response);
  run.steps.push(step.result);
  await run.commit({ run: run.next({ stepCount: step.stepNumber + 1 }) });
}

function stepResult(run: Run, step: OpenStep, response: Response): StepResult {
  const { text, reasoning, usage, warnings, finishReason = 'error' } = response;
  return {
    stepNumber: step.stepNumber,
    text,
    reasoning,
    toolCalls: response.calls.map(
      ({ source: { toolCallId, toolName, input } }): ToolCallEntry => ({
        toolCallId,
        toolName,
        args: input,
      }),
    ),
    toolResults: run.stepResults,
    finishReason,
    usage,
    warnings,
  };
}
