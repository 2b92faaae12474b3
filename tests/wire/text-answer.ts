import type { RecordedResponse, WireProvider } from './recording.ts';

const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 };

function chatCompletion(text: string): readonly unknown[] {
  const chunk = { id: 'answer', object: 'chat.completion.chunk', created: 1, model: 'recorded' };
  const delta = { role: 'assistant', content: text };
  return [
    { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage },
  ];
}

function responses(text: string): readonly unknown[] {
  const response = { id: 'answer', created_at: 1, model: 'recorded', service_tier: null };
  const item = { type: 'message', id: 'msg_answer' };
  const tokens = { input_tokens: 5, output_tokens: 2 };
  return [
    { type: 'response.created', response },
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.output_text.delta', item_id: item.id, delta: text },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { incomplete_details: null, usage: tokens } },
  ];
}

function anthropicMessages(text: string): readonly unknown[] {
  const tokens = { input_tokens: 5, output_tokens: 2 };
  const message = {
    type: 'message',
    id: 'answer',
    model: 'recorded',
    role: 'assistant',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: tokens,
  };
  const ending = { stop_reason: 'end_turn', stop_sequence: null };
  return [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: ending, usage: tokens },
    { type: 'message_stop' },
  ];
}

function gemini(text: string): readonly unknown[] {
  const content = { role: 'model', parts: [{ text }] };
  const usageMetadata = { promptTokenCount: 5, candidatesTokenCount: 2, totalTokenCount: 7 };
  return [{ candidates: [{ content, finishReason: 'STOP', index: 0 }], usageMetadata }];
}

function cohereChat(text: string): readonly unknown[] {
  const tokens = { input_tokens: 5, output_tokens: 2 };
  return [
    { type: 'message-start', id: 'answer' },
    {
      type: 'content-start',
      index: 0,
      delta: { message: { content: { type: 'text', text: '' } } },
    },
    { type: 'content-delta', index: 0, delta: { message: { content: { text } } } },
    { type: 'content-end', index: 0 },
    { type: 'message-end', delta: { finish_reason: 'COMPLETE', usage: { tokens } } },
  ];
}

function bedrockConverse(text: string): readonly unknown[] {
  return [
    { messageStart: { role: 'assistant' } },
    { contentBlockDelta: { contentBlockIndex: 0, delta: { text } } },
    { contentBlockStop: { contentBlockIndex: 0 } },
    { messageStop: { stopReason: 'end_turn' } },
    { metadata: { usage: { inputTokens: 5, outputTokens: 2, totalTokens: 7 } } },
  ];
}

const FORMATS: Readonly<Record<WireProvider, (text: string) => readonly unknown[]>> = {
  alibaba: chatCompletion,
  'amazon-bedrock': bedrockConverse,
  anthropic: anthropicMessages,
  cohere: cohereChat,
  deepseek: chatCompletion,
  google: gemini,
  groq: chatCompletion,
  mistral: chatCompletion,
  'openai-compatible': chatCompletion,
  'openai-responses': responses,
};

/** A short answer in a provider's own format: what comes after a recording that ended in calls. */
export function textAnswer(provider: WireProvider, text: string): RecordedResponse {
  return { provider, events: FORMATS[provider](text).map((event) => JSON.stringify(event)) };
}
