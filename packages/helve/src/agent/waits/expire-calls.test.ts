import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryStore } from '../../store/memory-store.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { RequestContext } from '../../tool/request-context.ts';
import { Agent } from '../agent.ts';
import { callsAll } from '../behaviour/test-kit.ts';
import { MINUTE, START, waitBench } from './wait-kit.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

const waits = { approval: { expiresAfterMs: MINUTE, answer: 'approve' } } as const;
const PAY = [callsAll(['pay', 'p', { amount: 5 }]), 'Done.'];

/** Lets the clock go on without any timer: nobody was there. */
function away(milliseconds: number): void {
  const then = Date.now() + milliseconds;
  vi.clearAllTimers(); // and sets the clock back
  vi.setSystemTime(then);
}

describe('recover() in another process', () => {
  test('carries out what expired while nobody was there, and nothing before its time', async () => {
    const { agent, restart, ran } = waitBench(PAY, { waits });
    await agent.generate('Go.', { runId: 'r' });
    away(MINUTE - 1);
    expect(await restart().recover()).toMatchObject({ resumed: [], expired: [], failed: [] });
    away(1);
    const { resumed, expired } = await restart().recover();
    expect(expired).toEqual([{ runId: 'r', toolCallId: 'p' }]);
    expect(resumed).toHaveLength(1);
    expect(await resumed[0]?.result).toMatchObject({ runId: 'r', text: 'Done.' });
    expect(ran).toHaveBeenCalledExactlyOnceWith('pay', 5);
    expect(await restart().recover()).toMatchObject({ resumed: [], expired: [] });
  });

  test('knows from then on what expires next', async () => {
    const { agent, restart, ended, pass } = waitBench(PAY, { waits });
    await agent.generate('Go.', { runId: 'r' });
    away(MINUTE / 2);
    await restart().recover();
    await pass(MINUTE / 2);
    expect(await ended(2)).toMatchObject({ text: 'Done.' });
  });

  test('is a race that one of many wins, beside a person', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { agent, restart, ran, store } = waitBench([...PAY, 'Done.', 'Done.'], { waits });
      await agent.generate('Go.', { runId: 'r' });
      away(MINUTE);
      const others = [restart(), restart(), restart(), restart()];
      const late = agent.approveToolCall({ runId: 'r', toolCallId: 'p', by: 'ada' });
      const [refused, ...recovered] = await Promise.allSettled([
        late,
        ...others.map((other) => other.recover()),
      ]);
      expect(refused.status).toBe('rejected');
      const done = recovered.flatMap((result) =>
        result.status === 'fulfilled' ? [result.value] : [],
      );
      expect(done).toHaveLength(4);
      expect(done.flatMap(({ failed }) => failed)).toEqual([]);
      for (const { resumed } of done) await Promise.all(resumed.map(({ result }) => result));
      expect(ran).toHaveBeenCalledTimes(1);
      expect(await store.loadDecisions('r')).toHaveLength(1);
    }
  });

  test('takes so many at once, and says that there are more', async () => {
    const script = [...Array(5).fill(PAY[0]), ...Array(5).fill('Done.')];
    const { agent, restart, ran } = waitBench(script, { waits });
    for (let run = 0; run < 5; run += 1) await agent.generate('Go.', { runId: `r${run}` });
    away(MINUTE);
    const first = await restart().recover({ limit: 3 });
    expect(first.expired).toHaveLength(3);
    expect(first.hasMore).toBe(true);
    const one = await restart().recover({ runId: 'r4' });
    expect(one.expired).toEqual([{ runId: 'r4', toolCallId: 'p' }]);
    const rest = await restart().recover();
    expect(rest.expired).toHaveLength(1);
    for (const { resumed } of [first, one, rest]) {
      await Promise.all(resumed.map(({ result }) => result));
    }
    expect(ran).toHaveBeenCalledTimes(5);
  });

  test('does not ask whoever may decide: it was the developer who did', async () => {
    const authorizeDecision = vi.fn(() => false);
    const { agent, restart, ran } = waitBench(PAY, { waits, authorizeDecision });
    await agent.generate('Go.', { runId: 'r' });
    away(MINUTE);
    const { resumed } = await restart().recover();
    await resumed[0]?.result;
    expect(ran).toHaveBeenCalledTimes(1);
    expect(authorizeDecision).not.toHaveBeenCalled();
  });

  test('leaves the calls of other agents alone', async () => {
    const { agent, store } = waitBench(PAY, { waits });
    await agent.generate('Go.', { runId: 'r' });
    away(MINUTE);
    const other = new Agent({ id: 'other', model: scriptedModel([]), store });
    expect(await other.recover()).toMatchObject({ resumed: [], expired: [], failed: [] });
    expect(await store.loadCall('r', 'p')).toMatchObject({ state: 'approval' });
  });
});

