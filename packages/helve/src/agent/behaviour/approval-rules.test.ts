import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { ApprovalQuestion } from '../../call/call-runtime.ts';
import { createTool } from '../../call/create-tool.ts';
import { RequestContext } from '../../tool/request-context.ts';
import type { ApprovalContext, RequireApproval } from '../../tool/require-approval.ts';
import type { ToolAnnotations } from '../../tool/tool-annotations.ts';
import type { AgentOptions, GenerateOptions } from '../agent-options.ts';
import { bench, calls, MODES, runBy, signal } from './test-kit.ts';

const inputSchema = z.object({ amount: z.number().default(7) });

function payTool(
  requireApproval?: RequireApproval<{ amount: number }>,
  annotations?: ToolAnnotations,
) {
  const execute = vi.fn(async ({ amount }: { amount: number }) => ({ paid: amount }));
  const pay = createTool({
    id: 'pay',
    inputSchema,
    execute,
    ...(requireApproval === undefined ? {} : { requireApproval }),
    ...(annotations ? { mcp: { annotations } } : {}),
  });
  return { pay, execute };
}

/** Whether a call of `pay` waits under these rules. */
async function waits(
  tool: ReturnType<typeof payTool>,
  agentOptions: Partial<AgentOptions> = {},
  runOptions: GenerateOptions = {},
  input: unknown = {},
): Promise<boolean> {
  const { agent } = bench([calls('pay', input), 'Done.'], { pay: tool.pay }, agentOptions);
  const { waiting } = await agent.generate('go', runOptions);
  expect(tool.execute).toHaveBeenCalledTimes(waiting.length === 0 ? 1 : 0);
  return waiting.length === 1;
}

describe('the predicate of a tool', () => {
  test.each(MODES)('sees the input with its defaults, by %s', async (mode) => {
    const predicate = vi.fn(({ amount }: { amount: number }) => amount > 5);
    const { pay, execute } = payTool(predicate);
    const { agent } = bench([calls('pay', {})], { pay });
    const { finishReason } = await runBy(mode, agent);
    expect(finishReason).toBe('suspended');
    expect(predicate).toHaveBeenCalledExactlyOnceWith({ amount: 7 }, expect.anything());
    expect(execute).not.toHaveBeenCalled();
  });

  test('is asked for each call of its own', async () => {
    const { pay, execute } = payTool(({ amount }) => amount > 5);
    const toolCalls = [1, 9, 2, 8].map((amount) => ({
      toolName: 'pay',
      toolCallId: `pay-${amount}`,
      input: { amount },
    }));
    const { agent } = bench([{ toolCalls }], { pay });
    const { waiting } = await agent.generate('go');
    expect(waiting.map(({ toolCallId }) => toolCallId)).toEqual(['pay-9', 'pay-8']);
    expect(execute.mock.calls.map(([{ amount }]) => amount)).toEqual([1, 2]);
  });

  test('sees the request context and the annotations of the tool', async () => {
    const predicate = vi.fn((_input: unknown, { requestContext, annotations }: ApprovalContext) => {
      return requestContext.get('role') !== 'admin' && annotations.readOnlyHint !== true;
    });
    const as = (role: string) => ({ requestContext: new RequestContext({ role }) });
    expect(await waits(payTool(predicate), {}, as('guest'))).toBe(true);
    expect(await waits(payTool(predicate), {}, as('admin'))).toBe(false);
    expect(await waits(payTool(predicate, { readOnlyHint: true }), {}, as('guest'))).toBe(false);
  });

  test('may take its time', async () => {
    expect(await waits(payTool(async ({ amount }) => amount > 5))).toBe(true);
    expect(await waits(payTool(async ({ amount }) => amount > 9))).toBe(false);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('no such table: limits');
      },
    ],
    ['rejects', async () => Promise.reject(new Error('no such table: limits'))],
  ])('that %s has asked for approval, and is logged', async (_how, predicate) => {
    const { pay, execute } = payTool(predicate);
    const { agent, logger } = bench([calls('pay', {})], { pay });
    expect((await agent.generate('go')).waiting).toHaveLength(1);
    expect(execute).not.toHaveBeenCalled();
    expect(logger.records).toMatchObject([
      { level: 'error', message: expect.stringMatching(/"pay"/) },
    ]);
  });

  test.each([[undefined], [null], [0], ['']])('that answers %s has not said no', async (answer) => {
    // Callers without types can answer anything.
    expect(await waits(payTool((() => answer) as unknown as () => boolean))).toBe(true);
  });
});

