import { CallHooks } from '../call/call-hooks.ts';
import type { CallRecord, RunRecord } from '../store/records.ts';
import { InvalidDecisionError } from './agent-errors.ts';
import type { RunOptions } from './agent-options.ts';
import type { LiveCall } from './live-call.ts';
import type { AgentParts } from './resolve-config.ts';
import { resolveConfig } from './resolve-config.ts';
import { Run } from './run.ts';
import type { StoredSettings } from './run-config.ts';
import { openStep } from './step.ts';

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
  const config = await resolveConfig(parts, settings, options, streaming);
  const [messages, calls] = await Promise.all([
    config.store.loadMessages(record.runId),
    config.store.loadCalls(record.runId),
  ]);
  const run = new Run(config, record, {
    history: messages.map(({ message }) => message),
    committed: messages.length,
    inputLength: settings.inputLength,
    usedIds: new Set(calls.map(({ toolCallId }) => toolCallId)),
    asleep: true,
  });
  const step = openStep(run);
  for (const call of calls) {
    if (call.step === record.stepCount - 1) {
      run.calls.set(call.toolCallId, liveCall(run, call, step.runtime));
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
  for (const name of settings.functions ?? []) {
    const given =
      name === 'beforeToolCall' ? options.hooks?.beforeToolCall : options.requireToolApproval;
    if (given === undefined) {
      const path = name === 'beforeToolCall' ? 'hooks.beforeToolCall' : name;
      throw new InvalidDecisionError(
        `This run was started with its own ${path}, a function, which cannot be stored. Pass it again along with the decision. The call still waits.`,
      );
    }
  }
}
