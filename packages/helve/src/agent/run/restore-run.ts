import { CallHooks } from '../../call/call-hooks.ts';
import type { CallRecord, RunRecord } from '../../store/records.ts';
import type { ModelMessage, ToolCallPart } from '../../tool/message.ts';
import { InvalidDecisionError } from '../agent-errors.ts';
import type { RunOptions } from '../agent-options.ts';
import { waitsOfCall } from '../below/nested-waits.ts';
import type { LiveCall } from '../calls/live-call.ts';
import { openStep } from '../step/step.ts';
import { openStoredLog } from '../stream/open-stored-log.ts';
import { idsIn } from './ids.ts';
import type { AgentParts } from './resolve-config.ts';
import { resolveConfig } from './resolve-config.ts';
import { Run } from './run.ts';
import type { StoredSettings } from './run-config.ts';
import type { StepResult, ToolCallEntry, ToolResultEntry } from './run-result.ts';
import { loadThread } from './thread.ts';

/**
 * Makes a run that waits, or was cut off, live again: with the calls of its last step as they were
 * stored, as far as their results are not in the history yet.
 */
export async function restoreRun(
  parts: AgentParts,
  record: RunRecord,
  options: RunOptions,
  streaming: boolean,
): Promise<Run> {
  // What `beginRun` stored.
  const settings = record.settings as unknown as StoredSettings;
  checkFunctions(settings, options);
  const isRead = streaming || record.chunkLog !== undefined;
  const resolving = resolveConfig(parts, { ...settings, isStored: true }, options, isRead);
  const config = resolving instanceof Promise ? await resolving : resolving;
  const { runId, threadId } = record;
  const [messages, calls, thread] = await Promise.all([
    config.store.loadMessages(runId),
    config.store.loadCalls(runId, { step: record.stepCount - 1 }),
    threadId === undefined
      ? undefined
      : loadThread(config.store, threadId, { runId, lastMessages: settings.lastMessages }),
  ]);
  const ownMessages = messages.map(({ message }) => message);
  const history = thread?.messages ?? ownMessages.slice();
  const added = ownMessages.slice(settings.inputLength);
  const last = added.at(-1);
  // A run that was cut off may have got as far as to close the step.
  const isOpen = record.state === 'waiting' || last?.role === 'assistant';
  const run = new Run(config, record, {
    history,
    added,
    committed: messages.length,
    usedIds: new Set(idsIn(history)),
    callCount: isOpen ? callsIn(added.slice(0, -1)) + calls.length : callsIn(added),
    discovered: record.discoveredTools ?? [],
    resultsPlace: thread?.openResults.get(runId),
    asleep: true,
  });
  const opening = openStoredLog(run);
  if (opening) await opening;
  const stepTools = record.stepTools?.filter((name) => config.toolset.names.has(name));
  const opened = openStep(run, stepTools ? { activeTools: stepTools } : {});
  const step = { ...opened, stepNumber: record.stepCount - 1 };
  run.step = step;
  run.steps.push(...earlierSteps(run.added, run.stepResults));
  run.goesOn = record.stepCount > 0 && last?.role !== 'assistant';
  for (const call of isOpen ? calls : []) {
    const live = liveCall(run, call, step.runtime);
    run.calls.set(call.toolCallId, live);
    if (call.state === 'delegated') {
      live.waits = await waitsOfCall(config.store, parts, call, config.requestContext);
    }
  }
  return run;
}

/** How many calls these responses made of us; those of earlier steps have been recorded, all of them. */
function callsIn(messages: readonly ModelMessage[]): number {
  let count = 0;
  for (const { role, content } of messages) {
    if (role !== 'assistant' || typeof content === 'string') continue;
    for (const part of content) if (part.type === 'tool-call' && !part.providerExecuted) count++;
  }
  return count;
}

/** The steps that the run has taken, as far as its conversation tells of them. */
function earlierSteps(
  added: readonly ModelMessage[],
  lastResults: readonly ToolResultEntry[],
): readonly StepResult[] {
  const responses = added.filter((message) => message.role === 'assistant');
  return responses.map(({ content }, stepNumber) => {
    const parts =
      typeof content === 'string' ? [{ type: 'text', text: content } as const] : content;
    const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    const reasoning = parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('');
    const toolCalls = parts.flatMap((part) => (part.type === 'tool-call' ? [entryOf(part)] : []));
    return {
      stepNumber,
      text,
      reasoning,
      toolCalls,
      // What came of earlier calls is known only as the model was told.
      toolResults: stepNumber === responses.length - 1 ? lastResults : [],
      finishReason: toolCalls.length > 0 ? 'tool-calls' : 'stop',
      usage: {},
      warnings: [],
    };
  });
}

function entryOf({ toolCallId, toolName, input, providerExecuted }: ToolCallPart): ToolCallEntry {
  return {
    toolCallId,
    toolName,
    args: input,
    ...(providerExecuted ? { providerExecuted } : {}),
  };
}

function liveCall(
  run: Run,
  record: CallRecord,
  runtime: ConstructorParameters<typeof CallHooks>[2],
): LiveCall {
  const { runId, toolCallId, toolName, acceptedInput } = record;
  const tool = run.config.toolset.tools.get(toolName);
  return {
    record,
    toolCallId,
    toolName,
    tool,
    hooks: tool?.onOutput ? new CallHooks(tool, record, runtime) : undefined,
    source: { runId, toolCallId, toolName, tool, input: acceptedInput, inputForms: {} },
    end: undefined,
  };
}

/** A run that was started with its own rules must not go on without them. */
function checkFunctions(settings: StoredSettings, options: RunOptions): void {
  const given = {
    requireToolApproval: options.requireToolApproval,
    'hooks.beforeToolCall': options.hooks?.beforeToolCall,
    output: options.output,
    downloads: options.downloads,
  };
  for (const name of settings.functions ?? []) {
    if (given[name] === undefined) {
      throw new InvalidDecisionError(
        `This run was started with its own ${name}, which cannot be stored. Pass it again along with the decision. The call still waits.`,
      );
    }
  }
}
