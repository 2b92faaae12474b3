import type { ScriptedMessage } from 'helve/testing';

/** What a provider would refuse in a prompt. */
export function promptProblems(prompt: readonly ScriptedMessage[]): readonly string[] {
  return prompt.flatMap((message, index) => {
    const next = prompt[index + 1];
    const results = next?.role === 'tool' ? idsOf(next, 'tool-result') : [];
    const calls = message.role === 'assistant' ? idsOf(message, 'tool-call') : [];
    const isFirst = index === 0 && message.role === 'tool';
    return [
      ...(isFirst ? ['it begins with results'] : []),
      ...(calls.join() === results.join()
        ? []
        : [`message ${index} calls ${calls.join()}, and the results are of ${results.join()}`]),
    ];
  });
}

function idsOf(message: ScriptedMessage, type: 'tool-call' | 'tool-result'): readonly string[] {
  if (typeof message.content === 'string') return [];
  return message.content.flatMap((part) => (part.type === type ? [part.toolCallId] : []));
}
