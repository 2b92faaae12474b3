import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import type { Policy } from '../../call/policy.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { InvalidAgentError, InvalidDecisionError } from '../agent-errors.ts';
import type { AgentStream } from '../stream/agent-stream.ts';

/**
 * A run that is going on: one call of its first step waits for approval, another has not ended yet.
 * The model then pays 5.
 */
async function liveRun() {
  const executed: number[] = [];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const pay = createTool({
    id: 'pay',
    inputSchema: z.object({ amount: z.number() }),
    execute: async ({ amount }) => {
      executed.push(amount);
      return 'paid';
    },
  });
  const slow = createTool({ id: 'slow', execute: () => released });
  const payment = (amount: number) => ({ toolName: 'pay', input: { amount } });
  const model = scriptedModel([
    {
      toolCalls: [
        { ...payment(50), toolCallId: 'big' },
        { toolName: 'slow', input: {} },
      ],
    },
    { toolCalls: [payment(5)] },
    'Done.',
  ]);
  const policy: Policy = [{ effect: 'ask', input: { amount: { gt: 10 } } }];
  const agent = new Agent({ id: 'desk', model, tools: { pay, slow }, policy });
  const stream = await agent.stream('hi');
  await approvalAsked(stream);
  return { agent, stream, executed, release, wait: { runId: stream.runId, toolCallId: 'big' } };
}

async function approvalAsked(stream: AgentStream): Promise<void> {
  for await (const { type } of stream.fullStream) if (type === 'tool-call-approval') return;
}

const denyAll: Policy = [{ effect: 'deny', input: { amount: { lt: 10 } } }];

test('a policy that comes along with a decision on a live run holds for its calls from then on', async () => {
  const { agent, stream, executed, release, wait } = await liveRun();
  await agent.approveToolCall({ ...wait, policy: denyAll });
  release();
  const results = await stream.toolResults;
  expect(results.at(-1)).toMatchObject({ code: 'POLICY_DENIED', args: { amount: 5 } });
  expect(executed).toEqual([50]);
});

test('one that the decision is refused for leaves the run as it was', async () => {
  const { agent, stream, executed, release, wait } = await liveRun();
  const approval = agent.approveToolCall({ ...wait, policy: [{ effect: 'deny' }] });
  await expect(approval).rejects.toThrow(InvalidDecisionError);
  // What callers without types can pass.
  const malformed = agent.approveToolCall({ ...wait, policy: [{}] as never });
  await expect(malformed).rejects.toThrow(InvalidAgentError);
  await agent.approveToolCall(wait);
  release();
  await stream.text;
  expect(executed.toSorted()).toEqual([5, 50]);
});
