import { beforeEach, describe, expect, test } from 'vitest';
import { expectHistory, printed } from './expect-history.ts';
import { expectOneEnd } from './expect-one-end.ts';
import { readHistory } from './history/read-history.ts';
import { fieldsOf, itemsOf } from './history/wire-turn.ts';
import { readRun } from './read-run.ts';
import type { RecordedCalls } from './recorded-calls.ts';
import { recordedCalls } from './recorded-calls.ts';
import type { RecordedResponse } from './recording.ts';
import { missingRecordings, providerOf, recording } from './recording.ts';
import { textAnswer } from './text-answer.ts';
import type { WireAgent, WireAgentOptions } from './wire-agent.ts';
import { ANSWER, QUESTION, wireAgent } from './wire-agent.ts';

// A response in which the provider does some of the work itself, and then calls a tool of ours. The
// recordings of the provider's own work are given such a call for their end.

beforeEach(({ skip }) => skip(missingRecordings !== undefined, missingRecordings));

const webSearch = recordedCalls('openai-responses/provider-web-search');
const webFetch = recordedCalls('anthropic/provider-web-fetch');
const weather = { toolName: 'weather', input: { location: 'Oslo' } };
const argumentText = JSON.stringify(weather.input);

const openaiCall = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'weather' };

const OPENAI_CALL = [
  {
    type: 'response.output_item.added',
    output_index: 14,
    item: { ...openaiCall, arguments: '', status: 'in_progress' },
  },
  {
    type: 'response.function_call_arguments.delta',
    item_id: 'fc_1',
    output_index: 14,
    delta: argumentText,
  },
  {
    type: 'response.output_item.done',
    output_index: 14,
    item: { ...openaiCall, arguments: argumentText, status: 'completed' },
  },
];

const ANTHROPIC_CALL = [
  {
    type: 'content_block_start',
    index: 4,
    content_block: { type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} },
  },
  {
    type: 'content_block_delta',
    index: 4,
    delta: { type: 'input_json_delta', partial_json: argumentText },
  },
  { type: 'content_block_stop', index: 4 },
];

/** The recording, with a call of ours before the event that tells how the response ends. */
function withOwnCall({ name }: RecordedCalls): RecordedResponse {
  const { provider, events } = recording(name);
  const isAnthropic = provider === 'anthropic';
  const own = (isAnthropic ? ANTHROPIC_CALL : OPENAI_CALL).map((event) => JSON.stringify(event));
  const ending = isAnthropic ? 'message_delta' : 'response.completed';
  const end = events.findIndex((event) => fieldsOf(JSON.parse(event))['type'] === ending);
  const rest = events.slice(end).map((event) => event.replace('"end_turn"', '"tool_use"'));
  return { provider, events: [...events.slice(0, end), ...own, ...rest] };
}

async function replay(recorded: RecordedCalls, given: WireAgentOptions = {}): Promise<WireAgent> {
  const answer = textAnswer(providerOf(recorded.name), ANSWER);
  return await wireAgent(recorded, {
    responses: [withOwnCall(recorded), answer],
    toolNames: ['weather'],
    ...given,
  });
}

/** What the recording says that the provider did, by the items or blocks it came in. */
function recordedItems({ name }: RecordedCalls): readonly ReturnType<typeof fieldsOf>[] {
  return recording(name)
    .events.map((event) => fieldsOf(JSON.parse(event)))
    .filter(({ type }) => /^(response\.output_item\.done|content_block_start)$/.test(String(type)))
    .map(({ item, content_block }) => fieldsOf(item ?? content_block));
}

