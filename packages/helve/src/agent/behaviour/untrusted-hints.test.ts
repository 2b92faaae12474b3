import { expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { ToolMcpProperties } from '../../tool/tool-annotations.ts';
import { dyingStore } from '../recover/dying-store-kit.ts';
import { bench, calls, lastResults, signal, turn } from './test-kit.ts';

const boasts: ToolMcpProperties = {
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
};
const untrusted: ToolMcpProperties = { ...boasts, trusted: false };

test.each([
  [boasts, 0],
  [untrusted, 1],
])("'destructive' asks for a tool whose hints are not trusted: %j", async (mcp, waits) => {
  const look = createTool({ id: 'look', mcp, execute: () => 'seen' });
  const { agent } = bench([calls('look', {}), 'Done.'], { look });
  const run = await agent.generate('go', { requireToolApproval: 'destructive' });
  expect(run.waiting).toHaveLength(waits);
});

test('rules, guards and policies are told cautious hints; the tool keeps those it was given', async () => {
  const look = createTool({ id: 'look', mcp: untrusted, execute: () => 'seen' });
  const beforeToolCall = vi.fn(() => undefined);
  const requireToolApproval = vi.fn(() => false);
  const { agent } = bench(
    [calls('look', {}), 'Done.'],
    { look },
    {
      hooks: { beforeToolCall },
      requireToolApproval,
      policy: [{ effect: 'deny', annotations: { readOnlyHint: true } }],
    },
  );
  expect((await agent.generate('go')).toolResults).toMatchObject([{ result: 'seen' }]);
  const annotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: false };
  expect(beforeToolCall).toHaveBeenCalledWith(
    expect.objectContaining({ annotations: expect.objectContaining(annotations) }),
  );
  expect(requireToolApproval).toHaveBeenCalledWith(
    expect.objectContaining({ annotations: expect.objectContaining(annotations) }),
  );
  expect(look.mcp?.annotations).toEqual(boasts.annotations);
});

test.each([
  [boasts, ['executed']],
  [untrusted, []],
])('it does not begin before the response has ended well: %j', async (mcp, begun) => {
  const order: string[] = [];
  const execute = (): string => {
    order.push('executed');
    return 'seen';
  };
  const look = createTool({ id: 'look', mcp, execute });
  // Breaks off behind the call: only an early start runs it.
  const broken = { ...calls('look', {}), text: 'Wait.', finishReason: 'length' } as const;
  const { agent } = bench([broken], { look });
  const { toolResults } = await agent.stream('go').then((stream) => stream.result);
  expect(order).toEqual(begun);
  expect(toolResults).toMatchObject([{ kind: 'error', code: 'RESPONSE_INCOMPLETE' }]);
});

test('the model is warned of its effects after a time-out', async () => {
  const look = createTool({
    id: 'look',
    mcp: untrusted,
    timeoutMs: 5,
    execute: () => new Promise<never>(() => undefined),
  });
  const { agent, model } = bench([calls('look', {}), 'Done.'], { look });
  await agent.generate('go');
  expect(lastResults(model)).toMatchObject([
    { output: { value: expect.stringContaining('may still occur') } },
  ]);
});

test.each([
  [boasts, 2],
  [untrusted, 1],
])('after a crash it is not run again: %j', async (mcp, times) => {
  const clock = { now: Date.now() };
  const shared = new MemoryStore({ now: () => clock.now });
  const hung = signal();
  const ran = vi.fn();
  const look = createTool({
    id: 'look',
    mcp,
    execute: () => {
      ran();
      if (ran.mock.calls.length > 1) return 'seen';
      hung.resolve();
      return new Promise<never>(() => undefined);
    },
  });
  const process = dyingStore(shared, Number.POSITIVE_INFINITY);
  const { agent, restart, model } = bench(
    [calls('look', {}), 'Done.'],
    { look },
    {
      store: process.store,
    },
  );
  agent.generate('go', { runId: 'r' }).catch(() => undefined);
  await hung.promise;
  await turn();
  process.kill();
  clock.now += 30_000;
  const next = restart({ store: shared });
  const { resumed } = await next.recover();
  await Promise.all(resumed.map((run) => run.result));
  expect(ran).toHaveBeenCalledTimes(times);
  expect(JSON.stringify(lastResults(model))).toContain(times === 2 ? 'seen' : 'outcome is unknown');
});
