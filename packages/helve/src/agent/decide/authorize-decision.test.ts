import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { RequestContext } from '../../tool/request-context.ts';
import { Agent } from '../agent.ts';
import { recordingLogger } from '../behaviour/run-kit.ts';
import { bench, callsAll } from '../behaviour/test-kit.ts';
import type { AuthorizeDecision } from './decision-question.ts';

const ran = vi.fn();
const pay = createTool({
  id: 'pay',
  inputSchema: z.object({ amount: z.number() }),
  requireApproval: true,
  execute: async ({ amount }) => ran(amount),
});
const ask = createTool({
  id: 'ask',
  execute: async (_input, { resumeData, suspend }) => resumeData ?? suspend({ q: 'where?' }),
});
const script = [callsAll(['pay', 'p', { amount: 5 }], ['ask', 'a']), 'Done.'];

const as = (role: string): RequestContext => new RequestContext({ role });
const bosses: AuthorizeDecision = ({ requestContext }) => requestContext.get('role') === 'boss';

async function waiting(authorizeDecision: AuthorizeDecision, extra: object = {}) {
  ran.mockClear();
  const kit = bench(script, { pay, ask }, { authorizeDecision, ...extra });
  // The run's own context is no decider's.
  await kit.agent.generate('Go.', {
    runId: 'r',
    requestContext: as('boss'),
    memory: { thread: 't', resource: 'ada' },
  });
  return kit;
}

const REFUSED = { code: 'DECISION_NOT_AUTHORIZED' };

describe('whoever may not decide', () => {
  test('changes nothing, and who may decides after that', async () => {
    const { agent, store } = await waiting(bosses);
    const before = await store.loadCalls('r');
    const p = { runId: 'r', toolCallId: 'p' };
    const a = { runId: 'r', toolCallId: 'a' };
    for (const context of [{}, { requestContext: as('clerk') }]) {
      await expect(agent.approveToolCall({ ...p, ...context })).rejects.toMatchObject(REFUSED);
      await expect(agent.declineToolCall({ ...p, ...context })).rejects.toMatchObject(REFUSED);
      await expect(agent.resumeGenerate('Oslo', { ...a, ...context })).rejects.toMatchObject(
        REFUSED,
      );
    }
    expect(await store.loadCalls('r')).toEqual(before);
    expect(await store.loadDecisions('r')).toEqual([]);
    expect(await store.loadRun('r')).toMatchObject({ state: 'waiting' });
    await agent.approveToolCallGenerate({ ...p, requestContext: as('boss') });
    expect(ran).toHaveBeenCalledExactlyOnceWith(5);
  });

  test('is whoever the function does not say true of: it may throw, hang, or say something else', async () => {
    const says: readonly AuthorizeDecision[] = [
      () => {
        throw new Error('no idea');
      },
      () => new Promise(() => undefined),
      () => Object('yes'),
      async () => false,
    ];
    for (const authorizeDecision of says) {
      const { agent } = await waiting(authorizeDecision, { decisionTimeoutMs: 10 });
      const decided = agent.approveToolCall({ runId: 'r', toolCallId: 'p' });
      await expect(decided).rejects.toMatchObject(REFUSED);
    }
    expect(ran).not.toHaveBeenCalled();
  });
});

test('is asked about the call and the decision, and can change neither', async () => {
  const asked = vi.fn<AuthorizeDecision>(({ call }) => {
    Object.assign(Object(call.input), { amount: 1_000_000 });
    return true;
  });
  const { agent } = await waiting(asked);
  const requestContext = as('clerk');
  const decision = { by: 'ada', reason: 'fine', requestContext };
  await agent.approveToolCallGenerate({ runId: 'r', toolCallId: 'p', ...decision });
  expect(ran).toHaveBeenCalledExactlyOnceWith(5);
  expect(asked.mock.calls).toMatchObject([
    [
      {
        call: {
          runId: 'r',
          toolCallId: 'p',
          toolName: 'pay',
          agentId: 'desk',
          threadId: 't',
          resourceId: 'ada',
          kind: 'approval',
        },
        decision: { kind: 'approve', by: 'ada', reason: 'fine' },
        requestContext,
      },
    ],
  ]);
});

test('a context that the agent restores for the run is not the one of whoever decides', async () => {
  const asked = vi.fn(bosses);
  const { agent } = await waiting(asked, { restoreRequestContext: () => as('boss') });
  const decided = agent.approveToolCall({ runId: 'r', toolCallId: 'p' });
  await expect(decided).rejects.toMatchObject(REFUSED);
  expect(asked.mock.calls[0]?.[0].requestContext.size).toBe(0);
});

describe('a list of what waits', () => {
  test('shows a request only the calls that it may see', async () => {
    const { agent } = await waiting(
      ({ call, decision, requestContext }) =>
        decision.kind === 'view' && requestContext.get('role') === call.toolName,
    );
    const seen = async (context: object): Promise<readonly string[]> => {
      const { runs } = await agent.listSuspendedRuns(context);
      return runs.flatMap((run) => run.waiting.map(({ toolName }) => toolName));
    };
    expect(await seen({ requestContext: as('ask') })).toEqual(['ask']);
    expect(await seen({ requestContext: as('ask'), toolName: 'pay' })).toEqual([]);
    const nobody = await agent.listSuspendedRuns({ requestContext: as('nobody') });
    expect(nobody.runs).toEqual([]);
    // The host's own code, which says nothing of anybody.
    expect(await seen({})).toEqual(['pay', 'ask']);
  });
});

test('a call of a sub-agent is for those who may decide at every agent above it, and at its own', async () => {
  const below = new Agent({
    id: 'below',
    model: scriptedModel([callsAll(['pay', 'p', { amount: 3 }]), 'Paid.']),
    tools: { pay },
    authorizeDecision: ({ requestContext }) => requestContext.has('low'),
  });
  const top = new Agent({
    id: 'top',
    model: scriptedModel([callsAll(['agent-below', 'd', { prompt: 'Pay.' }]), 'Done.']),
    agents: { below },
    store: new MemoryStore(),
    logger: recordingLogger(),
    authorizeDecision: ({ requestContext }) => requestContext.has('high'),
  });
  ran.mockClear();
  const { waiting: waits } = await top.generate('Go.');
  const [wait] = waits;
  if (!wait) throw new Error('Nothing waits.');
  const decide = (values: object) =>
    top.approveToolCallGenerate({ ...wait, requestContext: new RequestContext({ ...values }) });
  await expect(decide({ low: 1 })).rejects.toMatchObject(REFUSED);
  await expect(decide({ high: 1 })).rejects.toMatchObject(REFUSED);
  const list = (values: object) =>
    top.listSuspendedRuns({ requestContext: new RequestContext({ ...values }) });
  expect((await list({ high: 1 })).runs).toEqual([]);
  expect((await list({ high: 1, low: 1 })).runs).toHaveLength(1);
  expect(await decide({ high: 1, low: 1 })).toMatchObject({ text: 'Done.' });
  const { decisions } = await top.listDecisions();
  expect(decisions).toMatchObject([{ kind: 'approve', toolName: 'pay', runId: wait.runId }]);
});