describe.each([webSearch, webFetch])('$name, with a call of ours at its end,', (recorded) => {
  const provider = providerOf(recorded.name);

  test('goes on with the result of our call, and those of the provider in their places', async () => {
    await using wire = await replay(recorded);
    const run = await readRun(await wire.agent.stream(QUESTION));
    expect(run.outcome).toMatchObject({ value: { text: ANSWER, steps: [{}, {}], waiting: [] } });
    expect(wire.executed).toEqual([weather]);
    expectHistory(provider, wire.server, [weather], ['result number 0']);
    for (const chunks of [run.chunks, run.displayed]) {
      const ends = expectOneEnd(chunks, recorded.name);
      expect(ends).toHaveLength(recorded.calls.length + 1);
      expect(ends.every(({ type }) => type === 'tool-result')).toBe(true);
    }
  });

  test('is the same to the provider after our call has waited', async () => {
    const bodies: unknown[] = [];
    for (const requireToolApproval of [false, true]) {
      await using wire = await replay(recorded, { agent: { requireToolApproval } });
      const { waiting, text } = await (await wire.agent.stream(QUESTION)).result;
      const approved = waiting[0] && (await wire.agent.approveToolCall(waiting[0]));
      expect(approved ? await approved.text : text).toBe(ANSWER);
      bodies.push(wire.server.requests.at(-1)?.body);
    }
    expect(bodies[1], printed(bodies[1])).toEqual(bodies[0]);
  });

  test('runs nothing of ours where it breaks off behind our call', async () => {
    const { events } = withOwnCall(recorded);
    const responses = [{ provider, events: events.slice(0, -2), lost: 'closed' as const }];
    await using wire = await replay(recorded, { responses });
    const run = await readRun(await wire.agent.stream(QUESTION));
    expect(run.outcome.status).toBe('rejected');
    expect(wire.executed).toEqual([]);
    for (const chunks of [run.chunks, run.displayed]) expectOneEnd(chunks, recorded.name);
  });
});

test('anthropic is given back the result of its fetching as it was, down to every field', async () => {
  await using wire = await replay(webFetch);
  await (await wire.agent.stream(QUESTION)).result;
  const body = wire.server.requests[1]?.body;
  const blocks = itemsOf(fieldsOf(itemsOf(fieldsOf(body)['messages'])[1])['content']);
  const types = blocks.map((block) => fieldsOf(block)['type']);
  expect(types, printed(body)).toEqual([
    'text',
    'server_tool_use',
    'web_fetch_tool_result',
    'text',
    'tool_use',
  ]);
  const recorded = recordedItems(webFetch).find(({ type }) => type === 'web_fetch_tool_result');
  expect(blocks[2], printed(body)).toEqual(recorded);
});

test('openai is referred to every item of its search, in order, before our call', async () => {
  await using wire = await replay(webSearch);
  await (await wire.agent.stream(QUESTION)).result;
  const body = wire.server.requests[1]?.body;
  const items = itemsOf(fieldsOf(body)['input']).slice(1);
  expect(items, printed(body)).toMatchObject([
    ...recordedItems(webSearch).map(({ id }) => ({ type: 'item_reference', id })),
    { type: 'function_call', call_id: 'call_1', arguments: argumentText },
    { type: 'function_call_output', call_id: 'call_1' },
  ]);
});

test('openai keeps nothing where it is told not to, and is given a history that stands alone', async () => {
  const providerOptions = { openai: { store: false } };
  await using wire = await replay(webSearch, { agent: { modelSettings: { providerOptions } } });
  expect(await (await wire.agent.stream(QUESTION)).text).toBe(ANSWER);
  const body = wire.server.requests[1]?.body;
  const { faults } = readHistory('openai-responses', body);
  expect(faults, printed(body)).toEqual([]);
  // an item that the provider does not keep cannot be referred to: it is given back as it was
  expect(JSON.stringify(body)).not.toContain('item_reference');
  const isSearch = ({ type }: ReturnType<typeof fieldsOf>) => type === 'web_search_call';
  const searches = itemsOf(fieldsOf(body)['input']).map(fieldsOf).filter(isSearch);
  expect(searches, printed(body)).toEqual(recordedItems(webSearch).filter(isSearch));
  expectHistory('openai-responses', wire.server, [weather], ['result number 0']);
});
