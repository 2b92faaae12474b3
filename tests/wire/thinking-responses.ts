import { itemsOf } from './history/wire-turn.ts';
import type { RecordedResponse, WireProvider } from './recording.ts';
import type { WireAgentOptions } from './wire-agent.ts';

// Providers that let a model think before it calls refuse the next request where the thoughts are
// missing, changed, or in another place. No recording has them, so these responses are written here.

export const THOUGHT = 'I should look.';
const SIGNATURE = 'c2lnbmVk';
const usage = { input_tokens: 5, output_tokens: 2 };
const item = { output_index: 0, item_id: 'rs_1' };
const reasoning = { type: 'reasoning', id: 'rs_1' };
const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'weather' };
const argumentText = '{"location":"Oslo"}';
const chatCall = {
  id: 'call_1',
  type: 'function',
  function: { name: 'weather', arguments: argumentText },
};

/** A response with thoughts in front of a call. */
export interface Thinking {
  readonly provider: WireProvider;
  readonly events: readonly unknown[];
  readonly options?: WireAgentOptions;
  /** The call and what stands before it, as the provider must be given it back. */
  readonly expected: readonly unknown[];
}

/** One of each provider that signs or seals what its models think. */
export const THINKING: readonly Thinking[] = [
  {
    provider: 'anthropic',
    events: [
      {
        type: 'message_start',
        message: { type: 'message', id: 'm', model: 'm', role: 'assistant', content: [], usage },
      },
      block(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'I should ' }),
      delta(0, { type: 'thinking_delta', thinking: 'look.' }),
      delta(0, { type: 'signature_delta', signature: SIGNATURE }),
      { type: 'content_block_stop', index: 0 },
      block(1, { type: 'redacted_thinking', data: 'aGlkZGVu' }),
      { type: 'content_block_stop', index: 1 },
      block(2, { type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} }),
      delta(2, { type: 'input_json_delta', partial_json: argumentText }),
      { type: 'content_block_stop', index: 2 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage },
      { type: 'message_stop' },
    ],
    expected: [
      { type: 'thinking', thinking: THOUGHT, signature: SIGNATURE },
      { type: 'redacted_thinking', data: 'aGlkZGVu' },
      { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { location: 'Oslo' } },
    ],
  },
  {
    provider: 'openai-responses',
    // the application keeps the conversation, so that thoughts go back in a sealed form
    options: { agent: { modelSettings: { providerOptions: { openai: { store: false } } } } },
    events: [
      { type: 'response.created', response: { id: 'r', created_at: 1, model: 'm' } },
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { ...reasoning, encrypted_content: null },
      },
      { type: 'response.reasoning_summary_part.added', ...item, summary_index: 0 },
      {
        type: 'response.reasoning_summary_text.delta',
        ...item,
        summary_index: 0,
        delta: THOUGHT,
      },
      { type: 'response.reasoning_summary_part.done', ...item, summary_index: 0 },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { ...reasoning, encrypted_content: SIGNATURE },
      },
      {
        type: 'response.output_item.added',
        output_index: 1,
        item: { ...call, arguments: '', status: 'in_progress' },
      },
      {
        type: 'response.function_call_arguments.delta',
        item_id: 'fc_1',
        output_index: 1,
        delta: argumentText,
      },
      {
        type: 'response.output_item.done',
        output_index: 1,
        item: { ...call, arguments: argumentText, status: 'completed' },
      },
      { type: 'response.completed', response: { incomplete_details: null, usage } },
    ],
    expected: [
      {
        ...reasoning,
        encrypted_content: SIGNATURE,
        summary: [{ type: 'summary_text', text: THOUGHT }],
      },
      { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: argumentText },
    ],
  },
  {
    provider: 'amazon-bedrock',
    events: [
      { messageStart: { role: 'assistant' } },
      {
        contentBlockDelta: { contentBlockIndex: 0, delta: { reasoningContent: { text: THOUGHT } } },
      },
      {
        contentBlockDelta: {
          contentBlockIndex: 0,
          delta: { reasoningContent: { signature: SIGNATURE } },
        },
      },
      { contentBlockStop: { contentBlockIndex: 0 } },
      {
        contentBlockStart: {
          contentBlockIndex: 1,
          start: { toolUse: { toolUseId: 'use_1', name: 'weather' } },
        },
      },
      {
        contentBlockDelta: { contentBlockIndex: 1, delta: { toolUse: { input: argumentText } } },
      },
      { contentBlockStop: { contentBlockIndex: 1 } },
      { messageStop: { stopReason: 'tool_use' } },
      { metadata: { usage: { inputTokens: 5, outputTokens: 2, totalTokens: 7 } } },
    ],
    expected: [
      { reasoningContent: { reasoningText: { text: THOUGHT, signature: SIGNATURE } } },
      { toolUse: { toolUseId: 'use_1', name: 'weather', input: { location: 'Oslo' } } },
    ],
  },
  {
    provider: 'google',
    events: [
      parts({ text: 'I should ', thought: true }),
      parts({ text: 'look.', thought: true, thoughtSignature: SIGNATURE }),
      parts({
        functionCall: { id: 'gem_1', name: 'weather', args: { location: 'Oslo' } },
        thoughtSignature: 'c2VhbGVk',
      }),
      { candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'STOP', index: 0 }] },
    ],
    expected: [
      { text: THOUGHT, thought: true, thoughtSignature: SIGNATURE },
      {
        functionCall: { id: 'gem_1', name: 'weather', args: { location: 'Oslo' } },
        thoughtSignature: 'c2VhbGVk',
      },
    ],
  },
  // these two sign nothing, and still refuse calls without the thoughts that led to them
  ...(['deepseek', 'openai-compatible'] as const).map((provider) => ({
    provider,
    events: [
      chatChunk({ role: 'assistant', reasoning_content: 'I should ' }, null),
      chatChunk({ reasoning_content: 'look.' }, null),
      chatChunk({ tool_calls: [{ index: 0, ...chatCall }] }, null),
      chatChunk({}, 'tool_calls'),
    ],
    expected: [
      {
        role: 'assistant',
        content: provider === 'deepseek' ? '' : null,
        reasoning_content: THOUGHT,
        tool_calls: [chatCall],
      },
    ],
  })),
];

function block(index: number, content_block: unknown): unknown {
  return { type: 'content_block_start', index, content_block };
}

function delta(index: number, piece: unknown): unknown {
  return { type: 'content_block_delta', index, delta: piece };
}

function parts(...parts: readonly unknown[]): unknown {
  return { candidates: [{ content: { role: 'model', parts }, index: 0 }] };
}

function chatChunk(delta: object, finish_reason: string | null): unknown {
  const chunk = { id: 'answer', object: 'chat.completion.chunk', created: 1, model: 'recorded' };
  return { ...chunk, choices: [{ index: 0, delta, finish_reason }] };
}

/** The response; and another one like it, with ids of its own. */
export function thinkingResponse({ provider, events }: Thinking, number = 1): RecordedResponse {
  const texts = events.map((event) => JSON.stringify(event));
  return { provider, events: texts.map((text) => text.replaceAll(IDS, `$1_${number}`)) };
}

/** What is expected of the response of that number. */
export function expectedThinking({ expected }: Thinking, number = 1): readonly unknown[] {
  if (number === 1) return expected;
  const text = JSON.stringify(expected).replaceAll(IDS, `$1_${number}`);
  return itemsOf(JSON.parse(text));
}

const IDS = /\b(rs|fc|call|toolu|use|gem)_1\b/g;
