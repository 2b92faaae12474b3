import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import type {
  BaseChatModelCallOptions,
  BindToolsInput,
} from '@langchain/core/language_models/chat_models';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { BaseMessage } from '@langchain/core/messages';
import { AIMessage, AIMessageChunk } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { ChatGenerationChunk } from '@langchain/core/outputs';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import type { Script, ScriptedReply } from '../work/script.ts';
import { stepAt } from '../work/script.ts';

interface CallOptions extends BaseChatModelCallOptions {
  readonly tools?: readonly unknown[];
}

/** The mock model of LangChain. */
export class ScriptedChatModel extends BaseChatModel<CallOptions> {
  readonly #script: Script;

  constructor(script: Script) {
    super({});
    this.#script = script;
  }

  override _llmType(): string {
    return 'scripted';
  }

  override bindTools(tools: BindToolsInput[]) {
    return this.withConfig({ tools: tools.map((tool) => convertToOpenAITool(tool)) });
  }

  override async _generate(messages: BaseMessage[], options: CallOptions): Promise<ChatResult> {
    const { text, calls } = this.#replyTo(messages, options);
    const message = new AIMessage({
      content: text,
      tool_calls: calls.map(({ id, name, input }) => ({
        type: 'tool_call',
        id,
        name,
        args: JSON.parse(input),
      })),
    });
    return { generations: [{ text, message }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: CallOptions,
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const reply = this.#replyTo(messages, options);
    for (const message of messageChunks(reply)) {
      const chunk = new ChatGenerationChunk({ message, text: message.text });
      yield chunk;
      await runManager?.handleLLMNewToken(
        message.text,
        undefined,
        undefined,
        undefined,
        undefined,
        {
          chunk,
        },
      );
    }
  }

  #replyTo(messages: BaseMessage[], { tools = [] }: CallOptions): ScriptedReply {
    // one message for the calls, and one for each result
    const step = stepAt(messages.length, 1, 1 + this.#script.shape.parallel);
    return this.#script.reply(step, {
      transcript: () => JSON.stringify(messages),
      tools: () => JSON.stringify(tools),
    });
  }
}

function* messageChunks({ calls, textDeltas }: ScriptedReply): Generator<AIMessageChunk> {
  for (const content of textDeltas) yield new AIMessageChunk({ content });
  for (const [index, { id, name, deltas }] of calls.entries()) {
    for (const [at, args] of deltas.entries()) {
      const first = at === 0 ? { id, name } : {};
      const tool_call_chunks = [{ type: 'tool_call_chunk' as const, index, args, ...first }];
      yield new AIMessageChunk({ content: '', tool_call_chunks });
    }
  }
}
