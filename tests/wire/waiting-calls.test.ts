import type { AgentStream, RunResult } from 'helve/agent';
import { Agent } from 'helve/agent';
import { MemoryStore } from 'helve/store';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectHistory } from './expect-history.ts';
import type { RecordedCall } from './recorded-calls.ts';
import { ENDING_IN_CALLS } from './recorded-calls.ts';
import type { Execute } from './recorded-tools.ts';
import { missingRecordings, providerOf } from './recording.ts';
import type { WireAgent, WireAgentOptions } from './wire-agent.ts';
import { ANSWER, ownCalls, QUESTION, wireAgent } from './wire-agent.ts';

beforeEach(({ skip }) => skip(missingRecordings !== undefined, missingRecordings));

// groq's model wrote a call that is refused at once, for its arguments
const waitable = ENDING_IN_CALLS.filter(({ name }) => name !== 'groq/tool-call');

const done = ({ toolName, input }: RecordedCall): string =>
  `did ${[toolName, ...Object.values(Object(input))].join(' ')}`;

/** The same agent as another process would make it: only the store is shared. */
function elsewhere({ options }: WireAgent): Agent {
  return new Agent(options);
}

describe.each(waitable)('the calls of $name, left waiting', (recorded) => {
  const provider = providerOf(recorded.name);
  const calls = ownCalls(recorded);

  /** Runs until the calls wait, decides on each in turn, the last first, and goes on to the end. */
  async function waitAndDecide(
    given: WireAgentOptions,
    decide: (agent: Agent, call: Decidable) => Promise<AgentStream>,
  ): Promise<{ wire: WireAgent; waited: RunResult; result: RunResult }> {
    const wire = await wireAgent(recorded, {
      ...given,
      agent: { ...given.agent, store: new MemoryStore() },
    });
    await using _wire = wire;
    const stream = await wire.agent.stream(QUESTION);
    const waited = await stream.result;
    expect(wire.server.requests).toHaveLength(1);
    let last: AgentStream | undefined;
    for (const { toolCallId } of waited.toolCalls.toReversed()) {
      last = await decide(elsewhere(wire), { runId: waited.runId, toolCallId });
      await last.result;
    }
    if (last === undefined) throw new Error('there was no call to decide on');
    return { wire, waited, result: await last.result };
  }

  test('wait with their arguments, and run once they are approved', async () => {
    const { wire, waited, result } = await waitAndDecide(
      { execute: done, agent: { requireToolApproval: true } },
      (agent, call) => agent.approveToolCall({ ...call, by: 'ada' }),
    );
    expect(waited.finishReason).toBe('suspended');
    expect(waited.waiting).toMatchObject(
      calls.map(({ toolName, input }) => ({ kind: 'approval', toolName, payload: input })),
    );
    expect(result.text).toBe(ANSWER);
    expect(wire.executed).toEqual(calls.toReversed());
    expectHistory(provider, wire.server, recorded.calls, calls.map(done));
  });

  test('do not run where they are declined, and the model hears why', async () => {
    const { wire, result } = await waitAndDecide(
      { agent: { requireToolApproval: true } },
      (agent, call) => agent.declineToolCall({ ...call, by: 'ada', reason: 'Not on Sundays' }),
    );
    expect(result.text).toBe(ANSWER);
    expect(wire.executed).toEqual([]);
    const reasons = calls.map(() => /ada declined .*Not on Sundays/);
    expectHistory(provider, wire.server, recorded.calls, reasons);
  });

  test('ask for more where their tool suspends, and end with what they are answered', async () => {
    const askFirst: Execute = (call, { suspend, resumeData }) =>
      resumeData === undefined ? suspend({ sure: '?' }) : `${done(call)}: ${resumeData}`;
    const { wire, waited, result } = await waitAndDecide({ execute: askFirst }, (agent, call) =>
      agent.resumeStream('very sure', call),
    );
    expect(waited.waiting).toMatchObject(
      calls.map(({ toolName }) => ({ kind: 'suspension', toolName, payload: { sure: '?' } })),
    );
    expect(result.text).toBe(ANSWER);
    const answers = calls.map((call) => `${done(call)}: very sure`);
    expectHistory(provider, wire.server, recorded.calls, answers);
  });

  test('are left to the client where their tool has no code', async () => {
    const { wire, waited, result } = await waitAndDecide({ execute: 'client' }, (agent, call) =>
      agent.addToolResult({ ...call, result: 'done by the client' }),
    );
    expect(waited.finishReason).toBe('tool-calls');
    expect(result.text).toBe(ANSWER);
    const answers = calls.map(() => 'done by the client');
    expectHistory(provider, wire.server, recorded.calls, answers);
  });
});

interface Decidable {
  readonly runId: string;
  readonly toolCallId: string;
}

describe.each(waitable)('while the calls of $name wait', (recorded) => {
  test('the conversation can go on: the model is told that they have not run', async () => {
    await using wire = await wireAgent(recorded, { agent: { requireToolApproval: true } });
    const { messages } = await (await wire.agent.stream(QUESTION)).result;
    const user = (content: string) => ({ role: 'user', content }) as const;
    const stream = await wire.agent.stream([user(QUESTION), ...messages, user('Never mind.')]);
    expect(await stream.text).toBe(ANSWER);
    const provisional = ownCalls(recorded).map(() => /waiting for approval|not run/);
    expectHistory(providerOf(recorded.name), wire.server, recorded.calls, provisional);
  });
});
