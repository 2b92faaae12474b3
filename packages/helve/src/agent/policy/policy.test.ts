import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import type { Policy } from '../../call/policy.ts';
import { PolicyDeniedError } from '../../call/policy-denied-error.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { RequestContext } from '../../tool/request-context.ts';
import type { ToolAnnotations } from '../../tool/tool-annotations.ts';
import { Agent } from '../agent.ts';
import type { AgentOptions, GenerateOptions } from '../agent-options.ts';

const inputSchema = z.object({
  amount: z.number().default(50),
  due: z
    .string()
    .transform((text) => new Date(text))
    .optional(),
  customer: z.object({ country: z.string() }).optional(),
});

/** Runs one call of `refund` under an agent's policy; what came of it, and what the model was told. */
async function run({
  policy,
  input = {},
  agent: agentOptions,
  run: runOptions,
  annotations,
  toolName = 'refund',
}: {
  policy?: Policy;
  input?: unknown;
  agent?: Partial<AgentOptions>;
  run?: GenerateOptions;
  annotations?: ToolAnnotations;
  toolName?: string;
}) {
  const executed: unknown[] = [];
  const refund = createTool({
    id: 'refund-tool',
    inputSchema,
    ...(annotations ? { mcp: { annotations } } : {}),
    execute: async ({ amount }) => {
      executed.push(amount);
      return { refunded: amount };
    },
  });
  const store = new MemoryStore();
  const model = scriptedModel([{ toolCalls: [{ toolName, input }] }, 'Done.']);
  const agent = new Agent({
    id: 'desk',
    model,
    tools: { [toolName]: refund },
    store,
    ...(policy ? { policy } : {}),
    ...agentOptions,
  });
  const result = await agent.generate('hi', runOptions);
  const [record] = await store.loadCalls(result.runId);
  const told = JSON.stringify(model.requests[1]?.prompt.at(-1) ?? null);
  return { result, executed, record, told };
}

describe('a policy that denies a call', () => {
  const policy: Policy = [
    { effect: 'deny', input: { amount: { gt: 1000 } }, reason: 'over the limit', id: 'limit' },
  ];

  test('fails it, and the model is told why', async () => {
    const { executed, result, told } = await run({ policy, input: { amount: 1001 } });
    expect(executed).toEqual([]);
    expect(told).toContain('The policy does not allow this use of \\"refund\\": over the limit.');
    expect(told).toContain('It did not run');
    expect(result.text).toBe('Done.');
    const [end] = result.toolResults;
    expect(end).toMatchObject({ kind: 'error', code: 'POLICY_DENIED' });
  });

  test('says to the application which rule it was, and writes it down', async () => {
    const { result, record } = await run({ policy, input: { amount: 1001 } });
    const verdict = {
      layer: 'agent',
      effect: 'deny',
      rule: 0,
      id: 'limit',
      reason: 'over the limit',
    };
    const [end] = result.toolResults;
    const error = end?.kind === 'error' ? end.error : undefined;
    expect(PolicyDeniedError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ code: 'POLICY_DENIED', verdicts: [verdict] });
    expect(record).toMatchObject({ state: 'settled', policy: [verdict] });
  });

  test('stands before the guard, which could answer in the place of the tool', async () => {
    let asked = 0;
    const beforeToolCall = () => {
      asked += 1;
      return { proceed: false, output: { refunded: 0 } } as const;
    };
    const denied = await run({
      policy,
      input: { amount: 1001 },
      agent: { hooks: { beforeToolCall } },
    });
    expect(denied.result.toolResults).toMatchObject([{ code: 'POLICY_DENIED' }]);
    expect(asked).toBe(0);
    const allowed = await run({
      policy,
      input: { amount: 1000 },
      agent: { hooks: { beforeToolCall } },
    });
    expect(allowed.result.toolResults).toMatchObject([{ kind: 'result', answeredBy: 'guard' }]);
  });

  test('shows screens nothing of an input that they may not see', async () => {
    const refund = createTool({
      id: 'refund-tool',
      inputSchema,
      transform: { display: { input: () => 'hidden', error: () => 'hidden' } },
      execute: async () => null,
    });
    const model = scriptedModel([
      { toolCalls: [{ toolName: 'refund', input: { amount: 987_654 } }] },
      'Done.',
    ]);
    const agent = new Agent({ id: 'desk', model, tools: { refund }, policy });
    const { displayStream } = await agent.stream('hi');
    let shown = '';
    for await (const chunk of displayStream) shown += JSON.stringify(chunk);
    expect(shown).toContain('POLICY_DENIED');
    expect(shown).not.toContain('987654');
  });

  test('reads the input as it was parsed, with its defaults and transforms', async () => {
    const onDefault: Policy = [{ effect: 'deny', input: { amount: { eq: 50 } } }];
    expect((await run({ policy: onDefault })).executed).toEqual([]);
    const onDate: Policy = [{ effect: 'deny', input: { due: { lt: '2026' } } }];
    const past = { due: '1 May 2025 12:00 UTC' };
    expect((await run({ policy: onDate, input: past })).executed).toEqual([]);
    const coming = { due: '1 May 2027 12:00 UTC' };
    expect((await run({ policy: onDate, input: coming })).executed).toEqual([50]);
  });
});

