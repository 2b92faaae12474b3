import { RequestContext } from 'helve';
import type { Chunk } from 'helve/agent';
import { Agent } from 'helve/agent';
import { collect, scriptedModel } from 'helve/testing';
import { beforeEach, expect, test } from 'vitest';
import { ledger, transferTool } from './transfer-tool.ts';

const requestContext = new RequestContext({ userId: 'u-1' });
const input = { account: 'NO93-8601', amount: 1200, note: null };

beforeEach(() => {
  ledger.length = 0;
});

function desk(last = 'Done.') {
  const model = scriptedModel([{ toolCalls: [{ toolName: 'transferTool', input }] }, last]);
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  return new Agent({ id: 'bank', model, tools: { transferTool }, logger: silent });
}

function callsIn(chunks: readonly Chunk[]) {
  return chunks.filter(({ type }) => type.startsWith('tool-') && !type.includes('input-streaming'));
}

test('a tool with approval, suspension and transforms goes all the way through an agent', async () => {
  const agent = desk();
  const first = await agent.stream('Move 1200.', { requestContext });
  const [asked] = await first.waiting;
  if (!asked) throw new Error('Nothing waits.');
  expect(asked).toMatchObject({ kind: 'approval', toolName: 'transferTool' });
  expect(ledger).toEqual([]);

  const second = await agent.approveToolCall({ ...asked, by: 'ada', requestContext });
  const [question] = await second.waiting;
  if (!question) throw new Error('Nothing waits.');
  expect(question.payload).toEqual({ question: 'Really move 1200?', amount: 1200 });

  const third = await agent.resumeStream({ confirmed: true }, { ...question, requestContext });
  expect(await third.text).toBe('Done.');
  expect(ledger).toEqual([{ account: 'NO93-8601', amount: 1200, by: 'u-1', confirmed: true }]);

  const shown = await Promise.all(
    [first, second, third].map((each) => collect(each.displayStream)),
  );
  const calls = callsIn(shown.flat());
  expect(calls.map(({ type, payload }) => [type, payload])).toMatchObject([
    ['tool-call', { args: { amount: 1200 } }],
    ['tool-call-approval', { args: { moves: 1200 } }],
    ['tool-call-suspended', { suspendPayload: { question: 'Really move 1200?' } }],
    ['tool-call-resumed', { resumeData: { message: 'The customer answered' } }],
    ['tool-result', { args: { amount: 1200 }, result: { transferId: 't-1' } }],
  ]);
  expect(JSON.stringify(shown)).not.toContain('NO93');
  expect(JSON.stringify(await agent.listMessages({ runId: first.runId }))).not.toContain('NO93');
});

test('an answer that does not fit leaves the call waiting', async () => {
  const agent = desk();
  const asked = (await agent.generate('Move 1200.', { requestContext })).waiting[0];
  if (!asked) throw new Error('Nothing waits.');
  const approved = await agent.approveToolCallGenerate({ ...asked, requestContext });
  const { runId, toolCallId } = asked;
  expect(approved.waiting).toMatchObject([{ kind: 'suspension', toolCallId }]);
  const where = { runId, toolCallId, requestContext };
  await expect(agent.resumeGenerate({ confirmed: 'perhaps' }, where)).rejects.toMatchObject({
    code: 'INVALID_DECISION',
  });
  const resumed = await agent.resumeGenerate({ confirmed: true }, where);
  expect(resumed.toolResults).toMatchObject([{ kind: 'result' }]);
});

test('what the tool throws is an error of the call, shown in the form for screens', async () => {
  const agent = desk('It was not confirmed.');
  const asked = (await agent.generate('Move 1200.', { requestContext })).waiting[0];
  if (!asked) throw new Error('Nothing waits.');
  const approved = await agent.approveToolCallGenerate({ ...asked, requestContext });
  const { runId, toolCallId } = asked;
  expect(approved.finishReason).toBe('suspended');
  const where = { runId, toolCallId, requestContext };
  const stream = await agent.resumeStream({ confirmed: false }, where);
  const ends = (await collect(stream.displayStream)).filter(({ type }) => type === 'tool-error');
  expect(ends).toMatchObject([
    { payload: { code: 'TOOL_FAILED', error: { message: 'The transfer failed' } } },
  ]);
  expect(ledger).toEqual([]);
});

test('without its request context the tool is refused before anybody is asked', async () => {
  const { waiting, toolResults } = await desk('I cannot do that.').generate('Move 1200.');
  expect(waiting).toEqual([]);
  expect(toolResults).toMatchObject([{ kind: 'error', code: 'INVALID_REQUEST_CONTEXT' }]);
});
