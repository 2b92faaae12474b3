import type { ModelMessage } from 'helve';
import type { RunResult } from 'helve/agent';
import { Agent } from 'helve/agent';
import { MemoryStore } from 'helve/store';
import { beforeEach, describe, expect, test } from 'vitest';
import { printed } from './expect-history.ts';
import { expectOneEnd } from './expect-one-end.ts';
import { fieldsOf, itemsOf } from './history/wire-turn.ts';
import type { WireRun } from './read-run.ts';
import { readRun } from './read-run.ts';
import { recordedCalls } from './recorded-calls.ts';
import type { RecordedResponse } from './recording.ts';
import { missingRecordings, recording } from './recording.ts';
import { textAnswer } from './text-answer.ts';
import type { WireAgent } from './wire-agent.ts';
import { ANSWER, QUESTION, wireAgent } from './wire-agent.ts';

// A call of a hosted MCP server that its provider asks approval for, in a conversation that is kept.

beforeEach(({ skip }) => skip(missingRecordings !== undefined, missingRecordings));

const hostedMcp = recordedCalls('openai-responses/provider-mcp-approval');
const memory = { thread: 'one' };
const OUTPUT = '{"short_url":"https://zip1.io/abc"}';

/** What the provider says once it may: the call, as it carried it out, and a text. */
function carriedOut(approvalId: string): RecordedResponse {
  const { provider, events } = textAnswer('openai-responses', ANSWER);
  const item = {
    type: 'mcp_call',
    id: 'mcp_1',
    status: 'completed',
    approval_request_id: approvalId,
    server_label: 'zip1',
    name: 'create_short_url',
    arguments: JSON.stringify(hostedMcp.calls[0]?.input),
    output: OUTPUT,
    error: null,
  };
  const [created, ...rest] = events;
  const call = ['response.output_item.added', 'response.output_item.done'].map((type) =>
    JSON.stringify({ type, output_index: 1, item }),
  );
  return { provider, events: [created ?? '', ...call, ...rest] };
}

function approvalIdIn({ events }: RecordedResponse): string {
  const found = /"id":\s*"(mcpr_\w+)"/.exec(events.join('\n'))?.[1];
  if (found === undefined) throw new Error('there is no approval request');
  return found;
}

interface Answered {
  readonly wire: WireAgent;
  readonly asked: RunResult;
  readonly run: WireRun;
  readonly approvalId: string;
}

/** Runs until the provider asks, answers it from another process, and asks on from a third. */
async function answer(approved: boolean): Promise<Answered> {
  const asking = recording(hostedMcp.name);
  const approvalId = approvalIdIn(asking);
  const decided = approved ? carriedOut(approvalId) : textAnswer('openai-responses', ANSWER);
  await using wire = await wireAgent(hostedMcp, {
    responses: [asking, decided, textAnswer('openai-responses', 'Well.')],
    agent: { store: new MemoryStore() },
  });
  const asked = await (await wire.agent.stream(QUESTION, { memory })).result;
  const response = { type: 'tool-approval-response', approvalId, approved } as const;
  const input: ModelMessage[] = [{ role: 'tool', content: [response] }];
  const run = await readRun(await new Agent(wire.options).stream(input, { memory }));
  const last = await new Agent(wire.options).stream('And?', { memory });
  expect(await last.text).toBe('Well.');
  return { wire, asked, run, approvalId };
}

describe.each([true, false])('a request for approval that is answered with %s', (approved) => {
  test('is answered behind all that the provider had said', async () => {
    const { wire, asked, approvalId } = await answer(approved);
    expect(asked.waiting).toMatchObject([{ kind: 'provider-approval', approvalId }]);
    const body = wire.server.requests[1]?.body;
    const [question, ...rest] = itemsOf(fieldsOf(body)['input']).map(fieldsOf);
    expect(question, printed(body)).toMatchObject({ role: 'user' });
    expect(rest.slice(-2), printed(body)).toEqual([
      { type: 'item_reference', id: approvalId },
      { type: 'mcp_approval_response', approval_request_id: approvalId, approve: approved },
    ]);
    for (const item of rest.slice(0, -2)) expect(item).toMatchObject({ type: 'item_reference' });
  });
});

test('a call that was approved is shown with what came of it, and has its one end', async () => {
  const { asked, run } = await answer(true);
  expect(run.outcome).toMatchObject({ value: { text: ANSWER, waiting: [] } });
  for (const chunks of [run.chunks, run.displayed]) {
    expect(expectOneEnd(chunks, 'after the approval')).toMatchObject([
      {
        type: 'tool-result',
        payload: {
          toolName: 'mcp.create_short_url',
          args: asked.waiting[0]?.payload,
          result: { output: OUTPUT },
          providerExecuted: true,
        },
      },
    ]);
  }
});
