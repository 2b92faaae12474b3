import { beforeEach, describe, expect, test } from 'vitest';
import { expectHistory, printed } from './expect-history.ts';
import { EXPECTED_HISTORIES } from './expected-histories.ts';
import { fieldsOf, itemsOf } from './history/wire-turn.ts';
import type { RecordedCalls } from './recorded-calls.ts';
import { ENDING_IN_CALLS, recordedCalls } from './recorded-calls.ts';
import type { Execute } from './recorded-tools.ts';
import { missingRecordings, providerOf, recording } from './recording.ts';
import { textAnswer } from './text-answer.ts';
import { ANSWER, ownCalls, QUESTION, wireAgent } from './wire-agent.ts';

beforeEach(({ skip }) => skip(missingRecordings !== undefined, missingRecordings));

/** The list in a body that the history is. */
function historyIn(body: unknown): readonly unknown[] {
  const { input, messages, contents } = fieldsOf(body);
  return itemsOf(input ?? messages ?? contents);
}

describe.each(ENDING_IN_CALLS)('after $name the provider', (recorded) => {
  test('is given the calls as it made them, and their results, after what it knows', async () => {
    await using wire = await wireAgent(recorded, { agent: { instructions: 'Be brief.' } });
    const stream = await wire.agent.stream(QUESTION);
    expect(await stream.text).toBe(ANSWER);
    const [first, second] = wire.server.requests.map(({ body }) => historyIn(body));
    const known = first?.length ?? 0;
    // an unchanged beginning is also what lets providers take it from their caches
    expect(second?.slice(0, known), printed(second)).toEqual(first);
    const expected = EXPECTED_HISTORIES[recorded.name];
    expect(second?.slice(known), printed(second)).toEqual(expected?.());
  });

  test('is given a history as valid in the next turn, and in the one after', async () => {
    const provider = providerOf(recorded.name);
    const responses = [recording(recorded.name), ...['1', '2', '3'].map(answerOf)];
    function answerOf(text: string) {
      return textAnswer(provider, text);
    }
    await using wire = await wireAgent(recorded, { responses });
    const conversation = [{ role: 'user', content: QUESTION } as const];
    const first = await (await wire.agent.stream(conversation)).result;
    const second = [...conversation, ...first.messages, { role: 'user', content: 'And?' } as const];
    const { messages } = await (await wire.agent.stream(second)).result;
    const third = [...second, ...messages, { role: 'user', content: 'So?' } as const];
    expect(await (await wire.agent.stream(third)).text).toBe('3');
    const results = ownCalls(recorded).map(() => /result number|missing/);
    expectHistory(provider, wire.server, recorded.calls, results);
  });
});

// groq's model wrote a call that is refused at once, so that there is nothing to wait for
test.each(ENDING_IN_CALLS.filter(({ name }) => name !== 'groq/tool-call'))(
  'after $name the provider is given the results in call order, in whatever order they came',
  async (recorded) => {
    const results = ownCalls(recorded).map((_call, index) => `answer ${index}`);
    await using wire = await wireAgent(recorded, { execute: endingBackwards(recorded, results) });
    const stream = await wire.agent.stream(QUESTION);
    const { toolResults } = await stream.result;
    const ended = toolResults.map((result) => result.kind === 'result' && result.result);
    expect(ended).toEqual(results.toReversed());
    expectHistory(providerOf(recorded.name), wire.server, recorded.calls, results);
  },
);

test('a history that was kept as JSON is the same to the provider', async () => {
  for (const name of ['google/no-args', 'anthropic/provider-web-fetch'] as const) {
    const recorded = recordedCalls(name);
    const bodies: unknown[] = [];
    for (const keep of [(value: unknown) => value, (value: unknown) => reread(value)]) {
      const responses = [textAnswer(providerOf(name), ANSWER)];
      const messages = await messagesOf(recorded);
      await using wire = await wireAgent(recorded, { responses });
      const history = [{ role: 'user', content: QUESTION }, ...messages, ASK_ON];
      // what JSON makes of messages are messages again, which is what is tested
      await (await wire.agent.stream(keep(history) as typeof messages)).result;
      bodies.push(wire.server.requests[0]?.body);
    }
    expect(withoutIds(bodies[1])).toEqual(withoutIds(bodies[0]));
  }
});

const ASK_ON = { role: 'user', content: 'And?' } as const;

async function messagesOf(recorded: RecordedCalls) {
  await using wire = await wireAgent(recorded);
  return await (await wire.agent.stream(QUESTION)).messages;
}

function reread(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** Bodies of two runs differ in the ids that the adapter made up. */
function withoutIds(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (key, value) => (key === 'id' ? '' : value));
}

/** Lets each call wait for the one after it, so that the last ends first. */
function endingBackwards(recorded: RecordedCalls, results: readonly string[]): Execute {
  const ends = ownCalls(recorded).map(() => Promise.withResolvers<void>());
  let begun = 0;
  return async () => {
    const index = begun++;
    await ends[index + 1]?.promise;
    ends[index]?.resolve();
    return results[index];
  };
}
