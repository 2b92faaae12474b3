import { beforeEach, describe, expect, test } from 'vitest';
import { expectHistory, printed } from './expect-history.ts';
import { fieldsOf, itemsOf } from './history/wire-turn.ts';
import { recordedCalls } from './recorded-calls.ts';
import type { RecordedResponse } from './recording.ts';
import { missingRecordings, recording } from './recording.ts';
import { textAnswer } from './text-answer.ts';
import type { WireAgentOptions } from './wire-agent.ts';
import { ANSWER, QUESTION, wireAgent } from './wire-agent.ts';

// OpenAI's models sometimes call a tool `parallel`, which nobody registered, with other calls inside.

beforeEach(({ skip }) => skip(missingRecordings !== undefined, missingRecordings));

const recorded = recordedCalls('openai-responses/parallel-calls');

/** The recording with its two clipped events made whole, which lack but their last brace. */
function repaired(): RecordedResponse {
  const { provider, events } = recording(recorded.name);
  return { provider, events: events.map((event) => (isJson(event) ? event : `${event}}`)) };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function converse(given: WireAgentOptions) {
  const responses = [repaired(), textAnswer('openai-responses', ANSWER)];
  await using wire = await wireAgent(recorded, { ...given, responses });
  expect(await (await wire.agent.stream(QUESTION)).text).toBe(ANSWER);
  return wire;
}

test('a call named "parallel" that nobody registered is an error to the model', async () => {
  const { executed, server } = await converse({ toolNames: ['weather'] });
  expect(executed).toEqual([]);
  const error = /no tool .*parallel.*Available tools: weather/;
  expectHistory('openai-responses', server, recorded.calls, [error]);
});

describe('a call named "parallel" with calls of registered tools', () => {
  const toolNames = ['weather', 'cityAttractions'];

  test('is those calls', async () => {
    const { executed } = await converse({ toolNames });
    expect(executed).toEqual([
      { toolName: 'weather', input: { location: 'San Francisco' } },
      { toolName: 'cityAttractions', input: { city: 'Rome' } },
    ]);
  });

  test('has a result for each of them in the next request', async () => {
    const { executed, server } = await converse({ toolNames });
    const results = ['result number 0', 'result number 1'];
    expectHistory('openai-responses', server, executed, results);
  });

  test('is one call with one result where the provider keeps the conversation itself', async () => {
    const providerOptions = { openai: { previousResponseId: 'resp_before' } };
    const { server } = await converse({ toolNames, agent: { modelSettings: { providerOptions } } });
    const body = server.requests.at(-1)?.body;
    const added = itemsOf(fieldsOf(body)['input']).slice(1);
    expect(added, printed(body)).toEqual([
      {
        type: 'function_call',
        call_id: 'call_parallel',
        name: 'parallel',
        arguments: JSON.stringify(recorded.calls[0]?.input),
      },
      {
        type: 'function_call_output',
        call_id: 'call_parallel',
        output: 'result number 0\nresult number 1',
      },
    ]);
  });
});
