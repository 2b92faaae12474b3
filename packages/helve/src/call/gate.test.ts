import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { ToolAnnotations } from '../tool/tool-annotations.ts';
import type { CheckedCall } from './call.ts';
import type { ApprovalRule, CallRuntime } from './call-runtime.ts';
import { createTool } from './create-tool.ts';
import { whoAsks } from './gate.ts';
import { testCall, testRuntime, throwing } from './test-runtime.ts';

const plain = createTool({ id: 't' });

/** Whether anybody wants approval of `call`. */
async function needsApproval(call: CheckedCall, runtime: CallRuntime): Promise<boolean> {
  return (await whoAsks(call, runtime, [])).length > 0;
}

function agentRules(...rules: readonly ApprovalRule[]): CallRuntime['approvalRules'] {
  return rules.map((rule) => ({ source: 'agent', rule }));
}

describe('a call must be approved', () => {
  test.each([
    [undefined, [], false],
    [false, [], false],
    [true, [], true],
    [false, [true], true],
    [true, [false], true],
    [undefined, [false, false], false],
    [undefined, [false, true], true],
  ] as const)(
    'if the tool (%j) or any other rule (%j) says so, and none switches another off: %j',
    async (own, approvalRules, required) => {
      const tool = plain.with(own === undefined ? {} : { requireApproval: own });
      expect(
        await needsApproval(
          testCall(tool),
          testRuntime({ approvalRules: agentRules(...approvalRules) }),
        ),
      ).toBe(required);
    },
  );

  test('if a predicate of the tool says so, which knows input, context and hints', async () => {
    const requireApproval = vi.fn(async () => true);
    const annotations = { destructiveHint: true };
    const tool = createTool({
      id: 't',
      inputSchema: z.object({ n: z.number() }),
      mcp: { annotations },
      requireApproval,
    });
    const call = testCall(tool, { n: 7 });
    expect(await needsApproval(call, testRuntime())).toBe(true);
    const { requestContext } = call;
    expect(requireApproval).toHaveBeenCalledExactlyOnceWith(
      { n: 7 },
      { requestContext, annotations },
    );
  });

  test('if a rule beside the tool says so, which also knows the name', async () => {
    const rule = vi.fn(() => true);
    const call = testCall(plain, { n: 7 });
    expect(await needsApproval(call, testRuntime({ approvalRules: agentRules(rule) }))).toBe(true);
    const { requestContext } = call;
    expect(rule).toHaveBeenCalledExactlyOnceWith({
      toolName: 'tool',
      input: { n: 7 },
      requestContext,
      annotations: {},
    });
  });

  const unclear: Readonly<Record<string, () => unknown>> = {
    throws: throwing(new Error('no idea')),
    'throws nothing': throwing(undefined),
    rejects: () => Promise.reject(new Error('no idea')),
    hangs: () => new Promise(() => undefined),
    'says nothing': () => undefined,
    'says null': () => null,
    'says 0': () => 0,
    'says an empty text': async () => '',
    'gives a value that cannot be awaited': () =>
      Object.defineProperty({}, 'then', {
        get() {
          throw new Error('no');
        },
      }),
  };

  test.each(Object.entries(unclear))(
    'if a predicate %s: only a plain no is a no',
    async (_, ask) => {
      // what callers without types may write
      const predicate = ask as () => boolean;
      const runtime = () => testRuntime({ decisionTimeoutMs: 1 });
      const own = testCall(plain.with({ requireApproval: predicate }));
      expect(await needsApproval(own, runtime())).toBe(true);
      const rules = { ...runtime(), approvalRules: agentRules(predicate) };
      expect(await needsApproval(testCall(plain), rules)).toBe(true);
    },
  );

  test('and a failing predicate is logged', async () => {
    const runtime = testRuntime();
    const tool = plain.with({ requireApproval: () => Promise.reject(new Error('no idea')) });
    await needsApproval(testCall(tool), runtime);
    expect(runtime.logged).toMatchObject([{ level: 'error', details: { toolCallId: 'call-1' } }]);
  });

  test('where the run is aborted before a predicate has answered, which is no failure', async () => {
    const controller = new AbortController();
    const runtime = testRuntime({ abortSignal: controller.signal, decisionTimeoutMs: 60_000 });
    const tool = plain.with({ requireApproval: () => new Promise<boolean>(() => undefined) });
    const asking = needsApproval(testCall(tool), runtime);
    controller.abort();
    expect(await asking).toBe(true);
    expect(runtime.logged).toEqual([]);
  });
});

test.each<[ToolAnnotations | undefined, boolean]>([
  [undefined, true],
  [{}, true],
  [{ readOnlyHint: false }, true],
  [{ destructiveHint: true }, true],
  [{ readOnlyHint: true }, false],
  [{ destructiveHint: false }, false],
  [{ readOnlyHint: true, destructiveHint: true }, false],
])("the rule 'destructive' asks for a tool with the hints %j: %j", async (annotations, asks) => {
  const tool = createTool({ id: 't', mcp: annotations ? { annotations } : {} });
  const runtime = testRuntime({ approvalRules: agentRules('destructive') });
  expect(await needsApproval(testCall(tool), runtime)).toBe(asks);
  const untrusted = tool.with({ mcp: { ...tool.mcp, trusted: false } });
  expect(await needsApproval(testCall(untrusted), runtime)).toBe(true);
});

describe('whoever asks for an approval is named', () => {
  const rule = () => true;

  test('all that ask without being asked, and no function after that', async () => {
    const later = vi.fn(rule);
    const runtime = testRuntime({
      approvalRules: [
        { source: 'agent', rule: true },
        { source: 'toolset', toolset: 'shop', rule: 'destructive' },
        { source: 'run', rule: later },
      ],
    });
    const verdict = { layer: 'agent', rule: 2, id: 'big-refunds' } as const;
    const verdicts = [
      { ...verdict, effect: 'ask' },
      { layer: 'run', effect: 'allow' },
    ] as const;
    const call = testCall(plain.with({ requireApproval: true }));
    expect(await whoAsks(call, runtime, verdicts)).toEqual([
      { source: 'policy', ...verdict },
      { source: 'tool' },
      { source: 'agent' },
      { source: 'toolset', toolset: 'shop' },
    ]);
    expect(later).not.toHaveBeenCalled();
  });

  test('the first function that wants one, and whether it only failed to answer', async () => {
    const approvalRules = [{ source: 'run', rule: throwing(new Error('no')) }] as const;
    expect(await whoAsks(testCall(plain), testRuntime({ approvalRules }), [])).toEqual([
      { source: 'run', failed: true },
    ]);
    const tool = plain.with({ requireApproval: rule });
    expect(await whoAsks(testCall(tool), testRuntime({ approvalRules }), [])).toEqual([
      { source: 'tool' },
    ]);
  });
});
