import type { RunRecord } from '../store/records.ts';
import type { JsonObject } from '../tool/json.ts';
import type { ModelMessage } from '../tool/message.ts';
import { InvalidAgentError, StoreConflictError } from './agent-errors.ts';
import type { AgentInput, GenerateOptions } from './agent-options.ts';
import { freshId } from './ids.ts';
import type { AgentParts } from './resolve-config.ts';
import { resolveConfig } from './resolve-config.ts';
import { Run } from './run.ts';
import type { StoredSettings } from './run-config.ts';

/**
 * Accepts a run: its settings are checked and its record is stored; the loop has not begun.
 *
 * @throws InvalidAgentError for settings or input that cannot be run.
 */
export async function beginRun(
  parts: AgentParts,
  input: AgentInput,
  options: GenerateOptions,
  streaming: boolean,
): Promise<Run> {
  const history = asMessages(input);
  const settings = settingsToStore(options, history.length);
  const own = options.toolChoice ? { ...settings, toolChoice: options.toolChoice } : settings;
  const config = await resolveConfig(parts, own, options, streaming);
  const now = Date.now();
  const record: RunRecord = {
    runId: options.runId ?? freshId('run'),
    agentId: config.agentId,
    version: 0,
    state: 'running',
    stepCount: 0,
    // Settings are plain data; see `StoredSettings`.
    settings: settings as unknown as JsonObject,
    usage: {},
    createdAt: now,
    updatedAt: now,
  };
  const usedIds = new Set<string>(idsIn(history));
  const state = { history, committed: 0, inputLength: history.length, usedIds, asleep: false };
  const run = new Run(config, record, state);
  const messages = history.map((message, position) => ({ runId: run.runId, position, message }));
  const result = await config.store.commit({ run: record, messages });
  if (!result.ok) {
    throw new StoreConflictError(
      `There is a run "${run.runId}" already. Leave runId out, or choose another.`,
    );
  }
  run.committed = messages.length;
  run.emit('start', { agentId: config.agentId });
  return run;
}

function asMessages(input: AgentInput): ModelMessage[] {
  if (typeof input === 'string' && input !== '') return [{ role: 'user', content: input }];
  if (!Array.isArray(input) || input.length === 0) {
    throw new InvalidAgentError(
      'The input is empty. Give the agent a text, or messages: [{ role: "user", content: "…" }].',
    );
  }
  // `Array.isArray` does not narrow readonly arrays.
  const messages = [...(input as readonly ModelMessage[])];
  messages.forEach(checkMessage);
  return messages;
}

const ROLES: readonly unknown[] = ['system', 'user', 'assistant', 'tool'];

/** Callers without types, and stored conversations, can give anything. */
function checkMessage(message: Partial<ModelMessage> | null | undefined, index: number): void {
  const content = message?.content;
  const isText = typeof content === 'string' && message?.role !== 'tool';
  if (ROLES.includes(message?.role) && (isText || Array.isArray(content))) return;
  throw new InvalidAgentError(
    `Message ${index} of the input is not a message: it needs a role (system, user, assistant, tool) and a content, such as { role: "user", content: "…" }.`,
  );
}

function idsIn(messages: readonly ModelMessage[]): readonly string[] {
  return messages.flatMap(({ role, content }) =>
    role === 'assistant' && typeof content !== 'string'
      ? content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
      : [],
  );
}

/** What of a run's options outlives the process. Of functions it is kept that they were there. */
function settingsToStore(options: GenerateOptions, inputLength: number): StoredSettings {
  const { requireToolApproval, hooks, instructions, maxSteps, activeTools } = options;
  const { toolCallConcurrency, modelSettings } = options;
  const functions = [
    ...(typeof requireToolApproval === 'function' ? (['requireToolApproval'] as const) : []),
    ...(hooks?.beforeToolCall ? (['beforeToolCall'] as const) : []),
  ];
  return {
    inputLength,
    ...(instructions === undefined ? {} : { instructions }),
    ...(maxSteps === undefined ? {} : { maxSteps }),
    ...(activeTools === undefined ? {} : { activeTools }),
    ...(toolCallConcurrency === undefined ? {} : { toolCallConcurrency }),
    ...(modelSettings === undefined ? {} : { modelSettings }),
    ...(requireToolApproval === undefined || typeof requireToolApproval === 'function'
      ? {}
      : { requireToolApproval }),
    ...(functions.length === 0 ? {} : { functions }),
  };
}
