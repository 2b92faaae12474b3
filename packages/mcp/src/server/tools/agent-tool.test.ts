import { createTool } from 'helve';
import { Agent } from 'helve/agent';
import { scriptedModel } from 'helve/testing';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { connect, ERAS, serverOf, textOf } from '../server-kit.ts';

function deskAgent() {
  const ran = vi.fn();
  const refund = createTool({
    id: 'refund',
    inputSchema: z.object({ order: z.string(), secret: z.string().default('s-1') }),
    requireApproval: true,
    resumeSchema: z.object({ amount: z.number() }),
    transform: {
      display: { input: ({ input }) => ({ order: input?.order }), suspend: () => 'How much?' },
    },
    execute: async ({ order }, { resumeData, suspend }) => {
      if (!resumeData) return suspend({ internal: 's-2' });
      ran(order, resumeData.amount);
      return `refunded ${resumeData.amount}`;
    },
  });
  const agent = new Agent({
    id: 'desk',
    name: 'Support desk',
    description: 'Helps with orders',
    model: scriptedModel([
      { toolCalls: [{ toolName: 'refund', input: { order: 'o-1' } }] },
      'It is done.',
    ]),
    tools: { refund },
  });
  return { agent, ran };
}

describe.each(ERAS)('a client of %s', (era) => {
  test('gives work to an agent, and its user is asked what the agent’s run waits for', async () => {
    const { agent, ran } = deskAgent();
    const asked: string[] = [];
    const client = await connect(serverOf({}, { agents: { desk: agent } }), {
      era,
      elicit: ({ message }) => {
        asked.push(message);
        return {
          action: 'accept',
          content: message.startsWith('May') ? { approve: true } : { amount: 5 },
        };
      },
    });
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([
      { name: 'agent-desk', title: 'Support desk', description: 'Helps with orders' },
    ]);
    const result = await client.callTool({
      name: 'agent-desk',
      arguments: { prompt: 'Refund order o-1.' },
    });
    expect(textOf(result)).toBe('It is done.');
    expect(ran).toHaveBeenCalledExactlyOnceWith('o-1', 5);
    expect(asked).toEqual(['May the tool "refund" run?\n\n{"order":"o-1"}', 'How much?']);
  });

  test('that cannot ask lets the agent go on without', async () => {
    const { agent, ran } = deskAgent();
    const client = await connect(serverOf({}, { agents: { desk: agent } }), { era });
    const result = await client.callTool({
      name: 'agent-desk',
      arguments: { prompt: 'Refund order o-1.' },
    });
    expect(textOf(result)).toBe('It is done.');
    expect(ran).not.toHaveBeenCalled();
  });
});

test('a question that nobody answers in time ends the run, and leaves nothing waiting', async () => {
  const { agent, ran } = deskAgent();
  const server = serverOf({}, { agents: { desk: agent }, state: { ttlMs: 50 } });
  const asked = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  const client = await connect(server, {
    elicit: async () => {
      asked.resolve();
      await late.promise;
      return { action: 'accept', content: { approve: true } };
    },
  });
  const prompt = 'Refund order o-1.';
  const calling = client.callTool({ name: 'agent-desk', arguments: { prompt } });
  await asked.promise;
  await vi.waitFor(async () => {
    expect((await agent.listSuspendedRuns()).runs).toEqual([]);
  });
  late.resolve();
  await expect(calling).rejects.toThrow('Invalid or expired requestState');
  expect(ran).not.toHaveBeenCalled();
});

test('an agent is given a prompt, and nothing else', async () => {
  const { agent } = deskAgent();
  const client = await connect(serverOf({}, { agents: { desk: agent } }));
  const result = await client.callTool({ name: 'agent-desk', arguments: { promt: 'x' } });
  expect(result.isError).toBe(true);
  expect(textOf(result)).toContain('prompt');
});

test('what is no agent is refused when the server is made', () => {
  // as a program without types may do
  const agents = { desk: {} } as unknown as { desk: Agent };
  expect(() => serverOf({}, { agents })).toThrow('agents.desk is not an agent');
});

test.each(['accept', 'decline'] as const)(
  'a user who comes too late (%s) does not answer what the call asks next',
  async (action) => {
    const answered = vi.fn();
    const survey = createTool({
      id: 'survey',
      suspendSchema: z.object({ question: z.number() }),
      resumeSchema: z.object({ size: z.number() }),
      execute: async (_input, { resumeData, suspendPayload, suspend }) => {
        if (!resumeData) return suspend({ question: 1 });
        answered(suspendPayload?.question, resumeData.size);
        return suspend({ question: 2 });
      },
    });
    const model = scriptedModel([{ toolCalls: [{ toolName: 'survey', input: {} }] }]);
    const agent = new Agent({ id: 'desk', model, tools: { survey } });
    const client = await connect(serverOf({}, { agents: { desk: agent } }), {
      elicit: async () => {
        const [run] = (await agent.listSuspendedRuns()).runs;
        const [wait] = run?.waiting ?? [];
        if (wait) await agent.resumeGenerate({ size: 7 }, { ...wait, by: 'ada' });
        return action === 'accept' ? { action, content: { size: 1 } } : { action };
      },
    });
    const result = await client.callTool({ name: 'agent-desk', arguments: { prompt: 'Ask.' } });
    expect(result.isError).toBe(true);
    expect(answered.mock.calls).toEqual([[1, 7]]);
    const { runs } = await agent.listSuspendedRuns();
    expect(runs[0]?.waiting).toMatchObject([{ payload: { question: 2 }, waitNumber: 2 }]);
  },
);
