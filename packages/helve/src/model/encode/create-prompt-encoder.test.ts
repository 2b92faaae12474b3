import { describe, expect, test } from 'vitest';
import type { ModelMessage, ToolMessage } from '../../tool/message.ts';
import { v2Encoder } from '../v2/v2-encoder.ts';
import { v4Encoder } from '../v4/v4-encoder.ts';
import { createPromptEncoder } from './create-prompt-encoder.ts';
import type { EncodeContext, VersionEncoder } from './version-encoder.ts';

function newContext(): EncodeContext & { readonly warnings: string[] } {
  const warnings: string[] = [];
  return { providerKey: 'openai', warnings, warn: (message) => warnings.push(message) };
}

/** A version's encoder that counts the tool results it writes. */
function countingEncoder(): { readonly version: VersionEncoder; readonly count: () => number } {
  let encoded = 0;
  const version: VersionEncoder = {
    ...v4Encoder,
    encodeToolResultOutput(output, context) {
      encoded += 1;
      return v4Encoder.encodeToolResultOutput(output, context);
    },
  };
  return { version, count: () => encoded };
}

function resultMessage(toolCallId: string): ToolMessage {
  const output = { type: 'text', value: toolCallId } as const;
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName: 'look', output }] };
}

const signature = { anthropic: { signature: 'abc' } };

describe('a message', () => {
  test.each<[string, ModelMessage, unknown]>([
    [
      'system',
      { role: 'system', content: 'Be brief.', providerOptions: signature },
      {
        role: 'system',
        content: 'Be brief.',
        providerOptions: signature,
      },
    ],
    [
      'user text',
      { role: 'user', content: 'Hi' },
      {
        role: 'user',
        content: [{ type: 'text', text: 'Hi' }],
      },
    ],
    [
      'assistant text',
      { role: 'assistant', content: 'Hello' },
      {
        role: 'assistant',
        content: [{ type: 'text', text: 'Hello' }],
      },
    ],
    [
      'a call, under the id its provider gave it',
      {
        role: 'assistant',
        content: [
          {
            type: 'tool-call',
            toolCallId: 'fresh',
            providerToolCallId: 'call_1',
            toolName: 'look',
            input: { at: 'it' },
            providerOptions: signature,
          },
        ],
      },
      {
        role: 'assistant',
        content: [
          {
            type: 'tool-call',
            toolCallId: 'call_1',
            toolName: 'look',
            input: { at: 'it' },
            providerOptions: signature,
          },
        ],
      },
    ],
    [
      'a result, under the id its provider gave the call',
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'fresh',
            providerToolCallId: '',
            toolName: 'look',
            output: { type: 'text', value: 'seen' },
          },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: '',
            toolName: 'look',
            output: { type: 'text', value: 'seen' },
          },
        ],
      },
    ],
    [
      'reasoning, also empty where it is signed',
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: '' },
          { type: 'reasoning', text: '', providerOptions: signature },
          { type: 'text', text: '' },
          { type: 'text', text: '', providerOptions: signature },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: '', providerOptions: signature },
          { type: 'text', text: '', providerOptions: signature },
        ],
      },
    ],
    [
      'a file that cannot be read',
      {
        role: 'user',
        content: [{ type: 'file', source: { type: 'url', url: '::' }, mediaType: 'image' }],
      },
      { role: 'user', content: [{ type: 'text', text: '[A file cannot be shown here.]' }] },
    ],
  ])('%s', (_what, message, expected) => {
    expect(createPromptEncoder(v4Encoder)([message], newContext())).toEqual([expected]);
  });

  test.each([['text'], [3], [null], [['a']]])(
    'with the arguments %j gives the model an object with them in it',
    (input) => {
      const call = { type: 'tool-call', toolCallId: '1', toolName: 'look', input } as const;
      const prompt = createPromptEncoder(v4Encoder)(
        [{ role: 'assistant', content: [call] }],
        newContext(),
      );
      expect(prompt).toEqual([
        { role: 'assistant', content: [{ ...call, input: { value: input } }] },
      ]);
    },
  );

  test('of which nothing is left is left out', () => {
    const messages: ModelMessage[] = [
      { role: 'user', content: '' },
      { role: 'assistant', content: [{ type: 'text', text: '' }] },
      { role: 'tool', content: [] },
      { role: 'user', content: 'Hi' },
    ];
    expect(createPromptEncoder(v4Encoder)(messages, newContext())).toHaveLength(1);
  });
});

describe('neighbouring tool messages', () => {
  test('become one, in order, with their options put together', () => {
    const messages: ModelMessage[] = [
      { ...resultMessage('a'), providerOptions: { anthropic: { cache: 1, ttl: 5 } } },
      resultMessage('b'),
      { ...resultMessage('c'), providerOptions: { anthropic: { cache: 2 }, openai: { x: 1 } } },
    ];
    const prompt = createPromptEncoder(v4Encoder)(messages, newContext());
    expect(prompt).toMatchObject([
      {
        role: 'tool',
        content: [{ toolCallId: 'a' }, { toolCallId: 'b' }, { toolCallId: 'c' }],
        providerOptions: { anthropic: { cache: 2, ttl: 5 }, openai: { x: 1 } },
      },
    ]);
  });

  test('stay apart where another message stands between them', () => {
    const messages: ModelMessage[] = [
      resultMessage('a'),
      { role: 'assistant', content: 'Now b.' },
      resultMessage('b'),
    ];
    const prompt = createPromptEncoder(v4Encoder)(messages, newContext());
    expect(prompt.map(({ role }) => role)).toEqual(['tool', 'assistant', 'tool']);
  });
});

describe('a message is encoded once', () => {
  test('however many steps follow', () => {
    const { version, count } = countingEncoder();
    const encode = createPromptEncoder(version);
    const messages: ModelMessage[] = [];
    for (let step = 1; step <= 50; step += 1) {
      messages.push({ role: 'assistant', content: `Step ${step}` });
      messages.push(resultMessage(`${step}a`), resultMessage(`${step}b`));
      encode([...messages], newContext());
      expect(count()).toBe(2 * step);
    }
  });

  test('and a merged group is merged once, until one of its messages changes', () => {
    const encode = createPromptEncoder(v4Encoder);
    const [a, b, c] = [resultMessage('a'), resultMessage('b'), resultMessage('c')];
    const [first] = encode([a, b], newContext());
    expect(encode([a, b], newContext())[0]).toBe(first);
    expect(encode([a, c], newContext())).toMatchObject([
      { content: [{ toolCallId: 'a' }, { toolCallId: 'c' }] },
    ]);
    expect(encode([a, b, c], newContext())).toMatchObject([
      { content: [{ toolCallId: 'a' }, { toolCallId: 'b' }, { toolCallId: 'c' }] },
    ]);
    expect(encode([a], newContext())[0]).toMatchObject({ content: [{ toolCallId: 'a' }] });
  });

  test('so what a model cannot be given is said once', () => {
    const encode = createPromptEncoder(v2Encoder);
    const context = newContext();
    const custom = { type: 'custom', kind: 'openai.compaction' } as const;
    const messages: ModelMessage[] = [
      { role: 'assistant', content: [custom, { type: 'text', text: 'Hi' }] },
    ];
    encode(messages, context);
    encode(messages, context);
    expect(context.warnings).toEqual([expect.stringContaining('"custom"')]);
  });
});
