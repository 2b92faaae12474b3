import { expect, test } from 'vitest';
import type { WireProvider } from '../recording.ts';
import { readHistory } from './read-history.ts';

const user = { role: 'user', content: [{ type: 'text', text: 'Hi' }] };
const toolUse = (id: string) => ({ type: 'tool_use', id, name: 'look', input: {} });
const toolResult = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'seen' });
const chatCall = (id: string, argumentText = '{}') => ({
  role: 'assistant',
  content: '',
  tool_calls: [{ id, type: 'function', function: { name: 'look', arguments: argumentText } }],
});
const chatResult = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'seen' });
const functionCall = { type: 'function_call', call_id: 'a', name: 'look', arguments: '{}' };

/** Histories with a fault that the readers must not overlook, and words of what they say of it. */
const FAULTY: readonly (readonly [WireProvider, string, unknown])[] = [
  ['groq', 'no result for a', { messages: [chatCall('a')] }],
  ['groq', 'no result for a', { messages: [chatCall('a'), { role: 'user', content: 'Hi' }] }],
  ['groq', 'no result for a', { messages: [chatCall('a'), chatCall('b'), chatResult('b')] }],
  ['groq', 'a result for b', { messages: [chatCall('a'), chatResult('b')] }],
  ['groq', 'a result for a', { messages: [chatCall('a'), chatResult('a'), chatResult('a')] }],
  ['groq', 'are no object', { messages: [chatCall('a', '{"x":'), chatResult('a')] }],
  ['groq', 'two calls with the id a', twice([chatCall('a'), chatResult('a')])],
  ['groq', 'says nothing', { messages: [{ role: 'assistant', content: '' }] }],
  ['openai-responses', 'no result for a', { input: [functionCall] }],
  ['openai-responses', 'no such item', { input: [{ type: 'tool-result' }] }],
  ['anthropic', 'follow each other', { messages: [user, user] }],
  ['anthropic', 'begins with the assistant', { messages: [{ role: 'assistant', content: [] }] }],
  [
    'anthropic',
    'is empty',
    { messages: [user, { role: 'assistant', content: [{ type: 'text', text: '' }] }] },
  ],
  [
    'anthropic',
    'a result for b, not for a',
    {
      messages: [
        user,
        { role: 'assistant', content: [toolUse('a'), toolUse('b')] },
        { role: 'user', content: [toolResult('b'), toolResult('a')] },
      ],
    },
  ],
  [
    'anthropic',
    'comes after a text',
    {
      messages: [
        user,
        { role: 'assistant', content: [toolUse('a')] },
        { role: 'user', content: [{ type: 'text', text: 'Hi' }, toolResult('a')] },
      ],
    },
  ],
  [
    'google',
    'no result for a',
    {
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }] },
        { role: 'model', parts: [{ functionCall: { id: 'a', name: 'look', args: {} } }] },
        { role: 'user', parts: [{ text: 'And?' }] },
      ],
    },
  ],
  [
    'amazon-bedrock',
    'a call without a name',
    {
      messages: [
        { role: 'user', content: [{ text: 'Hi' }] },
        { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', input: {} } }] },
        { role: 'user', content: [{ toolResult: { toolUseId: 'a', content: [] } }] },
      ],
    },
  ],
];

function twice(messages: readonly unknown[]): unknown {
  return { messages: [...messages, ...messages] };
}

test.each(FAULTY)('a request that %s would refuse is found out: %s', (provider, words, body) => {
  const { faults } = readHistory(provider, body);
  expect(faults).toContainEqual(expect.stringContaining(words));
});

test('a history in which all is well has no faults', () => {
  const messages = [
    user,
    { role: 'assistant', content: [toolUse('a'), toolUse('b')] },
    { role: 'user', content: [toolResult('a'), toolResult('b'), { type: 'text', text: 'And?' }] },
  ];
  expect(readHistory('anthropic', { messages }).faults).toEqual([]);
});
