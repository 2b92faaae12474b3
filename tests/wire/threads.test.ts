import { beforeEach, describe, expect, test } from 'vitest';
import { expectHistory, printed } from './expect-history.ts';
import { fieldsOf, itemsOf } from './history/wire-turn.ts';
import type { RecordedCall } from './recorded-calls.ts';
import { ENDING_IN_CALLS } from './recorded-calls.ts';
import { missingRecordings, providerOf, recording } from './recording.ts';
import { textAnswer } from './text-answer.ts';
import { ANSWER, ownCalls, QUESTION, wireAgent } from './wire-agent.ts';

beforeEach(({ skip }) => skip(missingRecordings !== undefined, missingRecordings));

// groq's model wrote a call that is refused at once, for its arguments
const waitable = ENDING_IN_CALLS.filter(({ name }) => name !== 'groq/tool-call');
const memory = { thread: 'one' };

const done = ({ toolName, input }: RecordedCall): string =>
  `did ${[toolName, ...Object.values(Object(input))].join(' ')}`;

describe.each(waitable)('when a message comes while the calls of $name wait', (recorded) => {
  const provider = providerOf(recorded.name);
  const calls = ownCalls(recorded);
  const answers = ['Well.', ANSWER].map((text) => textAnswer(provider, text));

  test('it is answered, and the calls run later: then their results are in their place', async () => {
    await using wire = await wireAgent(recorded, {
      responses: [recording(recorded.name), ...answers],
      execute: done,
      agent: { requireToolApproval: true },
    });
    const { waiting } = await (await wire.agent.stream(QUESTION, { memory })).result;
    expect(await (await wire.agent.stream('Never mind.', { memory })).text).toBe('Well.');
    const waitingStill = calls.map(() => /waiting for approval/);
    expectHistory(provider, wire.server, recorded.calls, waitingStill);

    let text: string | undefined;
    for (const call of waiting) text = await (await wire.agent.approveToolCall(call)).text;
    expect(text).toBe(ANSWER);
    expectHistory(provider, wire.server, recorded.calls, calls.map(done));
    const body = wire.server.requests.at(-1)?.body;
    const { input, messages, contents } = fieldsOf(body);
    const last = fieldsOf(itemsOf(input ?? messages ?? contents).at(-1));
    // what ends with the model's own words would be gone on with, not answered
    expect(last['role'], printed(body)).toBe('user');
  });

  test('it can take their place: they never run, and the model hears so', async () => {
    await using wire = await wireAgent(recorded, {
      responses: [recording(recorded.name), ...answers],
      agent: { requireToolApproval: true, whenMessaged: 'supersede' },
    });
    const { waiting } = await (await wire.agent.stream(QUESTION, { memory })).result;
    expect(await (await wire.agent.stream('Never mind.', { memory })).text).toBe('Well.');
    expectHistory(
      provider,
      wire.server,
      recorded.calls,
      calls.map(() => /supersede|did not run/),
    );
    for (const call of waiting) {
      await expect(wire.agent.approveToolCall(call)).rejects.toThrow(/supersede/);
    }
    expect(wire.executed).toEqual([]);
  });
});
