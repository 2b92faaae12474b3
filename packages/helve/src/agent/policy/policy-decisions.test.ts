import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import type { Policy } from '../../call/policy.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import type { ScriptedResponse } from '../../testing/scripted-response.ts';
import { RequestContext } from '../../tool/request-context.ts';
import { Agent } from '../agent.ts';
import { InvalidAgentError, InvalidDecisionError } from '../agent-errors.ts';
import type { GenerateOptions } from '../agent-options.ts';

const ask: Policy = [{ effect: 'ask' }];
const small: Policy = [
  { effect: 'deny', input: { amount: { gt: 100 } }, reason: 'over the limit', id: 'limit' },
  { effect: 'ask' },
];

/** Agents of one id on one store, as in processes of their own; the first has begun a run. */
async function setUp(
  policy: Policy | undefined,
  run: GenerateOptions = {},
  toolName: 'pay' | 'question' = 'pay',
) {
  const executed: number[] = [];
  const pay = createTool({
    id: 'pay',
    inputSchema: z.object({ amount: z.number().default(50) }),
    execute: async ({ amount }) => {
      executed.push(amount);
      return 'paid';
    },
  });
  const question = createTool({
    id: 'question',
    resumeSchema: z.object({ answer: z.string() }),
    execute: async (_, { resumeData, suspend }) => {
      if (resumeData === undefined) return suspend();
      executed.push(0);
      return resumeData.answer;
    },
  });
  const store = new MemoryStore();
  const make = (own: Policy | undefined, script: readonly ScriptedResponse[]): Agent =>
    new Agent({
      id: 'desk',
      store,
      model: scriptedModel(script),
      tools: { pay, question },
      ...(own ? { policy: own } : {}),
    });
  const toolCalls = [{ toolName, input: {} }];
  const first = make(policy, [{ toolCalls }, 'Done.', 'Done.']);
  const result = await first.generate('hi', run);
  const [wait] = result.waiting;
  if (!wait) throw new Error('nothing waits');
  return { first, make, store, executed, result, wait };
}

describe('a call that a policy denies by the time it is approved', () => {
  test('does not run, and still waits', async () => {
    const { make, wait, store, executed } = await setUp(ask);
    const stricter = make([{ effect: 'deny', tool: 'pay', reason: 'payments are closed' }], []);
    const approval = stricter.approveToolCall({ ...wait });
    await expect(approval).rejects.toThrow(InvalidDecisionError);
    await expect(approval).rejects.toThrow(
      'The policy does not allow this use of "pay": payments are closed. The call still waits',
    );
    expect(executed).toEqual([]);
    expect(await store.loadCall(wait.runId, wait.toolCallId)).toMatchObject({ state: 'approval' });
    const lenient = make(undefined, ['Done.']);
    await lenient.approveToolCallGenerate({ ...wait });
    expect(executed).toEqual([50]);
  });

  test('may be declined', async () => {
    const { make, wait, executed } = await setUp(ask);
    const stricter = make([{ effect: 'deny' }], ['Done.']);
    const { toolResults } = await stricter.declineToolCallGenerate({ ...wait });
    expect(toolResults).toMatchObject([{ kind: 'denied' }]);
    expect(executed).toEqual([]);
  });

  test('is not let through by an edit, and is by another one', async () => {
    const { first, wait, store, executed } = await setUp(small);
    const edit = (amount: number) =>
      first.approveToolCallGenerate({ ...wait, input: { amount }, by: 'ada' });
    await expect(edit(5000)).rejects.toThrow('over the limit. The call still waits');
    expect(executed).toEqual([]);
    await edit(80);
    expect(executed).toEqual([80]);
    const call = await store.loadCall(wait.runId, wait.toolCallId);
    expect(call?.decision).toMatchObject({ edited: true, by: 'ada' });
  });

  test('is denied by the policy that goes along with the decision', async () => {
    const { first, wait, executed } = await setUp(ask);
    const approval = first.approveToolCall({ ...wait, policy: [{ effect: 'deny' }] });
    await expect(approval).rejects.toThrow('The policy does not allow this use of "pay".');
    expect(executed).toEqual([]);
  });

  test('needs the request context that lets it through', async () => {
    const policy: Policy = [{ effect: 'ask', requestContext: { role: { eq: 'clerk' } } }];
    const requestContext = new RequestContext<Record<string, unknown>>({ role: 'clerk' });
    const { first, wait, executed } = await setUp(
      { rules: policy, default: 'deny' },
      { requestContext },
    );
    await expect(first.approveToolCall({ ...wait })).rejects.toThrow('The call still waits');
    await first.approveToolCallGenerate({ ...wait, requestContext });
    expect(executed).toEqual([50]);
  });
});

