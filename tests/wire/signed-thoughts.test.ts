import type { AgentOptions } from 'helve/agent';
import { Agent } from 'helve/agent';
import { MemoryStore } from 'helve/store';
import { describe, expect, test } from 'vitest';
import { printed } from './expect-history.ts';
import { readHistory } from './history/read-history.ts';
import { fieldsOf, itemsOf } from './history/wire-turn.ts';
import type { RecordedResponse } from './recording.ts';
import { textAnswer } from './text-answer.ts';
import { expectedThinking, THINKING, THOUGHT, thinkingResponse } from './thinking-responses.ts';
import type { WireAgent } from './wire-agent.ts';
import { ANSWER, QUESTION, wireAgent } from './wire-agent.ts';

const memory = { thread: 'one' };

describe.each(THINKING)('$provider is given back its thoughts, unchanged,', (thinking) => {
  const { provider, options } = thinking;

  async function serve(
    responses: readonly RecordedResponse[],
    agent: Partial<AgentOptions> = {},
  ): Promise<WireAgent> {
    const recorded = {
      name: `${provider}/thinking`,
      calls: [{ toolName: 'weather', input: { location: 'Oslo' } }],
      deltas: 1,
      finishReason: 'tool-calls',
    } as const;
    const store = new MemoryStore();
    return await wireAgent(recorded, {
      responses,
      agent: { store, ...options?.agent, ...agent },
    });
  }

  /** Expects the last request to hold the thoughts of these responses, each before its call. */
  function expectThoughts(wire: WireAgent, ...numbers: readonly number[]): void {
    const body = wire.server.requests.at(-1)?.body;
    expect(readHistory(provider, body).faults, printed(body)).toEqual([]);
    const expected = numbers.map((number) => expectedThinking(thinking, number));
    const said = saidByModel(body);
    expect(said.slice(0, expected.flat().length), printed(body)).toEqual(expected.flat());
  }

  test('before the call that they led to', async () => {
    await using wire = await serve([thinkingResponse(thinking), textAnswer(provider, ANSWER)]);
    const { steps, text } = await (await wire.agent.stream(QUESTION)).result;
    expect(text).toBe(ANSWER);
    expect(steps[0]?.reasoning).toBe(THOUGHT);
    expectThoughts(wire, 1);
  });

  test('in every step that follows', async () => {
    const numbers = [1, 2, 3];
    const responses = numbers.map((number) => thinkingResponse(thinking, number));
    await using wire = await serve([...responses, textAnswer(provider, ANSWER)]);
    expect(await (await wire.agent.stream(QUESTION)).text).toBe(ANSWER);
    expect(wire.server.requests).toHaveLength(4);
    expectThoughts(wire, ...numbers);
  });

  test('in another process, after the call has waited for approval', async () => {
    const responses = [thinkingResponse(thinking), thinkingResponse(thinking, 2)];
    const requireToolApproval = true;
    await using wire = await serve([...responses, textAnswer(provider, ANSWER)], {
      requireToolApproval,
    });
    const first = await (await wire.agent.stream(QUESTION)).result;
    const [waiting] = first.waiting;
    if (!waiting) throw new Error('no call waits');
    expect(wire.executed).toEqual([]);
    const second = await (await new Agent(wire.options).approveToolCall(waiting)).result;
    expectThoughts(wire, 1);
    const [again] = second.waiting;
    if (!again) throw new Error('no second call waits');
    const declined = await new Agent(wire.options).declineToolCall({ ...again, reason: 'No.' });
    expect(await declined.text).toBe(ANSWER);
    expectThoughts(wire, 1, 2);
    expect(wire.executed).toHaveLength(1);
  });

  // DeepSeek wants the thoughts of the turn alone, and its adapter leaves out the others
  test.skipIf(provider === 'deepseek')('in another process, in a later turn', async () => {
    const answers = ['Well.', ANSWER].map((text) => textAnswer(provider, text));
    await using wire = await serve([thinkingResponse(thinking), ...answers]);
    expect(await (await wire.agent.stream(QUESTION, { memory })).text).toBe('Well.');
    const stream = await new Agent(wire.options).stream('And?', { memory });
    expect(await stream.text).toBe(ANSWER);
    expectThoughts(wire, 1);
  });
});

/** What the model has said so far: items, blocks, parts or messages, as the provider has them. */
function saidByModel(body: unknown): readonly unknown[] {
  const { input, messages, contents } = fieldsOf(body);
  const isOther = (item: unknown) => fieldsOf(item)['type'] !== 'function_call_output';
  if (input !== undefined) return itemsOf(input).slice(1).filter(isOther);
  const own = itemsOf(messages ?? contents).filter((message) =>
    ['assistant', 'model'].includes(String(fieldsOf(message)['role'])),
  );
  return own.flatMap((message) => {
    const { content, parts } = fieldsOf(message);
    const blocks = content ?? parts;
    return Array.isArray(blocks) ? blocks : [message];
  });
}
