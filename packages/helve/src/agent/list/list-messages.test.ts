import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { bench, calls, callsAll } from '../behaviour/test-kit.ts';

const inputSchema = z.object({ card: z.string() });
const script = [{ text: 'I will pay.', ...calls('pay', { card: 'card-one' }, 'c1') }, 'Paid.'];

const payTool = createTool({
  id: 'pay',
  inputSchema,
  requireApproval: true,
  resumeSchema: z.object({ code: z.string() }),
  execute: async (_input, { resumeData, suspend }) =>
    resumeData ? { receipt: 'secret-7' } : suspend({ token: 'secret-5' }),
});

const hiding = payTool.with({
  transform: {
    transcript: {
      input: () => ({ card: '****' }),
      output: () => 'paid',
      error: () => 'failed',
      suspend: () => 'enter the code',
      resume: () => 'a code',
    },
  },
});

/** The parts of the call as the transcript of a run shows it after each of its waits. */
async function shownOverTime(tool: typeof payTool) {
  const { agent, restart } = bench(script, { pay: tool });
  const { runId } = await agent.generate('Pay, please.');
  const shown = async (): Promise<unknown> => (await agent.listMessages({ runId }))[1]?.parts[1];
  const waits = await shown();
  const approval = { runId, toolCallId: 'c1', by: 'ada', reason: 'known' };
  await restart().approveToolCallGenerate(approval);
  const suspended = await shown();
  await restart().resumeGenerate({ code: 'secret-9' }, { runId });
  return { waits, suspended, ended: await shown(), runId, agent };
}

describe('the transcript of a run', () => {
  test('shows what was said, and each call with its state, at every moment', async () => {
    const { waits, suspended, ended, agent, runId } = await shownOverTime(payTool);
    const call = { type: 'tool', toolCallId: 'c1', toolName: 'pay', input: { card: 'card-one' } };
    const approval = { approved: true, by: 'ada', reason: 'known' };
    expect(waits).toEqual({ ...call, state: 'approval' });
    expect(suspended).toEqual({
      ...call,
      state: 'suspended',
      approval,
      suspendPayload: { token: 'secret-5' },
    });
    expect(ended).toEqual({ ...call, state: 'result', approval, output: { receipt: 'secret-7' } });
    const said = (await agent.listMessages({ runId })).map(({ role, parts }) => [role, parts[0]]);
    expect(said).toEqual([
      ['user', { type: 'text', text: 'Pay, please.' }],
      ['assistant', { type: 'text', text: 'I will pay.' }],
      ['assistant', { type: 'text', text: 'Paid.' }],
    ]);
  });

  test('holds projections only, of a tool that makes them, at every moment', async () => {
    const { waits, suspended, ended, agent, runId } = await shownOverTime(hiding);
    const call = { type: 'tool', toolCallId: 'c1', toolName: 'pay', input: { card: '****' } };
    expect(waits).toEqual({ ...call, state: 'approval' });
    expect(suspended).toMatchObject({ ...call, suspendPayload: 'enter the code' });
    expect(ended).toMatchObject({ ...call, state: 'result', output: 'paid', resumeData: 'a code' });
    expect(JSON.stringify(await agent.listMessages({ runId }))).not.toMatch(/card-one|secret/);
  });

  test('shows the end of a call that failed, in words that are for people', async () => {
    const fail = createTool({
      id: 'fail',
      execute: async () => {
        throw new Error('no route to host');
      },
    });
    const { agent } = bench([callsAll(['fail', 'f'], ['nobody', 'n']), 'Sorry.'], { fail });
    const { runId } = await agent.generate('go');
    expect((await agent.listMessages({ runId }))[1]?.parts).toMatchObject([
      { toolCallId: 'f', state: 'error', error: { message: 'no route to host' } },
      { toolCallId: 'n', state: 'error', error: { message: expect.stringContaining('nobody') } },
    ]);
  });

  test('leaves out the orders to the model and what stands for results in its history', async () => {
    const { agent } = bench([calls('pay', { card: '1' }), 'Fine.'], { pay: payTool });
    const { runId } = await agent.generate(
      [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Pay.' },
      ],
      { instructions: 'Obey.' },
    );
    const messages = await agent.listMessages({ runId });
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(JSON.stringify(messages)).not.toMatch(/Be brief|Obey|waiting for approval/);
  });

  test('is the same in another process', async () => {
    const { agent, restart } = bench(script, { pay: hiding });
    const { runId } = await agent.generate('go');
    expect(await restart().listMessages({ runId })).toEqual(await agent.listMessages({ runId }));
  });

  test('of a run that the agent does not have is an error', async () => {
    const { agent } = bench([], {});
    await expect(agent.listMessages({ runId: 'nowhere' })).rejects.toMatchObject({
      code: 'RUN_NOT_FOUND',
      message: expect.stringContaining('"nowhere"'),
    });
  });
});
