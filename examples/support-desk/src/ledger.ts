import type { ToolResultPart } from 'helve';
import type { AgentHooks, RunResult } from 'helve/agent';

/** What was known of a call: by the tool, and by the model. */
export interface CallFacts {
  readonly had: unknown;
  readonly told: unknown;
}

/**
 * Remembers every call as the tool had it and as the model was told. Only a demonstration needs
 * this: raw payloads are best kept nowhere.
 */
export interface Ledger {
  /** For the agent's hook of that name: the application is given calls as they are. */
  readonly afterToolCall: NonNullable<AgentHooks['afterToolCall']>;
  /** For the agent: the messages of a run are what its model was given. */
  readonly onFinish: (result: RunResult) => void;
  factsOf(toolCallId: string): CallFacts;
}

/** Makes an empty ledger. */
export function createLedger(): Ledger {
  const had = new Map<string, unknown>();
  const told = new Map<string, unknown>();
  return {
    afterToolCall(call) {
      if (call.kind === 'result') had.set(call.toolCallId, call.result);
      else if (call.kind === 'error' && call.error instanceof Error) {
        had.set(call.toolCallId, { message: call.error.message });
      }
    },
    onFinish({ messages }) {
      for (const message of messages) {
        if (message.role !== 'tool') continue;
        for (const part of message.content) {
          if (part.type === 'tool-result') told.set(part.toolCallId, toldBy(part));
        }
      }
    },
    factsOf: (toolCallId) => ({ had: had.get(toolCallId), told: told.get(toolCallId) }),
  };
}

function toldBy({ output }: ToolResultPart): unknown {
  switch (output.type) {
    case 'denied':
      return { declined: output.reason };
    case 'error-text':
      return { message: output.value };
    default:
      return output.value;
  }
}