test('an approval is asked for once: the rule that asked is not asked again', async () => {
  const { first, wait, executed, store } = await setUp(ask);
  const { waiting } = await first.approveToolCallGenerate({ ...wait });
  expect(waiting).toEqual([]);
  expect(executed).toEqual([50]);
  expect((await store.loadCall(wait.runId, wait.toolCallId))?.decision).toMatchObject({
    askedBy: [{ source: 'policy', layer: 'agent', rule: 0 }],
    policy: [{ layer: 'agent', effect: 'ask', rule: 0 }],
  });
});

test('the record of an edited approval says which rule let the edited input through', async () => {
  const { first, wait, store } = await setUp([
    { effect: 'allow', input: { amount: { lte: 10 } }, id: 'trifles' },
    { effect: 'ask', id: 'sums' },
  ]);
  await first.approveToolCallGenerate({ ...wait, input: { amount: 5 } });
  expect((await store.loadCall(wait.runId, wait.toolCallId))?.decision).toMatchObject({
    askedBy: [{ source: 'policy', layer: 'agent', rule: 1, id: 'sums' }],
    policy: [{ layer: 'agent', effect: 'allow', rule: 0, id: 'trifles' }],
  });
});

test('a suspended call is not resumed against a policy, and still waits', async () => {
  const { make, wait, executed } = await setUp(undefined, {}, 'question');
  const options = { runId: wait.runId, toolCallId: wait.toolCallId };
  const stricter = make([{ effect: 'deny', tool: 'question' }], []);
  await expect(stricter.resumeStream({ answer: 'blue' }, options)).rejects.toThrow(
    'The policy does not allow this use of "question". The call still waits',
  );
  expect(executed).toEqual([]);
  await make(ask, ['Done.']).resumeGenerate({ answer: 'blue' }, options);
  expect(executed).toEqual([0]);
});

describe('the policy of a run', () => {
  const run: Policy = [
    { effect: 'deny', input: { amount: { gt: 100 } } },
    { effect: 'ask', input: { amount: { gt: 10 } } },
  ];
  const next = (amount: number): readonly ScriptedResponse[] => [
    { toolCalls: [{ toolName: 'pay', input: { amount } }] },
    'Done.',
  ];

  test('still holds when the run goes on elsewhere, without being passed again', async () => {
    const { make, wait, executed } = await setUp(undefined, { policy: run });
    const { toolResults } = await make(undefined, next(500)).approveToolCallGenerate({ ...wait });
    expect(executed).toEqual([50]);
    expect(toolResults).toMatchObject([{ kind: 'result' }, { code: 'POLICY_DENIED' }]);
  });

  test('counts as it was when the run was started', async () => {
    const rules: { effect: 'ask' | 'deny' | 'allow' }[] = [{ effect: 'ask' }];
    const { make, wait, executed } = await setUp(undefined, { policy: rules });
    rules[0] = { effect: 'allow' };
    const { waiting } = await make(undefined, next(60)).approveToolCallGenerate({ ...wait });
    expect(executed).toEqual([50]);
    expect(waiting).toMatchObject([{ askedBy: [{ source: 'policy', layer: 'run', rule: 0 }] }]);
  });

  test('is one and the same where it is passed again', async () => {
    const { make, wait, store } = await setUp(undefined, { policy: run });
    const again = structuredClone(run);
    await make(undefined, next(5)).approveToolCallGenerate({ ...wait, policy: again });
    const calls = await store.loadCalls(wait.runId);
    expect(calls.map(({ policy }) => policy)).toEqual([
      [{ layer: 'run', effect: 'ask', rule: 1 }],
      [{ layer: 'run', effect: 'allow' }],
    ]);
  });

  test('is made stricter, never looser, by one that comes along with a decision', async () => {
    const { make, wait, executed } = await setUp(undefined, { policy: run });
    const { toolResults } = await make(undefined, next(500)).approveToolCallGenerate({
      ...wait,
      policy: [{ effect: 'allow' }],
    });
    expect(toolResults).toMatchObject([{ kind: 'result' }, { code: 'POLICY_DENIED' }]);
    const other = await setUp(undefined, { policy: run });
    const stricter = await other.make(undefined, next(5)).approveToolCallGenerate({
      ...other.wait,
      policy: [{ effect: 'deny', input: { amount: { lt: 10 } } }],
    });
    expect(stricter.toolResults).toMatchObject([{ kind: 'result' }, { code: 'POLICY_DENIED' }]);
    expect(executed).toEqual([50]);
    expect(other.executed).toEqual([50]);
  });

  test('that is malformed refuses the decision, and the call still waits', async () => {
    const { first, wait, executed } = await setUp(ask);
    // What callers without types can pass.
    const policy = [{ effect: 'nothing' }] as never;
    await expect(first.approveToolCall({ ...wait, policy })).rejects.toThrow(InvalidAgentError);
    expect(executed).toEqual([]);
    await first.approveToolCallGenerate({ ...wait });
    expect(executed).toEqual([50]);
  });
});
