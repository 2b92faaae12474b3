import { expect } from 'vitest';
import type { RecordedCalls } from './recorded-calls.ts';

/** What a request must add to the one before it, in the provider's own form, by recording. */
export type ExpectedHistories = Readonly<Record<RecordedCalls['name'], () => readonly unknown[]>>;

const SAN_FRANCISCO = { location: 'San Francisco' };

/** The history after recordings of providers that speak OpenAI's chat completions, or nearly so. */
export const expectedChatHistories: ExpectedHistories = {
  'alibaba/tool-call': () => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [chatCall('call_eee11723464a4b9eb8cee71d', 'weather', SAN_FRANCISCO)],
    },
    { role: 'tool', tool_call_id: 'call_eee11723464a4b9eb8cee71d', content: 'result number 0' },
  ],

  'openai-compatible/tool-call-with-reasoning': () => [
    {
      role: 'assistant',
      content: null,
      reasoning_content: expect.stringContaining('the user is asking about the weather'),
      tool_calls: [chatCall('call_79382389', 'weather', SAN_FRANCISCO)],
    },
    { role: 'tool', tool_call_id: 'call_79382389', content: 'result number 0' },
  ],

  'deepseek/tool-call-with-reasoning': () => [
    {
      role: 'assistant',
      content: '',
      reasoning_content: expect.stringContaining('I need to use the weather tool'),
      tool_calls: [chatCall('call_00_ioIn7yN9p1ZOMNpDLwd4MgAF', 'weather', SAN_FRANCISCO)],
    },
    {
      role: 'tool',
      tool_call_id: 'call_00_ioIn7yN9p1ZOMNpDLwd4MgAF',
      content: 'result number 0',
    },
  ],

  // the call lacks an argument that its tool needs: it stands there as the model wrote it
  'groq/tool-call': () => [
    { role: 'assistant', content: '', tool_calls: [chatCall('tk85n1k4m', 'weather', {})] },
    {
      role: 'tool',
      tool_call_id: 'tk85n1k4m',
      content: expect.stringMatching(/location: .*missing/),
    },
  ],

  'mistral/incremental-tool-call': () => [
    {
      role: 'assistant',
      content: '',
      tool_calls: [
        chatCall('chatcmpl-tool-9f149c74c42f265b', 'webSearchTool', {
          query: 'current Berlin weather',
        }),
      ],
    },
    {
      role: 'tool',
      name: 'webSearchTool',
      tool_call_id: 'chatcmpl-tool-9f149c74c42f265b',
      content: 'result number 0',
    },
  ],

  'cohere/tool-call': () => [
    {
      role: 'assistant',
      tool_calls: [
        chatCall('weather_e8p4pn45zt0t', 'weather', SAN_FRANCISCO),
        chatCall('cityAttractions_pyxssbwnq9fq', 'cityAttractions', { city: 'San Francisco' }),
      ],
    },
    { role: 'tool', tool_call_id: 'weather_e8p4pn45zt0t', content: 'result number 0' },
    { role: 'tool', tool_call_id: 'cityAttractions_pyxssbwnq9fq', content: 'result number 1' },
  ],
};

function chatCall(id: string, name: string, args: unknown): unknown {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(args) } };
}
