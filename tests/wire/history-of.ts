import type { ModelPart } from '../../packages/helve/src/model/model-part.ts';
import type {
  AssistantPart,
  ModelMessage,
  ReasoningPart,
  TextPart,
} from '../../packages/helve/src/tool/message.ts';
import type { ProviderOptions } from '../../packages/helve/src/tool/model-output.ts';

/**
 * The history after a response: all that the model wrote, in its order and with its metadata, and
 * for each call that is the application's to run a result that says which it is.
 */
export function historyOf(
  question: ModelMessage,
  parts: readonly ModelPart[],
): readonly ModelMessage[] {
  const calls = parts.filter((part) => part.type === 'tool-call' && !part.providerExecuted);
  return [
    question,
    { role: 'assistant', content: assistantParts(parts) },
    ...calls.flatMap((call, index): readonly ModelMessage[] => {
      if (call.type !== 'tool-call') return [];
      const { toolCallId, toolName } = call;
      const output = { type: 'text', value: `result number ${index}` } as const;
      return [{ role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] }];
    }),
  ];
}

function assistantParts(parts: readonly ModelPart[]): readonly AssistantPart[] {
  const written = new Map<string, TextPart | ReasoningPart>();
  const content: (AssistantPart | string)[] = [];
  for (const part of parts) {
    const options = 'providerMetadata' in part ? { providerOptions: part.providerMetadata } : {};
    switch (part.type) {
      case 'text-start':
      case 'text-delta':
      case 'text-end':
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end': {
        const type = part.type.startsWith('text') ? 'text' : 'reasoning';
        const key = `${type} ${part.id}`;
        const known = written.get(key);
        if (known === undefined) content.push(key);
        const text = (known?.text ?? '') + ('delta' in part ? part.delta : '');
        const providerOptions = merge(known?.providerOptions, part.providerMetadata);
        written.set(key, { type, text, ...(providerOptions && { providerOptions }) });
        break;
      }
      case 'custom':
        content.push({ type: 'custom', kind: part.kind, ...options });
        break;
      case 'tool-call': {
        const { toolCallId, toolName, input, providerExecuted } = part;
        content.push({
          type: 'tool-call',
          toolCallId,
          toolName,
          input: JSON.parse(input),
          ...(providerExecuted && { providerExecuted }),
          ...options,
        });
        break;
      }
      case 'tool-result': {
        const { toolCallId, toolName, result } = part;
        const output = { type: 'json', value: result } as const;
        content.push({ type: 'tool-result', toolCallId, toolName, output, ...options });
        break;
      }
    }
  }
  return content
    .map((part) => (typeof part === 'string' ? written.get(part) : part))
    .filter((part) => part !== undefined);
}

function merge(
  earlier: ProviderOptions | undefined,
  later: ProviderOptions | undefined,
): ProviderOptions | undefined {
  if (earlier === undefined || later === undefined) return later ?? earlier;
  const entries = Object.entries(later).map(([name, options]) => [
    name,
    { ...earlier[name], ...options },
  ]);
  return { ...earlier, ...Object.fromEntries(entries) };
}