describe('rules', () => {
  test('the first that matches decides', async () => {
    const policy: Policy = [
      { effect: 'allow', input: { 'customer.country': { in: ['DE', 'AT'] } } },
      { effect: 'deny', input: { customer: { exists: true } } },
    ];
    const from = (country: string) => run({ policy, input: { customer: { country } } });
    expect((await from('DE')).executed).toEqual([50]);
    expect((await from('FR')).executed).toEqual([]);
    expect((await run({ policy })).executed).toEqual([50]);
  });

  test('apply to tools by the name the model uses, not by their id', async () => {
    const named = (tool: string | string[]): Policy => [{ effect: 'deny', tool }];
    expect((await run({ policy: named('refund') })).executed).toEqual([]);
    expect((await run({ policy: named('ref*') })).executed).toEqual([]);
    expect((await run({ policy: named(['lookup', '*und']) })).executed).toEqual([]);
    expect((await run({ policy: named('refund-tool') })).executed).toEqual([50]);
    expect((await run({ policy: named('Refund') })).executed).toEqual([50]);
  });

  test('apply to tools by their hints, an absent one counting as its cautious default', async () => {
    const on = (hints: ToolAnnotations): Policy => [{ effect: 'deny', annotations: hints }];
    const cautious = {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    };
    expect((await run({ policy: on(cautious) })).executed).toEqual([]);
    expect((await run({ policy: on({ readOnlyHint: true }) })).executed).toEqual([50]);
    const reads = { readOnlyHint: true };
    expect((await run({ policy: on(reads), annotations: reads })).executed).toEqual([]);
    expect((await run({ policy: on(cautious), annotations: reads })).executed).toEqual([50]);
    // A server may send what is no hint.
    const odd = { destructiveHint: 'no' as unknown as boolean };
    expect(
      (await run({ policy: on({ destructiveHint: true }), annotations: odd })).executed,
    ).toEqual([]);
  });

  test('apply by the request context as the host set it', async () => {
    const policy: Policy = [
      { effect: 'allow', requestContext: { 'user.role': { eq: 'clerk' } } },
      { effect: 'deny' },
    ];
    const as = (role: string) => {
      const requestContext = new RequestContext<Record<string, unknown>>({ user: { role } });
      return run({ policy, run: { requestContext } });
    };
    expect((await as('clerk')).executed).toEqual([50]);
    expect((await as('guest')).executed).toEqual([]);
    expect((await run({ policy })).executed).toEqual([]);
  });

  test('where none matches, the default holds', async () => {
    const rules = [{ effect: 'allow', tool: 'lookup' }] as const;
    expect((await run({ policy: rules })).executed).toEqual([50]);
    expect((await run({ policy: { rules } })).executed).toEqual([50]);
    const denied = await run({ policy: { rules, default: 'deny' } });
    expect(denied.executed).toEqual([]);
    expect(denied.record?.policy).toEqual([{ layer: 'agent', effect: 'deny' }]);
    const asked = await run({ policy: { rules, default: 'ask' } });
    expect(asked.executed).toEqual([]);
    expect(asked.result.waiting).toMatchObject([
      { askedBy: [{ source: 'policy', layer: 'agent' }] },
    ]);
  });

  test('count as they were when the agent was made', async () => {
    const rules: { effect: 'deny' | 'allow' }[] = [{ effect: 'deny' }];
    const executed: string[] = [];
    const model = scriptedModel([{ toolCalls: [{ toolName: 'go', input: {} }] }, 'Done.']);
    const go = createTool({ id: 'go', execute: async () => void executed.push('go') });
    const agent = new Agent({ id: 'desk', model, tools: { go }, policy: rules });
    rules[0] = { effect: 'allow' };
    await agent.generate('hi');
    expect(executed).toEqual([]);
  });
});

describe("the agent's policy and the run's", () => {
  test.each([
    ['allow', 'allow', 'runs'],
    ['allow', 'ask', 'waits'],
    ['ask', 'allow', 'waits'],
    ['allow', 'deny', 'fails'],
    ['deny', 'allow', 'fails'],
    ['ask', 'deny', 'fails'],
    ['deny', 'ask', 'fails'],
    ['ask', 'ask', 'waits'],
  ] as const)('%s and %s: the call %s', async (agents, runs, expected) => {
    const { result, executed, record } = await run({
      policy: [{ effect: agents }],
      run: { policy: [{ effect: runs }] },
    });
    const outcome = executed.length > 0 ? 'runs' : result.waiting.length > 0 ? 'waits' : 'fails';
    expect(outcome).toBe(expected);
    expect(record?.policy).toEqual([
      { layer: 'agent', effect: agents, rule: 0 },
      { layer: 'run', effect: runs, rule: 0 },
    ]);
  });

  test('the model is told the reasons of both where both deny', async () => {
    const { told } = await run({
      policy: [{ effect: 'deny', reason: 'not on Sundays' }],
      run: { policy: [{ effect: 'deny', reason: 'not for guests' }] },
    });
    expect(told).toContain('not on Sundays; not for guests');
  });

  test('a run without one has the policy of its agent', async () => {
    const { record } = await run({ policy: [{ effect: 'allow' }] });
    expect(record?.policy).toEqual([{ layer: 'agent', effect: 'allow', rule: 0 }]);
  });

  test('where there is none, nothing is written down of one', async () => {
    const { record, executed } = await run({});
    expect(executed).toEqual([50]);
    expect(record?.policy).toBeUndefined();
  });
});

test("the runtime's own tools are no concern of policies, and what they find is", async () => {
  const refund = createTool({ id: 'refund-tool', description: 'Refunds', execute: async () => 1 });
  const model = scriptedModel([
    { toolCalls: [{ toolName: 'helve_search_tools', input: { query: 'refund' } }] },
    { toolCalls: [{ toolName: 'refund', input: {} }] },
    'Done.',
  ]);
  const policy: Policy = { rules: [], default: 'deny' };
  const agent = new Agent({ id: 'desk', model, tools: { refund }, policy, toolSearch: true });
  const { toolResults } = await agent.generate('hi');
  expect(toolResults).toMatchObject([{ kind: 'result' }, { code: 'POLICY_DENIED' }]);
});
