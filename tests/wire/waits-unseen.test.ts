import { Agent } from 'helve/agent';
import { MemoryStore } from 'helve/store';
import { beforeEach, expect, test } from 'vitest';
import { printed } from './expect-history.ts';
import { readRun } from './read-run.ts';
import type { RecordedCalls } from './recorded-calls.ts';
import { ENDING_IN_CALLS } from './recorded-calls.ts';
import { missingRecordings } from './recording.ts';
import { ANSWER, QUESTION, wireAgent } from './wire-agent.ts';

beforeEach(({ skip }) => skip(missingRecordings !== undefined, missingRecordings));

// groq's model wrote a call that is refused at once, for its arguments
const waitable = ENDING_IN_CALLS.filter(({ name }) => name !== 'groq/tool-call');

/** The body of the request that comes after the calls, each approved by another process or not. */
async function bodyAfter(recorded: RecordedCalls, requireToolApproval: boolean): Promise<unknown> {
  await using wire = await wireAgent(recorded, {
    execute: ({ input }) => ({ got: input }),
    agent: { store: new MemoryStore(), requireToolApproval },
  });
  const stream = await wire.agent.stream(QUESTION);
  let { waiting, text } = await stream.result;
  while (waiting[0]) {
    const resumed = await new Agent(wire.options).approveToolCall(waiting[0]);
    ({ waiting, text } = await resumed.result);
    await readRun(resumed);
  }
  expect(text).toBe(ANSWER);
  expect(wire.server.requests).toHaveLength(2);
  return wire.server.requests[1]?.body;
}

test.each(waitable)(
  'the provider of $name cannot tell that its calls have waited, and for another process',
  async (recorded) => {
    const [straight, waited] = [await bodyAfter(recorded, false), await bodyAfter(recorded, true)];
    expect(withoutMadeUpIds(waited), printed(waited)).toEqual(withoutMadeUpIds(straight));
  },
);

/** Gemini's calls have no ids, so that its adapter makes them up. */
function withoutMadeUpIds(body: unknown): unknown {
  const seen: string[] = [];
  return JSON.parse(JSON.stringify(body), (key, value) => {
    if (key !== 'id' || typeof value !== 'string') return value;
    if (!seen.includes(value)) seen.push(value);
    return seen.indexOf(value);
  });
}
