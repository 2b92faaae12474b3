import { expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { bench, callsAll } from '../behaviour/test-kit.ts';

const pay = createTool({
  id: 'pay',
  requireApproval: true,
  transform: { display: { approval: () => 'a payment' } },
  execute: async () => 'paid',
});
const script = [callsAll(['pay', 'p', { secret: 1 }]), 'Done.', callsAll(['pay', 'q']), 'Done.'];

test('every decision is listed with what was shown, who made it, when and why', async () => {
  const { agent, restart } = bench(script, { pay });
  await agent.generate('Go.', { runId: 'one', memory: { thread: 't', resource: 'ada' } });
  await agent.approveToolCallGenerate({ runId: 'one', toolCallId: 'p', by: 'bob', reason: 'ok' });
  await agent.generate('Go.', { runId: 'two' });
  await agent.declineToolCallGenerate({ runId: 'two', toolCallId: 'q', by: 'eve' });

  const approval = {
    runId: 'one',
    toolCallId: 'p',
    kind: 'approve',
    shown: 'a payment',
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    by: 'bob',
    reason: 'ok',
    at: expect.any(Number),
  };
  const refusal = { runId: 'two', kind: 'decline', by: 'eve' };
  const later = restart();
  expect(await later.listDecisions()).toMatchObject({ decisions: [approval, refusal] });
  expect(JSON.stringify(await later.listDecisions())).not.toContain('secret');
  for (const of of [{ runId: 'one' }, { threadId: 't' }, { resourceId: 'ada' }]) {
    expect(await later.listDecisions(of)).toMatchObject({ decisions: [approval] });
  }
  const { decisions, cursor } = await later.listDecisions({ limit: 1 });
  expect(decisions).toMatchObject([approval]);
  expect(await later.listDecisions(cursor === undefined ? {} : { cursor })).toMatchObject({
    decisions: [refusal],
  });
});

test('there are none of a run that is not there, or of another agent', async () => {
  const { agent, restart } = bench(script, { pay });
  await agent.generate('Go.', { runId: 'one' });
  for (const who of [agent, restart({ id: 'other' })]) {
    const runId = who === agent ? 'nine' : 'one';
    await expect(who.listDecisions({ runId })).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
  }
  expect(await restart({ id: 'other' }).listDecisions()).toEqual({ decisions: [] });
  await expect(agent.listDecisions({ runId: 'one', threadId: 't' })).rejects.toThrow('alone');
});
