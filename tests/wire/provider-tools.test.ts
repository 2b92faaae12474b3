import { openai } from '@ai-sdk/openai';
import type { ModelMessage } from 'helve';
import { beforeEach, describe, expect, test } from 'vitest';
import { printed } from './expect-history.ts';
import { readHistory } from './history/read-history.ts';
import { fieldsOf, itemsOf } from './history/wire-turn.ts';
import type { WireRun } from './read-run.ts';
import { readRun } from './read-run.ts';
import type { RecordedCalls } from './recorded-calls.ts';
import { recordedCalls } from './recorded-calls.ts';
import { missingRecordings, providerOf, recording } from './recording.ts';
import { textAnswer } from './text-answer.ts';
import { ANSWER, QUESTION, wireAgent } from './wire-agent.ts';

// Tools that the provider runs itself: its own search and fetching, and MCP servers that it calls.

beforeEach(({ skip }) => skip(missingRecordings !== undefined, missingRecordings));

const webSearch = recordedCalls('openai-responses/provider-web-search');
const webFetch = recordedCalls('anthropic/provider-web-fetch');
const hostedMcp = recordedCalls('openai-responses/provider-mcp-approval');

interface Conversation {
  readonly run: WireRun;
  /** The body of the second request, which the next turn made. */
  readonly body: unknown;
}

/** Replays a recording, and asks on. */
async function askOn(
  recorded: RecordedCalls,
  next: readonly ModelMessage[],
): Promise<Conversation> {
  const provider = providerOf(recorded.name);
  const responses = [recording(recorded.name), textAnswer(provider, ANSWER)];
  await using wire = await wireAgent(recorded, { responses });
  const run = await readRun(await wire.agent.stream(QUESTION));
  if (run.outcome.status === 'rejected') throw run.outcome.reason;
  const { messages } = run.outcome.value;
  const stream = await wire.agent.stream([user(QUESTION), ...messages, ...next]);
  expect(await stream.text).toBe(ANSWER);
  return { run, body: wire.server.requests.at(-1)?.body };
}

function user(content: string): ModelMessage {
  return { role: 'user', content };
}

describe.each([webSearch, webFetch])('what the provider did itself in $name', (recorded) => {
  test('is shown as calls with results, to the application and to screens', async () => {
    const { run } = await askOn(recorded, [user('And?')]);
    for (const chunks of [run.chunks, run.displayed]) {
      const of = (type: string) => chunks.filter((chunk) => chunk.type === type);
      const expected = recorded.calls.map(({ toolName }) => ({
        payload: { toolName, providerExecuted: true },
      }));
      expect(of('tool-call')).toMatchObject(expected);
      expect(of('tool-result')).toMatchObject(expected);
      const ids = (type: string) => of(type).map(({ payload }) => fieldsOf(payload)['toolCallId']);
      expect(ids('tool-result')).toEqual(ids('tool-call'));
    }
  });

  test('is over in one response: nothing waits, runs or is asked again', async () => {
    const { run } = await askOn(recorded, [user('And?')]);
    expect(run.outcome).toMatchObject({ value: { finishReason: 'stop', waiting: [] } });
    expect(run.chunks.filter(({ type }) => type === 'step-start')).toHaveLength(1);
  });

  test('is no fault in the history of the next turn', async () => {
    const { body } = await askOn(recorded, [user('And?')]);
    expect(readHistory(providerOf(recorded.name), body).faults, printed(body)).toEqual([]);
  });
});

test('the pages that a search found are shown as sources', async () => {
  const { run } = await askOn(webSearch, [user('And?')]);
  const sources = run.displayed.filter(({ type }) => type === 'source');
  expect(sources.length).toBeGreaterThan(0);
  for (const { payload } of sources) {
    expect(payload).toMatchObject({ sourceType: 'url', url: expect.stringMatching(/^https:/) });
  }
});

