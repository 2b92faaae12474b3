import { beforeEach, describe, expect, test } from 'vitest';
import { adaptModel } from '../../packages/helve/src/model/adapt-model.ts';
import type { ModelPart } from '../../packages/helve/src/model/model-part.ts';
import type { ModelMessage } from '../../packages/helve/src/tool/message.ts';
import { historyOf } from './history-of.ts';
import type { RecordedCalls } from './recorded-calls.ts';
import { RECORDED_CALLS } from './recorded-calls.ts';
import { missingRecordings, providerOf, recording } from './recording.ts';
import { serveRecording } from './serve-recording.ts';
import { textAnswer } from './text-answer.ts';
import { wireModel } from './wire-model.ts';

const question: ModelMessage = { role: 'user', content: 'What is the weather?' };

interface Conversation {
  /** The recorded response. */
  readonly parts: readonly ModelPart[];
  /** The text of the response after it. */
  readonly answer: string;
  /** The body of the second request, as text. */
  readonly body: string;
}

/** Replays a recording, asks on with the results of its calls, and gets a text for an answer. */
async function converse({ name, calls, providerTools = [] }: RecordedCalls): Promise<Conversation> {
  const provider = providerOf(name);
  const responses = [recording(name), textAnswer(provider, 'It is sunny.')];
  await using server = await serveRecording(responses);
  const adapter = adaptModel(wireModel(provider, server.url));
  const ownTools = calls.filter(({ providerExecuted }) => !providerExecuted);
  const names = new Set(ownTools.map(({ toolName }) => toolName));
  const inputSchema = { type: 'object' };
  const tools = [...[...names].map((tool) => ({ name: tool, inputSchema })), ...providerTools];

  const parts: ModelPart[] = [];
  for await (const part of await adapter.stream({ messages: [question], tools })) parts.push(part);
  let answer = '';
  for await (const part of await adapter.stream({ messages: historyOf(question, parts), tools })) {
    if (part.type === 'text-delta') answer += part.delta;
  }
  return { parts, answer, body: JSON.stringify(server.requests[1]?.body) };
}

/** What the provider marked its response with, under a name. */
function marks(parts: readonly ModelPart[], name: string): readonly string[] {
  return parts.flatMap((part) =>
    Object.values(('providerMetadata' in part && part.providerMetadata) || {})
      .map((metadata) => metadata[name])
      .filter((mark) => typeof mark === 'string'),
  );
}

beforeEach(({ skip }) => skip(missingRecordings !== undefined, missingRecordings));

const endingInCalls = RECORDED_CALLS.filter(({ finishReason }) => finishReason === 'tool-calls');

test.each(endingInCalls)(
  'after $name the provider is given the results in the order of its calls',
  async (recorded) => {
    const { answer, body } = await converse(recorded);
    expect(answer).toBe('It is sunny.');
    const results = [...body.matchAll(/result number (\d)/g)].map(([, index]) => Number(index));
    expect(results).toEqual([...recorded.calls.keys()]);
    for (const { toolName } of recorded.calls) expect(body).toContain(`"${toolName}"`);
  },
);

describe('the provider is given back unchanged', () => {
  const recorded = (end: string): RecordedCalls => {
    const found = RECORDED_CALLS.find(({ name }) => name.endsWith(end));
    if (found === undefined) throw new Error(`no recording ends in ${end}`);
    return found;
  };

  test.each([['google/tool-call'], ['google/streamed-arguments'], ['google/no-args']])(
    'the signatures of its thoughts in %s',
    async (name) => {
      const { parts, body } = await converse(recorded(name));
      const signatures = marks(parts, 'thoughtSignature');
      expect(signatures.length).toBeGreaterThan(0);
      for (const signature of signatures) expect(body).toContain(JSON.stringify(signature));
    },
  );

  test('the ids of the items it keeps itself', async () => {
    const { parts, body } = await converse(recorded('provider-web-search'));
    const ids = new Set(marks(parts, 'itemId'));
    expect(ids.size).toBeGreaterThan(5);
    for (const id of ids) expect(body).toContain(`"${id}"`);
  });

  test.each([
    ['openai-responses/tool-call', /"call_id":"(call_\w+)"/g],
    ['anthropic/tool-call', /"(?:id|tool_use_id)":"(toolu_\w+)"/g],
    ['deepseek/tool-call-with-reasoning', /"(?:id|tool_call_id)":"(call_\w+)"/g],
    ['amazon-bedrock/tool-call', /"toolUseId":"([\w-]+)"/g],
  ])('the id of its call in %s, with the call and with the result', async (name, pattern) => {
    const { parts, body } = await converse(recorded(name));
    const [call] = parts.filter((part) => part.type === 'tool-call');
    const ids = [...body.matchAll(pattern)].map(([, id]) => id);
    expect(ids).toEqual([call?.toolCallId, call?.toolCallId]);
  });

  test('what its own tool found', async () => {
    const { body } = await converse(recorded('provider-web-fetch'));
    expect(body).toContain('"web_fetch_tool_result"');
    expect(body).toContain('https://en.wikipedia.org/wiki/Maglemosian_culture');
  });
});
