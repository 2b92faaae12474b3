import type { AdapterYieldChunk, ModelMessage, TextOptions } from '@tanstack/ai';
import { EventType } from '@tanstack/ai';
import { BaseTextAdapter } from '@tanstack/ai/adapters';
import type { Script } from '../work/script.ts';
import { stepAt } from '../work/script.ts';

type NoOptions = Record<string, never>;
type Metadata = {
  text: unknown;
  image: unknown;
  audio: unknown;
  video: unknown;
  document: unknown;
};

/** The mock model of TanStack AI: an adapter that emits AG-UI events. */
export class ScriptedAdapter extends BaseTextAdapter<'mock', NoOptions, ['text'], Metadata> {
  readonly name = 'mock';
  readonly #script: Script;

  constructor(script: Script) {
    super({}, 'mock');
    this.#script = script;
  }

  async *chatStream(options: TextOptions<NoOptions>): AsyncIterable<AdapterYieldChunk> {
    const { messages, tools = [] } = options;
    const step = stepAt(messages.length, 1, 1 + this.#script.shape.parallel);
    const { calls, textDeltas } = this.#script.reply(step, {
      transcript: () => JSON.stringify(messages satisfies readonly ModelMessage[]),
      tools: () => JSON.stringify(tools),
    });
    const { runId = `run-${step}`, threadId = 'thread' } = options;
    const timestamp = Date.now();
    yield { type: EventType.RUN_STARTED, runId, threadId, timestamp };
    for (const { id, name, deltas } of calls) {
      yield {
        type: EventType.TOOL_CALL_START,
        toolCallId: id,
        toolCallName: name,
        toolName: name,
        timestamp,
      };
      for (const delta of deltas) {
        yield { type: EventType.TOOL_CALL_ARGS, toolCallId: id, delta, timestamp };
      }
      yield { type: EventType.TOOL_CALL_END, toolCallId: id, timestamp };
    }
    if (calls.length === 0) {
      const messageId = `message-${step}`;
      yield { type: EventType.TEXT_MESSAGE_START, messageId, role: 'assistant', timestamp };
      for (const delta of textDeltas) {
        yield { type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta, timestamp };
      }
      yield { type: EventType.TEXT_MESSAGE_END, messageId, timestamp };
    }
    const finishReason = calls.length > 0 ? 'tool_calls' : 'stop';
    yield { type: EventType.RUN_FINISHED, runId, threadId, finishReason, timestamp };
  }

  async structuredOutput(): Promise<never> {
    throw new Error('The benchmark asks for no objects.');
  }
}
