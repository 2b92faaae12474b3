import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { Script, ScriptedReply } from '../work/script.ts';
import { stepAt } from '../work/script.ts';

const usage: LanguageModelV4Usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
};

const finish = (reply: ScriptedReply) => {
  const unified = reply.calls.length > 0 ? ('tool-calls' as const) : ('stop' as const);
  return { finishReason: { unified, raw: unified }, usage };
};

/**
 * The mock model of whoever takes language models of the AI SDK's provider interface.
 *
 * @param before how many messages there are before the first response
 */
export function v4Model(script: Script, before: number): LanguageModelV4 {
  const streamed: LanguageModelV4StreamPart[][] = [];
  const replyTo = ({ prompt, tools }: LanguageModelV4CallOptions): [number, ScriptedReply] => {
    // an assistant message and a tool message a step
    const step = stepAt(prompt.length, before, 2);
    const seen = {
      transcript: () => JSON.stringify(prompt),
      tools: () => JSON.stringify(tools ?? []),
    };
    return [step, script.reply(step, seen)];
  };
  return {
    specificationVersion: 'v4',
    provider: 'mock',
    modelId: 'mock',
    supportedUrls: {},
    async doGenerate(options) {
      const [, reply] = replyTo(options);
      return { content: content(reply), warnings: [], ...finish(reply) };
    },
    async doStream(options) {
      const [step, reply] = replyTo(options);
      streamed[step] ??= streamParts(reply);
      return { stream: streamOf(streamed[step]) };
    },
  };
}

function content({ calls, text }: ScriptedReply): LanguageModelV4Content[] {
  if (calls.length === 0) return [{ type: 'text', text }];
  return calls.map(({ id, name, input }) => ({
    type: 'tool-call',
    toolCallId: id,
    toolName: name,
    input,
  }));
}

function streamParts(reply: ScriptedReply): LanguageModelV4StreamPart[] {
  const parts: LanguageModelV4StreamPart[] = [{ type: 'stream-start', warnings: [] }];
  for (const { id, name, input, deltas } of reply.calls) {
    parts.push({ type: 'tool-input-start', id, toolName: name });
    for (const delta of deltas) parts.push({ type: 'tool-input-delta', id, delta });
    parts.push({ type: 'tool-input-end', id });
    parts.push({ type: 'tool-call', toolCallId: id, toolName: name, input });
  }
  if (reply.calls.length === 0) {
    parts.push({ type: 'text-start', id: 't' });
    for (const delta of reply.textDeltas) parts.push({ type: 'text-delta', id: 't', delta });
    parts.push({ type: 'text-end', id: 't' });
  }
  parts.push({ type: 'finish', ...finish(reply) });
  return parts;
}

/** All parts at once: the model is not what is measured. */
function streamOf(
  parts: readonly LanguageModelV4StreamPart[],
): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}