describe('an expiry that cannot be carried out', () => {
  const requestContext = new RequestContext({ user: 'ada' });

  test('leaves the call waiting and is reported, by the timer too', async () => {
    const { agent, restart, logger, pass, store } = waitBench(PAY, { waits });
    await agent.generate('Go.', { runId: 'r', requestContext });
    await pass(MINUTE);
    await vi.waitFor(() => expect(logger.records).toHaveLength(1));
    expect(logger.records).toMatchObject([
      { level: 'error', details: { runId: 'r', error: { code: 'REQUEST_CONTEXT_MISSING' } } },
    ]);
    const { failed } = await restart().recover();
    expect(failed).toMatchObject([{ runId: 'r', error: { code: 'REQUEST_CONTEXT_MISSING' } }]);
    expect(await store.loadCall('r', 'p')).toMatchObject({ state: 'approval' });
  });

  test('is carried out once what it needs is there', async () => {
    const restoreRequestContext = vi.fn(() => requestContext);
    const { agent, restart, ran } = waitBench(PAY, { waits });
    await agent.generate('Go.', { runId: 'r', requestContext });
    away(MINUTE);
    const gone = restart({ tools: {}, restoreRequestContext });
    expect((await gone.recover()).failed).toMatchObject([{ error: { code: 'CALL_CHANGED' } }]);
    const { resumed } = await restart({ restoreRequestContext }).recover();
    await resumed[0]?.result;
    expect(ran).toHaveBeenCalledTimes(1);
    expect(restoreRequestContext).toHaveBeenLastCalledWith({ runId: 'r', reason: 'expiry' });
  });

  test('because the store cannot be asked is tried again', async () => {
    const store = new MemoryStore();
    const list = vi.spyOn(store, 'listExpiring').mockRejectedValueOnce(new Error('no store'));
    const { agent, ended, pass, logger } = waitBench(PAY, { waits, store });
    await agent.generate('Go.', { runId: 'r' });
    await pass(MINUTE);
    await vi.waitFor(() => expect(logger.records).toHaveLength(1));
    expect(list).toHaveBeenCalledTimes(1);
    await pass(MINUTE);
    expect(await ended(2)).toMatchObject({ text: 'Done.' });
  });
});

test.each(['timer', 'recover'] as const)(
  'the wait of a sub-agent expires, and the run at the top goes on (%s)',
  async (by) => {
    const { agent: below, ran, ended } = waitBench(PAY, { waits, id: 'below' });
    const ofTop: unknown[] = [];
    const make = (): Agent => new Agent({ ...options, onFinish: ({ text }) => ofTop.push(text) });
    const options = {
      id: 'top',
      model: scriptedModel([callsAll(['agent-below', 'd', { prompt: 'Pay.' }]), 'All done.']),
      agents: { below },
      store: new MemoryStore(),
    };
    const top = make();
    const { waiting } = await top.generate('Go.', { runId: 't' });
    expect(waiting).toMatchObject([{ toolName: 'pay', expiresAt: START + MINUTE }]);
    if (by === 'timer') await vi.advanceTimersByTimeAsync(MINUTE);
    else {
      away(MINUTE);
      // The agent below is not the one who decides.
      const { resumed, failed } = await make().recover();
      expect(failed).toEqual([]);
      expect(resumed).toMatchObject([{ runId: 't' }]);
      await resumed[0]?.result;
    }
    await ended(2);
    await vi.waitFor(() => expect(ofTop).toEqual(['', 'All done.']));
    expect(ran).toHaveBeenCalledTimes(1);
  },
);
