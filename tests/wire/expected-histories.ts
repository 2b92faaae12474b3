import { expect } from 'vitest';
import type { ExpectedHistories } from './expected-chat-histories.ts';
import { expectedChatHistories } from './expected-chat-histories.ts';
import type { RecordedCalls } from './recorded-calls.ts';
import { recording } from './recording.ts';

const SAN_FRANCISCO = { location: 'San Francisco' };
/** Gemini gives its calls no ids; the adapter does. */
const anyId: unknown = expect.stringMatching(/^\w+$/);

/**
 * The history after each recording that ends in calls, whose tools gave `result number 0`, `1`, …
 * Signatures and thoughts are not copied here: they are found in the recording.
 */
export const EXPECTED_HISTORIES: ExpectedHistories = {
  ...expectedChatHistories,

  'openai-responses/tool-call': () => [
    {
      type: 'function_call',
      call_id: 'call_H5DxLSFnsGhiROnUiDHmgyc8',
      name: 'weather',
      arguments: JSON.stringify(SAN_FRANCISCO),
    },
    {
      type: 'function_call_output',
      call_id: 'call_H5DxLSFnsGhiROnUiDHmgyc8',
      output: 'result number 0',
    },
  ],

  'anthropic/tool-no-args': () => [
    {
      role: 'assistant',
      content: [
        { type: 'text', text: "I'll update the issue list for you." },
        {
          type: 'tool_use',
          id: 'toolu_01QE1WLsSVp5hy5Q3GmGTmjP',
          name: 'updateIssueList',
          input: {},
        },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'toolu_01QE1WLsSVp5hy5Q3GmGTmjP',
          content: 'result number 0',
        },
      ],
    },
  ],

  'anthropic/tool-call': () => [
    {
      role: 'assistant',
      content: [
        {
          type: 'tool_use',
          id: 'toolu_019Zvehfe1XQWweT1pm7okyt',
          name: 'weather',
          input: SAN_FRANCISCO,
        },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'toolu_019Zvehfe1XQWweT1pm7okyt',
          content: 'result number 0',
        },
      ],
    },
  ],

  'google/tool-call': () => [
    {
      role: 'model',
      parts: [signedCall('google/tool-call', 'weather', SAN_FRANCISCO)],
    },
    { role: 'user', parts: [functionResponse('weather', 0)] },
  ],

  'google/streamed-arguments': () => [
    {
      role: 'model',
      parts: [
        signedCall('google/streamed-arguments', 'getWeather', { location: 'Boston' }),
        functionCall('getWeather', SAN_FRANCISCO),
      ],
    },
    { role: 'user', parts: [functionResponse('getWeather', 0), functionResponse('getWeather', 1)] },
  ],

  'google/no-args': () => [
    {
      role: 'model',
      parts: [
        { text: expect.stringContaining('Processing User Requests'), thought: true },
        signedCall('google/no-args', 'read_theme', {}),
        functionCall('read_screen', { id: 'A' }),
        functionCall('read_screen', { id: 'B' }),
        functionCall('read_screen', { id: 'C' }),
      ],
    },
    {
      role: 'user',
      parts: [
        functionResponse('read_theme', 0),
        functionResponse('read_screen', 1),
        functionResponse('read_screen', 2),
        functionResponse('read_screen', 3),
      ],
    },
  ],

  'amazon-bedrock/tool-call': () => [
    {
      role: 'assistant',
      content: [
        {
          toolUse: { toolUseId: 'tool-use-id', name: 'test-tool', input: { value: 'Sparkle Day' } },
        },
      ],
    },
    {
      role: 'user',
      content: [
        { toolResult: { toolUseId: 'tool-use-id', content: [{ text: 'result number 0' }] } },
      ],
    },
  ],
};

function functionCall(name: string, args: unknown): Readonly<Record<string, unknown>> {
  return { functionCall: { id: anyId, name, args } };
}

/** The first call of a response carries the signature of the thoughts before it. */
function signedCall(
  recorded: RecordedCalls['name'],
  name: string,
  args: unknown,
): Readonly<Record<string, unknown>> {
  return { ...functionCall(name, args), thoughtSignature: signatureIn(recorded) };
}

function functionResponse(name: string, index: number): Readonly<Record<string, unknown>> {
  const response = { name, content: `result number ${index}` };
  return { functionResponse: { id: anyId, name, response } };
}

/** The signature that a recording holds. */
function signatureIn(name: RecordedCalls['name']): string {
  const found = /"thoughtSignature":\s*"([^"]+)"/.exec(recording(name).events.join('\n'));
  if (found?.[1] === undefined) throw new Error(`there is no signature in ${name}`);
  return found[1];
}
