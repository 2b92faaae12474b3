import { failed } from '../../call/call.ts';
import type { CallRuntime } from '../../call/call-runtime.ts';
import type { ModelRequest, ModelTool, ToolChoice } from '../../model/model-request.ts';
import type { ModelMessage, SystemMessage } from '../../tool/message.ts';
import type { StepSettings } from '../agent-options.ts';
import type { CallAtGate } from '../calls/admit-call.ts';
import { admitCall } from '../calls/admit-call.ts';
import type { NewCall } from '../calls/live-call.ts';
import { announce } from '../calls/settle-call.ts';
import { announceWait, startCall } from '../calls/start-call.ts';
import { failureTextOf } from '../run/failure-texts.ts';
import { linger } from '../run/linger.ts';
import { checkActive, mergeSettings } from '../run/resolve-config.ts';
import type { OpenStep, Run } from '../run/run.ts';
import { describeTool } from '../tools/toolset.ts';
import { askModel } from './ask-model.ts';
import { keepResponse } from './keep-response.ts';
import { prepareHooks, prepareStep } from './prepare-step.ts';
import type { Response } from './response.ts';
import { ResponseReader } from './response.ts';
import { stepResult } from './step-result.ts';

/** One step: asks the model, writes its response down, and starts the calls it made. */
export async function runStep(run: Run): Promise<void> {
  const preparing = prepareStep(run);
  const settings = preparing instanceof Promise ? await preparing : preparing;
  const step = openStep(run, settings);
  run.emit('step-start', { stepNumber: step.stepNumber });
  const loading = prepareHooks(run);
  if (loading) await loading;
  const response = await readResponse(run, step, settings);
  run.spend(response.usage);
  const problem = whatWentWrong(run, response);
  if (problem) return endBadly(run, step, response, problem);
  let calls: readonly CallAtGate[];
  const { length } = run.added;
  try {
    calls = response.calls.map((call, index) => {
      run.callCount += 1;
      return admitCall(run, step, withinLimits(run, call, index), index);
    });
    // An input that began and never became a call must not leave a screen waiting for it.
    for (const input of response.abandoned) endUnrun(run, input);
    await keepResponse(run, step, response, calls);
  } catch (error) {
    // The store failed: what was shown and cannot be carried out ends here, and is not kept later.
    run.calls.clear();
    if (run.added.length > length) run.takeBack();
    for (const call of response.calls) {
      call.early?.cancel(error);
      endUnrun(run, call);
    }
    throw error;
  }
  for (const call of calls) {
    if (run.closing) announceWait(run, call);
    else run.underWay.add(startCall(run, step, call));
  }
}

/** A model may ask for calls without end; those beyond the limits end unrun. */
export function withinLimits(run: Run, call: NewCall, index: number): NewCall {
  const { maxToolCallsPerStep, maxToolCalls } = run.config;
  if (index < maxToolCallsPerStep && run.callCount <= maxToolCalls) return call;
  const limit =
    index < maxToolCallsPerStep
      ? `${maxToolCalls} calls in a run`
      : `${maxToolCallsPerStep} at once`;
  const text = `"${call.source.toolName}" did not run: no more than ${limit} are carried out.`;
  const code = 'TOO_MANY_CALLS';
  const end = failed({ code, error: new Error(text), modelText: text, displayText: text });
  return { ...call, input: { ok: false, end } };
}

/** Makes ready what the pipeline asks of the runtime in this step. */
export function openStep(run: Run, settings: StepSettings = {}): OpenStep {
  const { config } = run;
  const stepNumber = run.record.stepCount;
  const runtime: CallRuntime = {
    logger: config.logger,
    requestContext: config.requestContext,
    abortSignal: config.abortSignal,
    // A model that was told to make no calls may make some all the same.
    activeTools: choiceIn(run, settings) === 'none' ? NO_TOOLS : activeIn(run, settings),
    guard: config.hooks.beforeToolCall,
    approvalRules: config.approvalRules,
    policies: config.policies,
    decisionTimeoutMs: config.decisionTimeoutMs,
    agent: {
      agentId: config.agentId,
      threadId: run.record.threadId,
      resourceId: run.record.resourceId,
    },
    messages: conversationOf(run, settings),
    writeProgress: (call, output) => {
      const { toolCallId } = call;
      const source = run.calls.get(toolCallId)?.source ?? run.earlySources?.get(toolCallId);
      // Without it, nobody could tell what screens may see.
      run.emit('tool-output', { ...call, output }, source, source === undefined);
    },
    writeCustom: ({ type, ...payload }) => {
      // A tool may show what it likes, but not pass it off as an event of the run.
      if (!/^data-./.test(type)) {
        throw new TypeError(`writer.custom() takes chunks whose type starts with "data-".`);
      }
      run.write({ chunk: { type, runId: run.runId, from: 'TOOL', payload } });
    },
  };
  run.stepResults = [];
  run.step = { stepNumber, runtime, result: undefined };
  return run.step;
}

