import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { AlreadyDecidedError, CallNotWaitingError, RunNotFoundError } from '../agent-errors.ts';
import type { Bench } from './test-kit.ts';
import { bench, callsAll, signal } from './test-kit.ts';

const run = vi.fn(async () => ({ ok: true }));
const tools = {
  refund: createTool({ id: 'refund', requireApproval: true, execute: run }),
  ask: createTool({
    id: 'ask',
    resumeSchema: z.object({ city: z.string() }),
    execute: async (_input, { resumeData, suspend }) => resumeData ?? suspend({ q: 'where?' }),
  }),
};

/** A run in which the call `r` waits for approval and `s` for an answer. */
async function waitingRun(): Promise<Bench & { readonly runId: string }> {
  run.mockClear();
  const made = bench([callsAll(['refund', 'r'], ['ask', 's']), 'Done.'], tools);
  const { runId } = await made.agent.generate('go');
  return { ...made, runId };
}

const pendingBoth =
  /Pending: "r" of "refund" waits for approval.*; "s" of "ask" waits for an answer/;

describe('a decision on a call that does not wait', () => {
  test('names what is pending, and approves nothing in its place', async () => {
    const { agent, runId } = await waitingRun();
    for (const decision of [
      agent.approveToolCall({ runId, toolCallId: 'stale' }),
      agent.declineToolCall({ runId, toolCallId: 'stale' }),
      agent.resumeStream({ city: 'Oslo' }, { runId, toolCallId: 'stale' }),
      agent.addToolResult({ runId, toolCallId: 'stale', result: 1 }),
    ]) {
      const error = await decision.catch((reason: unknown) => reason);
      expect(CallNotWaitingError.isInstance(error)).toBe(true);
      expect(error).toMatchObject({ message: expect.stringMatching(/no call "stale"/) });
      expect(error).toMatchObject({ message: expect.stringMatching(pendingBoth) });
    }
    expect(run).not.toHaveBeenCalled();
    const { runs } = await agent.listSuspendedRuns();
    expect(runs[0]?.waiting).toHaveLength(2);
  });

  test('of the wrong kind names what the call waits for', async () => {
    const { agent, runId } = await waitingRun();
    await expect(agent.approveToolCall({ runId, toolCallId: 's' })).rejects.toMatchObject({
      code: 'CALL_NOT_WAITING',
      message: expect.stringMatching(/"s" of "ask" waits for an answer \(resumeStream/),
    });
    await expect(
      agent.resumeStream({ city: 'x' }, { runId, toolCallId: 'r' }),
    ).rejects.toMatchObject({
      message: expect.stringMatching(/"r" of "refund" waits for approval \(approveToolCall/),
    });
    await expect(agent.addToolResult({ runId, toolCallId: 'r', result: 1 })).rejects.toMatchObject({
      code: 'CALL_NOT_WAITING',
    });
    expect(run).not.toHaveBeenCalled();
  });

  test('with the id of a waiting call of another run is on neither', async () => {
    const { agent, runId } = await waitingRun();
    const made = bench([callsAll(['refund', 'only-here'])], tools);
    const { runId: other } = await made.agent.generate('go');
    await expect(agent.approveToolCall({ runId, toolCallId: 'only-here' })).rejects.toMatchObject({
      code: 'CALL_NOT_WAITING',
    });
    const error = await agent
      .approveToolCall({ runId: other, toolCallId: 'only-here' })
      .catch((reason: unknown) => reason);
    expect(RunNotFoundError.isInstance(error)).toBe(true);
    expect(run).not.toHaveBeenCalled();
  });

  test('while its tool is running, says so', async () => {
    const entered = signal();
    const finish = signal();
    const slow = createTool({
      id: 'slow',
      execute: async () => {
        entered.resolve();
        await finish.promise;
      },
    });
    const { agent } = bench([callsAll(['slow', 'x']), 'Done.'], { slow });
    const running = agent.generate('go', { runId: 'run-1' });
    await entered.promise;
    await expect(agent.approveToolCall({ runId: 'run-1', toolCallId: 'x' })).rejects.toMatchObject({
      code: 'CALL_NOT_WAITING',
      message: expect.stringMatching(/"x" of "slow" is running/),
    });
    finish.resolve();
    expect(await running).toMatchObject({ text: 'Done.' });
  });

  test('of a run that has ended says that nothing is pending', async () => {
    const { agent } = bench([callsAll(['free', 'f']), 'Done.'], {
      free: createTool({ id: 'free', execute: async () => ({}) }),
    });
    const { runId } = await agent.generate('go');
    await expect(agent.approveToolCall({ runId, toolCallId: 'f' })).rejects.toMatchObject({
      code: 'CALL_NOT_WAITING',
      message: expect.stringMatching(/"f" of "free" has ended\. Nothing is pending/),
    });
  });

  test('on a run of another agent is told of no such run', async () => {
    const { runId, restart } = await waitingRun();
    const stranger = restart({ id: 'stranger' });
    for (const decision of [
      stranger.approveToolCall({ runId, toolCallId: 'r' }),
      stranger.declineToolCall({ runId, toolCallId: 'r' }),
      stranger.resumeStream({ city: 'x' }, { runId }),
      stranger.listMessages({ runId }),
    ]) {
      await expect(decision).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
    }
  });

  test.each(['__proto__', 'constructor', ''])('with the odd id "%s" is on nothing', async (id) => {
    const { agent, runId } = await waitingRun();
    await expect(agent.approveToolCall({ runId, toolCallId: id })).rejects.toMatchObject({
      code: 'CALL_NOT_WAITING',
    });
    await expect(agent.approveToolCall({ runId: id, toolCallId: 'r' })).rejects.toMatchObject({
      code: 'RUN_NOT_FOUND',
    });
  });
});

describe('a second decision on a call', () => {
  test('names the first: who, what, when and why', async () => {
    const { agent, runId } = await waitingRun();
    const first = { runId, toolCallId: 'r', by: 'ada', reason: 'a good customer' };
    await agent.approveToolCallGenerate(first);
    for (const second of [
      agent.declineToolCall({ runId, toolCallId: 'r', by: 'bob' }),
      agent.approveToolCall({ runId, toolCallId: 'r', by: 'bob' }),
    ]) {
      const error = await second.catch((reason: unknown) => reason);
      expect(AlreadyDecidedError.isInstance(error)).toBe(true);
      expect(error).toMatchObject({
        message: expect.stringMatching(
          /"r" of "refund" was approved by ada at \d{4}-\d\d.*a good customer/,
        ),
      });
    }
    expect(run).toHaveBeenCalledOnce();
  });

  test('after a decline approves nothing', async () => {
    const { agent, runId } = await waitingRun();
    await agent.declineToolCallGenerate({ runId, toolCallId: 'r', by: 'ada' });
    await expect(agent.approveToolCall({ runId, toolCallId: 'r' })).rejects.toMatchObject({
      code: 'ALREADY_DECIDED',
      message: expect.stringMatching(/declined by ada/),
    });
    expect(run).not.toHaveBeenCalled();
  });

  test('after an answer changes nothing', async () => {
    const { agent, runId } = await waitingRun();
    await agent.resumeGenerate({ city: 'Oslo' }, { runId, toolCallId: 's', by: 'ada' });
    await expect(
      agent.resumeStream({ city: 'Bergen' }, { runId, toolCallId: 's' }),
    ).rejects.toMatchObject({
      code: 'ALREADY_DECIDED',
      message: expect.stringMatching(/answered by ada/),
    });
  });

  test('is told of the first after a restart and after the end of the run', async () => {
    const { agent, runId, restart } = await waitingRun();
    await agent.approveToolCallGenerate({ runId, toolCallId: 'r', by: 'ada' });
    await agent.resumeGenerate({ city: 'Oslo' }, { runId });
    await expect(restart().declineToolCall({ runId, toolCallId: 'r' })).rejects.toMatchObject({
      code: 'ALREADY_DECIDED',
      message: expect.stringMatching(/approved by ada/),
    });
  });

  test('on an approved call that then suspended names the approval', async () => {
    const gatedAsk = tools.ask.with({ requireApproval: true });
    const { agent } = bench([callsAll(['ask', 's']), 'Done.'], { ask: gatedAsk });
    const { runId } = await agent.generate('go');
    await agent.approveToolCallGenerate({ runId, toolCallId: 's', by: 'ada' });
    await expect(
      agent.approveToolCall({ runId, toolCallId: 's', by: 'bob' }),
    ).rejects.toMatchObject({
      message: expect.stringMatching(/approved by ada|waits for an answer/),
    });
    expect((await agent.listSuspendedRuns()).runs[0]?.waiting).toMatchObject([
      { kind: 'suspension', toolCallId: 's' },
    ]);
  });

  test('on a call that a new message superseded says so', async () => {
    const script = [callsAll(['refund', 'r']), 'Something else, then.'];
    const { agent } = bench(script, tools, { whenMessaged: 'supersede' });
    const memory = { thread: 'thread-1' };
    const { runId } = await agent.generate('Refund it.', { memory });
    await agent.generate('No, wait.', { memory });
    await expect(agent.approveToolCall({ runId, toolCallId: 'r' })).rejects.toMatchObject({
      code: 'ALREADY_DECIDED',
      message: expect.stringMatching(/"r" of "refund" was declined.*superseded/),
    });
  });
});

describe('an answer that names no call', () => {
  test('goes to the one that is suspended', async () => {
    const { agent, runId } = await waitingRun();
    const { toolResults } = await agent.resumeGenerate({ city: 'Oslo' }, { runId });
    expect(toolResults).toMatchObject([{ toolCallId: 's', result: { city: 'Oslo' } }]);
  });

  test('is refused where several are suspended, and they are named', async () => {
    const { agent } = bench([callsAll(['ask', 's1'], ['ask', 's2'])], tools);
    const { runId } = await agent.generate('go');
    await expect(agent.resumeStream({ city: 'Oslo' }, { runId })).rejects.toMatchObject({
      code: 'CALL_NOT_WAITING',
      message: expect.stringMatching(/several.*"s1".*"s2"/is),
    });
  });

  test('is refused where none is suspended', async () => {
    const { agent } = bench([callsAll(['refund', 'r'])], tools);
    const { runId } = await agent.generate('go');
    await expect(agent.resumeStream({ city: 'Oslo' }, { runId })).rejects.toMatchObject({
      code: 'CALL_NOT_WAITING',
      message: expect.stringMatching(/"r" of "refund" waits for approval/),
    });
  });
});
