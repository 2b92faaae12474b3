import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ApprovalRule } from '../../call/call-runtime.ts';
import { createTool } from '../../call/create-tool.ts';
import type { Policy } from '../../call/policy.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import type { GenerateOptions } from '../agent-options.ts';
import type { Chunk } from '../stream/chunk.ts';

/** An agent whose model calls `send` once, with the approval rules of a test. */
function setUp({
  tool,
  agent,
  policy,
}: {
  tool?: boolean | (() => boolean);
  agent?: ApprovalRule;
  policy?: Policy;
}) {
  const executed: string[] = [];
  const send = createTool({
    id: 'send',
    inputSchema: z.object({ to: z.string() }),
    ...(tool === undefined ? {} : { requireApproval: tool }),
    execute: async ({ to }) => {
      executed.push(to);
      return 'sent';
    },
  });
  const store = new MemoryStore();
  const tools = { send };
  const make = (): Agent =>
    new Agent({
      id: 'desk',
      model: scriptedModel([
        { toolCalls: [{ toolName: 'send', input: { to: 'ada' } }] },
        'Done.',
        'Done.',
      ]),
      tools,
      store,
      logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
      ...(agent === undefined ? {} : { requireToolApproval: agent }),
      ...(policy ? { policy } : {}),
    });
  return { agent: make(), make, send, store, executed };
}

async function askedBy(options: Parameters<typeof setUp>[0], run?: GenerateOptions) {
  const { agent, executed } = setUp(options);
  const { waiting } = await agent.generate('hi', run);
  expect(executed).toEqual([]);
  expect(waiting).toHaveLength(1);
  return waiting[0]?.askedBy;
}

const throws = (): never => {
  throw new Error('boom');
};

describe('who waits for approval is told who asked for it', () => {
  test('the tool, by a switch or by a function', async () => {
    expect(await askedBy({ tool: true })).toEqual([{ source: 'tool' }]);
    expect(await askedBy({ tool: () => true })).toEqual([{ source: 'tool' }]);
  });

  test('the agent', async () => {
    expect(await askedBy({ agent: true })).toEqual([{ source: 'agent' }]);
    expect(await askedBy({ agent: 'destructive' })).toEqual([{ source: 'agent' }]);
    expect(await askedBy({ agent: () => true })).toEqual([{ source: 'agent' }]);
  });

  test('the run', async () => {
    expect(await askedBy({}, { requireToolApproval: true })).toEqual([{ source: 'run' }]);
    expect(await askedBy({}, { requireToolApproval: () => true })).toEqual([{ source: 'run' }]);
  });

  test('a toolset, by its key', async () => {
    const { send } = setUp({});
    const model = scriptedModel([
      { toolCalls: [{ toolName: 'post', input: { to: 'ada' } }] },
      'Done.',
    ]);
    const agent = new Agent({ id: 'desk', model });
    const toolsets = { mail: { tools: { post: send }, requireApproval: true } };
    const { waiting } = await agent.generate('hi', { toolsets });
    expect(waiting[0]?.askedBy).toEqual([{ source: 'toolset', toolset: 'mail' }]);
  });

  test('a rule of a policy: whose, which, and why', async () => {
    const policy: Policy = [
      { effect: 'allow', tool: 'lookup' },
      { effect: 'ask', tool: 'send', id: 'mail', reason: 'mail leaves the house' },
    ];
    const rule = { rule: 1, id: 'mail', reason: 'mail leaves the house' };
    expect(await askedBy({ policy })).toEqual([{ source: 'policy', layer: 'agent', ...rule }]);
    expect(await askedBy({}, { policy })).toEqual([{ source: 'policy', layer: 'run', ...rule }]);
  });

  test('several, where several asked', async () => {
    const policy: Policy = [{ effect: 'ask' }];
    const all = { tool: true, agent: true, policy };
    expect(await askedBy(all, { requireToolApproval: 'destructive', policy })).toEqual([
      { source: 'policy', layer: 'agent', rule: 0 },
      { source: 'policy', layer: 'run', rule: 0 },
      { source: 'tool' },
      { source: 'agent' },
      { source: 'run' },
    ]);
  });

  test('a rule that failed, and so counted as asking', async () => {
    expect(await askedBy({ tool: throws })).toEqual([{ source: 'tool', failed: true }]);
    expect(await askedBy({ agent: throws })).toEqual([{ source: 'agent', failed: true }]);
  });
});

describe('an allowing rule', () => {
  const policy: Policy = [{ effect: 'allow', reason: 'mail is fine', id: 'mail' }];

  test('switches off no approval that somebody else asks for', async () => {
    expect(await askedBy({ tool: true, policy })).toEqual([{ source: 'tool' }]);
    expect(await askedBy({ agent: true, policy })).toEqual([{ source: 'agent' }]);
    expect(await askedBy({ agent: () => true, policy })).toEqual([{ source: 'agent' }]);
    expect(await askedBy({ policy }, { requireToolApproval: true })).toEqual([{ source: 'run' }]);
  });

  test('stands in the record of a decision that somebody else asked for', async () => {
    const { agent, store, executed } = setUp({ tool: true, policy });
    const { waiting, runId } = await agent.generate('hi');
    const [wait] = waiting;
    if (!wait) throw new Error('nothing waits');
    await agent.approveToolCallGenerate({ ...wait, by: 'ada' });
    expect(executed).toEqual(['ada']);
    const call = await store.loadCall(runId, wait.toolCallId);
    expect(call?.decision).toMatchObject({
      kind: 'approve',
      by: 'ada',
      askedBy: [{ source: 'tool' }],
      policy: [{ layer: 'agent', effect: 'allow', rule: 0, id: 'mail', reason: 'mail is fine' }],
    });
  });
});

test('rules that are functions are not asked once somebody wants approval', async () => {
  let asked = 0;
  const rule = (): boolean => {
    asked += 1;
    return false;
  };
  expect(await askedBy({ tool: rule, agent: rule, policy: [{ effect: 'ask' }] })).toHaveLength(1);
  expect(asked).toBe(0);
});

test('who asked is told on the streams, in the list of waiting runs and by another process', async () => {
  const { agent, make } = setUp({ policy: [{ effect: 'ask', reason: 'mail leaves the house' }] });
  const expected = [{ source: 'policy', layer: 'agent', rule: 0, reason: 'mail leaves the house' }];
  const stream = await agent.stream('hi');
  const chunks: Chunk[] = [];
  for await (const chunk of stream.displayStream) chunks.push(chunk);
  const approval = chunks.find(({ type }) => type === 'tool-call-approval');
  expect(approval?.payload).toMatchObject({ askedBy: expected });
  expect((await stream.waiting)[0]?.askedBy).toEqual(expected);
  const { runs } = await make().listSuspendedRuns();
  expect(runs[0]?.waiting[0]?.askedBy).toEqual(expected);
});

test('who asked stands in the record of a refusal too', async () => {
  const { agent, store, executed } = setUp({ policy: [{ effect: 'ask', id: 'mail' }] });
  const { waiting, runId } = await agent.generate('hi');
  const [wait] = waiting;
  if (!wait) throw new Error('nothing waits');
  await agent.declineToolCallGenerate({ ...wait, reason: 'no' });
  expect(executed).toEqual([]);
  const call = await store.loadCall(runId, wait.toolCallId);
  expect(call?.decision).toMatchObject({
    kind: 'decline',
    askedBy: [{ source: 'policy', layer: 'agent', rule: 0, id: 'mail' }],
    policy: [{ layer: 'agent', effect: 'ask', rule: 0, id: 'mail' }],
  });
});
