import { beforeEach, describe, expect, test } from 'vitest';
import { expectHistory, printed } from './expect-history.ts';
import { readHistory } from './history/read-history.ts';
import { ENDING_IN_CALLS, recordedCalls } from './recorded-calls.ts';
import type { RecordedResponse } from './recording.ts';
import { missingRecordings, providerOf, recording } from './recording.ts';
import { textAnswer } from './text-answer.ts';
import { ANSWER, ownCalls, QUESTION, wireAgent } from './wire-agent.ts';

beforeEach(({ skip }) => skip(missingRecordings !== undefined, missingRecordings));

describe.each(ENDING_IN_CALLS)('of the calls of $name', (recorded) => {
  const provider = providerOf(recorded.name);
  const calls = ownCalls(recorded);

  test('none runs that names a tool nobody registered, and the model hears what there is', async () => {
    await using wire = await wireAgent(recorded, { toolNames: ['getUp'] });
    expect(await (await wire.agent.stream(QUESTION)).text).toBe(ANSWER);
    expect(wire.executed).toEqual([]);
    const errors = calls.map(({ toolName }) => new RegExp(`no tool .*${toolName}.*getUp`));
    expectHistory(provider, wire.server, recorded.calls, errors);
  });

  test('each that throws, or is invalid, is an error to the model, and the run goes on', async () => {
    await using wire = await wireAgent(recorded, {
      execute: () => {
        throw new Error('the station is closed');
      },
    });
    expect(await (await wire.agent.stream(QUESTION)).text).toBe(ANSWER);
    const errors = calls.map(() => /the station is closed|location: .*missing/);
    expectHistory(provider, wire.server, recorded.calls, errors);
  });
});

test('arguments that lack what the schema needs do not run, and the model hears what is missing', async () => {
  const recorded = recordedCalls('groq/tool-call');
  await using wire = await wireAgent(recorded);
  const stream = await wire.agent.stream(QUESTION);
  const { toolResults, text } = await stream.result;
  expect(text).toBe(ANSWER);
  expect(wire.executed).toEqual([]);
  expect(toolResults).toMatchObject([{ kind: 'error', code: 'INVALID_INPUT', args: {} }]);
  expectHistory('groq', wire.server, recorded.calls, [/location/]);
});

// Gemini sends its arguments as values, which cannot be broken; groq's are `{}`; and Cohere's adapter
// does not hand broken ones on
const withArgumentText = ENDING_IN_CALLS.filter(
  ({ name, deltas }) => !/^(google|groq|cohere)\//.test(name) && deltas > 0,
);

test.each(withArgumentText)(
  'arguments of $name that are broken JSON do not run, and stand in the history as an object',
  async (recorded) => {
    const provider = providerOf(recorded.name);
    const responses = [withoutLastBraces(recording(recorded.name)), textAnswer(provider, ANSWER)];
    await using wire = await wireAgent(recorded, { responses });
    expect(await (await wire.agent.stream(QUESTION)).text).toBe(ANSWER);
    expect(wire.executed).toEqual([]);
    const body = wire.server.requests.at(-1)?.body;
    const { turns, faults } = readHistory(provider, body);
    expect(faults, printed(body)).toEqual([]);
    const inputs = turns.flatMap((turn) => (turn.kind === 'call' ? [turn.input] : []));
    const broken = ownCalls(recorded).map(({ input }) => {
      const text = expect.stringContaining(String(Object.values(Object(input))[0]));
      return { invalidInput: text };
    });
    expect(inputs, printed(body)).toEqual(broken);
    const results = turns.flatMap((turn) => (turn.kind === 'result' ? [turn.text] : []));
    expect(results, printed(body)).toEqual(
      broken.map(() => expect.stringContaining('not valid JSON')),
    );
  },
);

test('broken arguments that the adapter itself refuses fail the run, and nothing runs', async () => {
  const recorded = recordedCalls('cohere/tool-call');
  const responses = [withoutLastBraces(recording(recorded.name))];
  await using wire = await wireAgent(recorded, { responses });
  await expect((await wire.agent.stream(QUESTION)).result).rejects.toThrow('JSON');
  expect(wire.executed).toEqual([]);
});

/** The recording, its arguments ended one brace too early. */
function withoutLastBraces({ provider, events }: RecordedResponse): RecordedResponse {
  const broken = events.map((event) =>
    event.replaceAll('\\"}"', '\\""').replaceAll('"arguments":"}"', '"arguments":""'),
  );
  return { provider, events: broken };
}
