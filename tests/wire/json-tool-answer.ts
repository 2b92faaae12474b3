import type { RecordedResponse, WireProvider } from './recording.ts';
import { textAnswer } from './text-answer.ts';

/** Providers that are given a tool named `json` where they cannot be asked for JSON otherwise. */
export type JsonToolProvider = Extract<WireProvider, 'amazon-bedrock' | 'anthropic' | 'groq'>;

const NAME = 'json';

/** The call, and the end of the answer. */
const EVENTS: Readonly<Record<JsonToolProvider, (text: string) => readonly unknown[]>> = {
  anthropic: (text) => [
    {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 'toolu_json', name: NAME, input: {} },
    },
    {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: text },
    },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'tool_use', stop_sequence: null },
      usage: { input_tokens: 5, output_tokens: 2 },
    },
    { type: 'message_stop' },
  ],
  'amazon-bedrock': (text) => [
    {
      contentBlockStart: {
        contentBlockIndex: 0,
        start: { toolUse: { toolUseId: 'use_json', name: NAME } },
      },
    },
    { contentBlockDelta: { contentBlockIndex: 0, delta: { toolUse: { input: text } } } },
    { contentBlockStop: { contentBlockIndex: 0 } },
    { messageStop: { stopReason: 'tool_use' } },
    { metadata: { usage: { inputTokens: 5, outputTokens: 2, totalTokens: 7 } } },
  ],
  groq: (text) => {
    const chunk = { id: 'answer', object: 'chat.completion.chunk', created: 1, model: 'recorded' };
    const call = {
      index: 0,
      id: 'call_json',
      type: 'function',
      function: { name: NAME, arguments: text },
    };
    const delta = { role: 'assistant', tool_calls: [call] };
    return [
      { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
    ];
  },
};

/** Events at the start of an answer that are the same whatever it holds. */
const SHARED: Readonly<Record<JsonToolProvider, number>> = {
  anthropic: 1,
  'amazon-bedrock': 1,
  groq: 0,
};

/** JSON as these providers' models give it: as the arguments of a call of the tool `json`. */
export function jsonToolAnswer(provider: JsonToolProvider, text: string): RecordedResponse {
  const opening = textAnswer(provider, '').events.slice(0, SHARED[provider]);
  return {
    provider,
    events: [...opening, ...EVENTS[provider](text).map((event) => JSON.stringify(event))],
  };
}