describe('a predicate that hangs', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each(['tool', 'agent', 'run'])('has asked for approval in the end: %s', async (layer) => {
    const asked = signal();
    const hang = (): Promise<boolean> => {
      asked.resolve();
      return new Promise(() => undefined);
    };
    const { pay, execute } = payTool(layer === 'tool' ? hang : undefined);
    const options = {
      decisionTimeoutMs: 1_000,
      ...(layer === 'agent' ? { requireToolApproval: hang } : {}),
    };
    const { agent, logger } = bench([calls('pay', {})], { pay }, options);
    const running = agent.generate('go', layer === 'run' ? { requireToolApproval: hang } : {});
    await asked.promise;
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await running).waiting).toHaveLength(1);
    expect(execute).not.toHaveBeenCalled();
    expect(logger.records.map(({ level }) => level)).toEqual(['error']);
  });
});

describe('layers of rules', () => {
  const never = () => false;
  const always = () => true;

  test('a call that no layer asks about runs', async () => {
    expect(await waits(payTool())).toBe(false);
    const rules = { requireToolApproval: never };
    expect(await waits(payTool(never), rules, rules)).toBe(false);
    expect(await waits(payTool(false), { requireToolApproval: false })).toBe(false);
  });

  test.each([
    ['tool', true, never, false],
    ['tool’s predicate', always, false, never],
    ['agent', false, always, false],
    ['agent, flatly', never, true, never],
    ['run', false, never, always],
    ['run, flatly', never, false, true],
  ])('any one of them asks, and none switches it off: %s', async (_which, own, ofAgent, ofRun) => {
    const tool = payTool(own);
    expect(
      await waits(tool, { requireToolApproval: ofAgent }, { requireToolApproval: ofRun }),
    ).toBe(true);
  });

  test('a rule of agent or run knows the name, input, request context and annotations', async () => {
    const rule = vi.fn((_question: ApprovalQuestion) => false);
    const requestContext = new RequestContext({ tenant: 'north' });
    const tool = payTool(undefined, { idempotentHint: true });
    await waits(tool, { requireToolApproval: rule }, { requestContext });
    expect(rule).toHaveBeenCalledExactlyOnceWith({
      toolName: 'pay',
      input: { amount: 7 },
      annotations: { idempotentHint: true },
      requestContext: expect.any(RequestContext),
    });
    expect(rule.mock.calls[0]?.[0].requestContext.get('tenant')).toBe('north');
  });

  test.each([
    [undefined, true],
    [{}, true],
    [{ readOnlyHint: true }, false],
    [{ readOnlyHint: true, destructiveHint: true }, false],
    [{ destructiveHint: false }, false],
    [{ destructiveHint: true }, true],
    [{ readOnlyHint: false }, true],
    [{ idempotentHint: true, openWorldHint: false }, true],
  ])('"destructive" asks unless a hint says it need not: %j', async (annotations, expected) => {
    const rule = { requireToolApproval: 'destructive' } as const;
    expect(await waits(payTool(undefined, annotations), rule)).toBe(expected);
    expect(await waits(payTool(undefined, annotations), {}, rule)).toBe(expected);
  });
});

describe('the gate stands before a tool by whatever road it comes', () => {
  const run = async (options: Partial<AgentOptions>, given: GenerateOptions = {}) => {
    const { agent } = bench([calls('pay', {})], {}, options);
    return (await agent.generate('go', given)).waiting.map(({ toolName }) => toolName);
  };

  test('tools that depend on the request', async () => {
    const { pay } = payTool(true);
    expect(await run({ tools: async () => ({ pay }) })).toEqual(['pay']);
  });

  test('a toolset of one run, by its own rule too', async () => {
    expect(await run({}, { toolsets: { bank: { tools: { pay: payTool(true).pay } } } })).toEqual([
      'pay',
    ]);
    const bank = { tools: { pay: payTool().pay }, requireApproval: true };
    expect(await run({}, { toolsets: { bank } })).toEqual(['pay']);
  });

  test('a tool made from another with tool.with()', async () => {
    const { pay } = payTool(true);
    expect(await run({ tools: { pay: pay.with({ description: 'pays' }) } })).toEqual(['pay']);
    expect(await run({ tools: { pay: payTool().pay.with({ requireApproval: true }) } })).toEqual([
      'pay',
    ]);
  });

  test('a call whose input the provider does not stream', async () => {
    const { pay } = payTool(true);
    const call = { type: 'tool-call', toolCallId: 'c', toolName: 'pay', input: '{}' };
    const { agent } = bench([{ parts: [call], finishReason: 'tool-calls' }], { pay });
    expect(await (await agent.stream('go')).waiting).toHaveLength(1);
  });

  test('a tool that the model should have searched for', async () => {
    const { pay, execute } = payTool(true);
    const { agent } = bench([calls('pay', {}), 'Done.'], { pay }, { toolSearch: true });
    const { waiting, toolResults } = await agent.generate('go');
    expect(execute).not.toHaveBeenCalled();
    expect([...waiting, ...toolResults]).toHaveLength(1);
  });

  test('a client’s tool', async () => {
    const pay = createTool({ id: 'pay', inputSchema, requireApproval: true });
    expect(await run({ tools: { pay } })).toEqual(['pay']);
  });
});
