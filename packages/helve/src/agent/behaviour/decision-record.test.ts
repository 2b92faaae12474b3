import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { callDigest } from '../../call/digest.ts';
import { bench, calls } from './test-kit.ts';

const NOW = Date.UTC(2026, 1, 3, 4, 5, 6);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

const inputSchema = z.object({ card: z.string(), amount: z.number().default(7) });
const script = [calls('pay', { card: 'card-one' }, 'c1'), 'Done.'];

function payTool(hidden: boolean) {
  return createTool({
    id: 'pay',
    inputSchema,
    requireApproval: true,
    resumeSchema: z.object({ code: z.string() }),
    execute: async (_input, { resumeData, suspend }) =>
      resumeData ? { paid: true } : suspend({ secret: 'token' }),
    ...(hidden
      ? {
          transform: {
            display: {
              input: () => ({ card: '****' }),
              approval: () => 'pay with ****',
              suspend: () => 'enter the code',
            },
          },
        }
      : {}),
  });
}

describe('a decision is recorded', () => {
  test('with who, when, why, and the digest of what was approved', async () => {
    const { agent, store } = bench(script, { pay: payTool(false) });
    const { runId } = await agent.generate('go');
    const decision = { runId, toolCallId: 'c1', by: 'ada@example.com', reason: 'known card' };
    await agent.approveToolCallGenerate(decision);
    const digest = await callDigest('pay', { card: 'card-one' }, { card: 'card-one', amount: 7 });
    const record = {
      runId,
      toolCallId: 'c1',
      toolName: 'pay',
      waitNumber: 1,
      kind: 'approve',
      digest,
      shown: { card: 'card-one' },
      askedBy: [{ source: 'tool' }],
      by: 'ada@example.com',
      reason: 'known card',
      at: NOW,
    };
    expect(await store.loadDecisions(runId)).toEqual([record]);
    expect((await store.loadCall(runId, 'c1'))?.decision).toEqual(record);
  });

  test('with the projection that the person was shown, never the raw payload', async () => {
    const { agent, store } = bench(script, { pay: payTool(true) });
    const { runId } = await agent.generate('go');
    await agent.approveToolCallGenerate({ runId, toolCallId: 'c1' });
    await agent.resumeGenerate({ code: '123' }, { runId, by: 'bob' });
    const decisions = await store.loadDecisions(runId);
    expect(decisions).toMatchObject([
      { kind: 'approve', shown: 'pay with ****' },
      { kind: 'resume', shown: 'enter the code', by: 'bob', at: NOW },
    ]);
    expect(JSON.stringify(decisions)).not.toMatch(/card-one|token/);
  });

  test('where no form was made for approvals, with that of the input', async () => {
    const pay = payTool(true).with({ transform: { display: { input: () => '****' } } });
    const { agent, store } = bench(script, { pay });
    const { runId } = await agent.generate('go');
    await agent.declineToolCallGenerate({ runId, toolCallId: 'c1', by: 'ada', reason: 'no' });
    const decisions = await store.loadDecisions(runId);
    expect(decisions).toMatchObject([{ kind: 'decline', shown: '****', by: 'ada', reason: 'no' }]);
    expect(JSON.stringify(decisions)).not.toMatch(/card-one/);
  });

  test('without a name or a reason where none was given', async () => {
    const { agent, store } = bench(script, { pay: payTool(false) });
    const { runId } = await agent.generate('go');
    await agent.approveToolCallGenerate({ runId, toolCallId: 'c1' });
    const [decision] = await store.loadDecisions(runId);
    expect(Object.keys(decision ?? {}).sort()).toEqual(
      [
        'askedBy',
        'at',
        'digest',
        'kind',
        'runId',
        'shown',
        'toolCallId',
        'toolName',
        'waitNumber',
      ].sort(),
    );
  });

  test('once, whatever was tried before and after', async () => {
    const { agent, store } = bench(script, { pay: payTool(false) });
    const { runId } = await agent.generate('go');
    const reference = { runId, toolCallId: 'c1' };
    await agent.approveToolCall({ ...reference, input: { card: 1 } }).catch(() => undefined);
    await agent.approveToolCallGenerate(reference);
    await agent.approveToolCall(reference).catch(() => undefined);
    expect(await store.loadDecisions(runId)).toHaveLength(1);
  });
});

describe('the digest of a waiting call', () => {
  test('is there before anyone decides, and differs for every other call', async () => {
    const digests = new Set<string | undefined>();
    for (const input of [
      { card: 'card-one' },
      { card: 'card-two' },
      { card: 'card-one', amount: 8 },
    ]) {
      const { agent, store } = bench([calls('pay', input, 'c1')], { pay: payTool(false) });
      const { runId } = await agent.generate('go');
      digests.add((await store.loadCall(runId, 'c1'))?.digest);
    }
    const { agent, store } = bench([calls('pay2', { card: 'card-one' }, 'c1')], {
      pay2: payTool(false),
    });
    const { runId } = await agent.generate('go');
    digests.add((await store.loadCall(runId, 'c1'))?.digest);
    expect(digests.size).toBe(4);
    expect(digests).not.toContain(undefined);
  });

  test('does not depend on the order in which a model writes the fields', async () => {
    const digests: unknown[] = [];
    for (const text of ['{"card":"card-one","amount":7}', '{"amount":7,"card":"card-one"}']) {
      const { agent, store } = bench([calls('pay', text, 'c1')], { pay: payTool(false) });
      const { runId } = await agent.generate('go');
      digests.push((await store.loadCall(runId, 'c1'))?.digest);
    }
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(digests[0]).toBe(digests[1]);
  });

  test('is not made for calls that do not wait', async () => {
    const running: unknown[] = [];
    const free = createTool({
      id: 'free',
      inputSchema,
      execute: async (_input, { runId, toolCallId }) => {
        running.push(await store.loadCall(runId, toolCallId));
      },
    });
    const { agent, store } = bench([calls('free', { card: 'card-one' }, 'c1'), 'Done.'], { free });
    await agent.generate('go');
    expect(running).toHaveLength(1);
    expect(running[0]).not.toHaveProperty('digest');
  });
});

describe('once a call has settled', () => {
  test('its record holds no input, payload or answer any more', async () => {
    const { agent, store } = bench(script, { pay: payTool(true) });
    const { runId } = await agent.generate('go');
    await agent.approveToolCallGenerate({ runId, toolCallId: 'c1' });
    expect(await store.loadCall(runId, 'c1')).toMatchObject({
      acceptedInput: { card: 'card-one' },
      suspendPayload: { secret: 'token' },
    });
    await agent.resumeGenerate({ code: 'the-code' }, { runId });
    const settled = await store.loadCall(runId, 'c1');
    expect(settled).toMatchObject({ state: 'settled', attempts: 2 });
    for (const raw of ['acceptedInput', 'parsedInput', 'suspendPayload', 'resumeData']) {
      expect(settled).not.toHaveProperty(raw);
    }
    expect(JSON.stringify(settled?.decision)).not.toMatch(/the-code|token|card-one/);
  });
});
