import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { RequestContext } from '../../tool/request-context.ts';
import type { ToolContext } from '../../tool/tool-context.ts';
import { Agent } from '../agent.ts';
import { RUN_MODES, resultsIn } from './run-kit.ts';

const secret = 'canary-of-the-context';

function setUp(requestContextSchema?: z.ZodType<object>) {
  const seen: ToolContext[] = [];
  const tool = createTool({
    id: 'tool',
    inputSchema: z.object({ city: z.string() }),
    ...(requestContextSchema ? { requestContextSchema } : {}),
    execute: async (_input, context) => {
      seen.push(context as unknown as ToolContext);
      return 'ok';
    },
  });
  const toolCalls = [{ toolName: 'tool', input: { city: 'Oslo' }, toolCallId: 'c1' }];
  const model = scriptedModel([{ toolCalls }, 'over']);
  return { seen, model, agent: new Agent({ id: 'a', model, tools: { tool } }) };
}

test.each(RUN_MODES)(
  'values of the host reach the tool, and not the model, with $mode',
  async ({ run }) => {
    const { agent, seen, model } = setUp();
    await run(agent, 'go', { requestContext: new RequestContext({ token: secret }) });
    expect(seen[0]?.requestContext.get('token')).toBe(secret);
    expect(JSON.stringify(model.requests)).not.toContain(secret);
  },
);

test('the tool gets the values as its schema parsed them', async () => {
  const { agent, seen } = setUp(
    z.object({ tries: z.coerce.number(), tier: z.string().default('free') }),
  );
  await agent.generate('go', { requestContext: new RequestContext({ tries: '3' }) });
  expect(seen[0]?.requestContext.get('tries')).toBe(3);
  expect(seen[0]?.requestContext.get('tier')).toBe('free');
});

test('a context that does not fit refuses the call; the model learns nothing of the values', async () => {
  const { agent, seen, model } = setUp(z.object({ token: z.string().max(3), user: z.string() }));
  const requestContext = new RequestContext({ token: secret });
  const { toolResults, text } = await agent.generate('go', { requestContext });
  expect(text).toBe('over');
  expect(seen).toEqual([]);
  expect(toolResults).toMatchObject([{ kind: 'error', code: 'INVALID_REQUEST_CONTEXT' }]);
  const told = resultsIn(model.requests[1]?.prompt ?? [])['c1'];
  expect(told).toMatchObject({ value: expect.stringMatching(/did not run.*not try again/) });
  expect(JSON.stringify(told)).not.toMatch(/canary|token|user/);
});

test('a tool is told of its call, its agent, the conversation and the signal', async () => {
  const { agent, seen } = setUp();
  const { signal } = new AbortController();
  const { runId } = await agent.generate('hello', { abortSignal: signal });
  const [context] = seen;
  expect(context).toMatchObject({
    runId,
    toolCallId: 'c1',
    attempt: 1,
    resumeData: undefined,
    suspendPayload: undefined,
    agent: {
      agentId: 'a',
      runId,
      toolCallId: 'c1',
      messages: [{ role: 'user', content: 'hello' }],
    },
  });
  expect(context?.abortSignal).toBe(signal);
  expect(context?.idempotencyKey).toMatch(/./);
  expect(context?.workflow).toBeUndefined();
  expect(context?.mcp).toBeUndefined();
  expect(context?.background).toBeUndefined();
});

test('a tool has a signal also where the host gave none', async () => {
  const { agent, seen } = setUp();
  await agent.generate('go');
  expect(seen[0]?.abortSignal).toBeInstanceOf(AbortSignal);
  expect(seen[0]?.abortSignal.aborted).toBe(false);
});

test('two calls of one tool have different idempotency keys', async () => {
  const keys: string[] = [];
  const tool = createTool({
    id: 'tool',
    execute: async (_input, { idempotencyKey }) => void keys.push(idempotencyKey),
  });
  const toolCalls = ['a', 'b'].map((toolCallId) => ({ toolName: 'tool', input: {}, toolCallId }));
  const model = scriptedModel(() => ({ toolCalls }));
  const agent = new Agent({ id: 'a', model, tools: { tool }, maxSteps: 2 });
  await agent.generate('go');
  expect(new Set(keys).size).toBe(4);
});

test('hooks of the agent and the run are both there: a run replaces what it names', async () => {
  const mine = vi.fn();
  const theirs = vi.fn();
  const model = scriptedModel([{ toolCalls: [{ toolName: 'tool', input: {} }] }, 'over']);
  const tool = createTool({ id: 'tool', execute: async () => 'ok' });
  const agent = new Agent({ id: 'a', model, tools: { tool }, hooks: { beforeToolCall: mine } });
  await agent.generate('go', { hooks: { afterToolCall: theirs } });
  expect(mine).toHaveBeenCalledOnce();
  expect(theirs).toHaveBeenCalledOnce();
});
