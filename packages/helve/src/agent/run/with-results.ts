import type {
  AssistantMessage,
  ModelMessage,
  ToolCallPart,
  ToolMessage,
} from '../../tool/message.ts';

/**
 * Gives every call of a conversation a result, right behind it and in call order: providers refuse a
 * conversation without. What a call without one came to is not known here, and so the model is told.
 */
export function withResults(messages: readonly ModelMessage[]): ModelMessage[] {
  const whole: ModelMessage[] = [];
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at];
    if (!message) continue;
    whole.push(message);
    const calls = message.role === 'assistant' ? callsOf(message) : [];
    if (calls.length === 0) continue;
    const results: ToolMessage['content'][number][] = [];
    for (let next = messages[at + 1]; next?.role === 'tool'; next = messages[at + 1]) {
      results.push(...next.content);
      at += 1;
    }
    whole.push({ role: 'tool', content: inCallOrder(calls, results) });
  }
  return whole;
}

function callsOf({ content }: AssistantMessage): readonly ToolCallPart[] {
  if (typeof content === 'string') return [];
  return content.flatMap((part) =>
    part.type === 'tool-call' && part.providerExecuted !== true ? [part] : [],
  );
}

function inCallOrder(
  calls: readonly ToolCallPart[],
  given: ToolMessage['content'],
): ToolMessage['content'] {
  const rest = [...given];
  const results = calls.map((call) => {
    const place = rest.findIndex(
      (part) => part.type === 'tool-result' && part.toolCallId === call.toolCallId,
    );
    const [result] = place < 0 ? [] : rest.splice(place, 1);
    return result ?? unknownResult(call);
  });
  return [...results, ...rest];
}

function unknownResult({
  toolCallId,
  toolName,
  providerToolCallId,
}: ToolCallPart): ToolMessage['content'][number] {
  return {
    type: 'tool-result',
    toolCallId,
    toolName,
    output: { type: 'text', value: 'The outcome of this call is not known.' },
    ...(providerToolCallId === undefined ? {} : { providerToolCallId }),
  };
}
