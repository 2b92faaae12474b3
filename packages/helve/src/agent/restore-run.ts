import { CallHooks } from '../call/call-hooks.ts';
import type { CallRecord, RunRecord } from '../store/records.ts';
import { InvalidDecisionError } from './agent-errors.ts';
import type { RunOptions } from './agent-options.ts';
import { idsIn } from './ids.ts';
import type { LiveCall } from './live-call.ts';
import type { AgentParts } from './resolve-config.ts';
import { resolveConfig } from './resolve-config.ts';
import { Run } from './run.ts';
import type { StoredSettings } from './run-config.ts';
import { openStep } from './step.ts';
import { loadThread } from './thread.ts';

/** Makes a waiting run live again, with the calls of its last step as they were stored. */
export async function restoreRun(
  parts: AgentParts,
  record: RunRecord,
  options: RunOptions,
  streaming: boolean,
): Promise<Run> {
  // What `beginRun` stored.
  const settings = record.settings as unknown as StoredSettings;
  checkFunctions(settings, options);
  const config = await resolveConfig(parts, { ...settings, isStored: true }, options, streaming);
  const { runId, threadId } = record;
  const [messages, calls, thread] = await Promise.all([
    config.store.loadMessages(runId),
    config.store.loadCalls(runId),
    threadId === undefined ? undefined : loadThread(config.store, threadId),
  ]);
  const ownMessages = messages.map(({ message }) => message);
  const history = thread?.messages ?? ownMessages.slice();
  const run = new Run(config, record, {
    history,
    added: ownMessages.slice(settings.inputLength),
    committed: messages.length,
    usedIds: new Set([...idsIn(history), ...calls.map(({ toolCallId }) => toolCallId)]),
    callCount: calls.length,
    discovered: record.discoveredTools ?? [],
    resultsPlace: thread?.openResults.get(runId),
    asleep: true,
  });
  const step = openStep(run);
  for (const call of calls) {
    if (call.step === record.stepCount - 1) {
      const live = liveCall(run, call, step.runtime);
      run.calls.set(call.toolCallId, live);
      run.sources.set(call.toolCallId, live.source);
    }
  }
  return run;
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
    checked: undefined,
    end: undefined,
  };
}

/** A run that was started with its own rules must not go on without them. */
function checkFunctions(settings: StoredSettings, options: RunOptions): void {
  const given = {
    requireToolApproval: options.requireToolApproval,
    'hooks.beforeToolCall': options.hooks?.beforeToolCall,
    output: options.output,
  };
  for (const name of settings.functions ?? []) {
    if (given[name] === undefined) {
      throw new InvalidDecisionError(
        `This run was started with its own ${name}, which cannot be stored. Pass it again along with the decision. The call still waits.`,
      );
    }
  }
}