test('openai is given back each item of its search by its id, in order', async () => {
  const { body } = await askOn(webSearch, [user('And?')]);
  const done = recording(webSearch.name)
    .events.map((event) => fieldsOf(JSON.parse(event)))
    .filter(({ type }) => type === 'response.output_item.done')
    .map(({ item }) => fieldsOf(item)['id']);
  const references = itemsOf(fieldsOf(body)['input'])
    .map(fieldsOf)
    .filter(({ type }) => type === 'item_reference')
    .map(({ id }) => id);
  expect(references, printed(body)).toEqual(done);
});

test('a tool of the provider may have a name of the application', async () => {
  const providerTools = { search: openai.tools.webSearch({}) };
  const { run, body } = await askOn({ ...webSearch, providerTools }, [user('And?')]);
  const called = run.chunks.filter(({ type }) => type === 'tool-call');
  expect(called).toMatchObject(
    webSearch.calls.map(() => ({ payload: { toolName: 'search', providerExecuted: true } })),
  );
  expect(fieldsOf(body)['tools'], printed(body)).toEqual([{ type: 'web_search' }]);
  expect(readHistory('openai-responses', body).faults, printed(body)).toEqual([]);
});

test('anthropic is given back the page that it fetched, right behind the call', async () => {
  const { body } = await askOn(webFetch, [user('And?')]);
  const assistant = itemsOf(fieldsOf(body)['messages']).map(fieldsOf)[1];
  const [, call, result] = itemsOf(assistant?.['content']).map(fieldsOf);
  const page = 'https://en.wikipedia.org/wiki/Maglemosian_culture';
  expect(call, printed(body)).toMatchObject({ type: 'server_tool_use', input: { url: page } });
  expect(result, printed(body)).toMatchObject({
    type: 'web_fetch_tool_result',
    tool_use_id: call?.['id'],
    content: { type: 'web_fetch_result', url: page, content: { title: 'Maglemosian culture' } },
  });
});

describe('a call of a hosted MCP server that needs approval', () => {
  /** What the recording asks approval for. */
  function approvalId(): string {
    const found = /"id":\s*"(mcpr_\w+)"/.exec(recording(hostedMcp.name).events.join('\n'));
    if (found?.[1] === undefined) throw new Error('there is no approval request');
    return found[1];
  }

  test('is shown, with the id of the request for approval', async () => {
    const { run } = await askOn(hostedMcp, [user('And?')]);
    for (const chunks of [run.chunks, run.displayed]) {
      const call = chunks.find(({ type }) => type === 'tool-call');
      expect(call).toMatchObject({
        payload: { toolName: 'mcp.create_short_url', providerExecuted: true },
      });
      const { toolCallId } = fieldsOf(call?.payload);
      const requests = chunks.filter(({ payload }) => 'approvalId' in payload);
      expect(requests).toMatchObject([{ payload: { approvalId: approvalId(), toolCallId } }]);
    }
  });

  test('waits for an answer, which the application is told to get', async () => {
    const { run } = await askOn(hostedMcp, [user('And?')]);
    expect(run.outcome).toMatchObject({
      value: {
        waiting: [
          {
            kind: 'provider-approval',
            toolName: 'mcp.create_short_url',
            payload: hostedMcp.calls[0]?.input,
            approvalId: approvalId(),
          },
        ],
      },
    });
  });

  test.each([true, false])('is answered in the next turn, with %s', async (approved) => {
    const answer = { type: 'tool-approval-response', approvalId: approvalId(), approved } as const;
    const { body } = await askOn(hostedMcp, [{ role: 'tool', content: [answer] }]);
    const items = itemsOf(fieldsOf(body)['input']);
    expect(items.slice(-2), printed(body)).toEqual([
      { type: 'item_reference', id: approvalId() },
      { type: 'mcp_approval_response', approval_request_id: approvalId(), approve: approved },
    ]);
  });
});