/** The conversation as it is now; copied only for those who look at it. */
function conversationOf(run: Run, settings: StepSettings): () => readonly ModelMessage[] {
  const { history } = run;
  const { length } = history;
  let copy = settings.messages;
  return () => {
    copy ??= history.slice(0, length);
    return copy;
  };
}

/** The tools that may be used in a step: those put off are not, until a search has found them. */
function activeIn(run: Run, settings: StepSettings): ReadonlySet<string> {
  const { config, discovered, internal } = run;
  const chosen = settings.activeTools
    ? checkActive(settings.activeTools, config.toolset)
    : config.activeTools;
  if (config.deferred.size === 0 && internal.size === 0) return chosen;
  const there = [...chosen].filter((name) => !config.deferred.has(name) || discovered.has(name));
  return new Set([...there, ...internal.keys()]);
}

async function readResponse(run: Run, step: OpenStep, settings: StepSettings): Promise<Response> {
  const { config } = run;
  const reader = new ResponseReader(run, step);
  const request = buildRequest(run, step, settings);
  const adapters = settings.model ? [await config.adapterOf(settings.model)] : config.adapters;
  try {
    await askModel(request, config, adapters, (part) => reader.take(part));
  } catch (error) {
    reader.fail(error);
  }
  return reader.result();
}

function messagesFor(run: Run, settings: StepSettings): readonly ModelMessage[] {
  const { messages = run.history, instructions } = settings;
  if (settings.messages === undefined && instructions === undefined) return run.prompt;
  const system: SystemMessage | undefined =
    instructions === undefined ? run.systemMessage : { role: 'system', content: instructions };
  return system ? [system, ...messages] : messages;
}

function describeInternal(run: Run): readonly ModelTool[] {
  return [...run.internal].map(([name, tool]) => describeTool(name, tool, run.config.logger));
}

function buildRequest(run: Run, step: OpenStep, settings: StepSettings): ModelRequest {
  const { config } = run;
  const toolChoice = choiceIn(run, settings);
  const offered = toolChoice === 'none' ? activeIn(run, settings) : step.runtime.activeTools;
  const described = config.toolset.describe(offered);
  // There may be a thousand tools, and they are the same in nearly every step.
  const tools = run.internal.size > 0 ? [...described, ...describeInternal(run)] : described;
  const modelSettings = mergeSettings(config.modelSettings, settings.modelSettings);
  return {
    messages: messagesFor(run, settings),
    tools,
    toolChoice: tools.length > 0 ? toolChoice : undefined,
    settings: modelSettings,
    responseFormat: config.objectFormat?.responseFormat,
    abortSignal: config.abortSignal,
    loadFile: config.loadFile,
  };
}

const NO_TOOLS: ReadonlySet<string> = new Set();

/** A forced choice would force it again for ever: it holds for the first step. */
function choiceIn({ record, config }: Run, settings: StepSettings): ToolChoice | undefined {
  if (settings.toolChoice) return settings.toolChoice;
  const choice = config.toolChoice;
  if (record.stepCount === 0 || choice === 'none' || choice === 'auto') return choice;
  return choice === undefined ? undefined : 'auto';
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
  for (const { early } of response.calls) early?.cancel(problem.error ?? new Error(BROKE_OFF));
  for (const call of [...response.calls, ...response.abandoned]) endUnrun(run, call);
  response.provided.drop();
  step.result = stepResult(run, step, response);
  run.steps.push(step.result);
  run.stopWith = response.finishReason ?? 'error';
  await run.commit({ run: run.next({ stepCount: step.stepNumber + 1 }) });
  if (problem.error === undefined || run.config.abortSignal?.aborted) return;
  run.failureText = failureTextOf(problem.error);
  throw problem.error;
}

const BROKE_OFF = "The model's response broke off";

/** Ends a call that was shown and is not carried out. */
export function endUnrun(
  run: Run,
  { source, hooks }: Pick<NewCall, 'source'> & { readonly hooks?: NewCall['hooks'] },
): void {
  linger(run, hooks);
  const text = `${BROKE_OFF}; nothing came of the call of "${source.toolName}".`;
  const error = new Error(text);
  const code = 'RESPONSE_INCOMPLETE';
  announce(run, source, failed({ code, error, modelText: text, displayText: text }));
}
