import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { callsAll, lastResults, ofType, signal } from '../behaviour/test-kit.ts';
import type { Chunk } from '../stream/chunk.ts';
import { MINUTE, START, waitBench } from './wait-kit.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

const memory = { thread: 't' };
const PAY = [callsAll(['pay', 'p', { amount: 5 }]), 'Done.'];
const ASK = [callsAll(['ask', 'a']), 'Done.'];
const waits = { approval: { expiresAfterMs: MINUTE }, suspension: { expiresAfterMs: MINUTE } };

describe('a wait that expires', () => {
  test('is a decline by nobody, at its time and never before', async () => {
    const { agent, store, ran, model, ended, pass } = waitBench(PAY, { waits });
    await agent.generate('Go.', { runId: 'r', memory });
    await pass(MINUTE - 1);
    expect(await store.loadCall('r', 'p')).toMatchObject({ state: 'approval' });
    await pass(1);
    expect(await ended(2)).toMatchObject({ text: 'Done.', runId: 'r' });
    expect(ran).not.toHaveBeenCalled();
    expect(lastResults(model)).toMatchObject([
      {
        toolCallId: 'p',
        output: {
          type: 'execution-denied',
          reason: expect.stringMatching(/Nobody decided .* in time/),
        },
      },
    ]);
    const { decisions } = await agent.listDecisions({ runId: 'r' });
    expect(decisions).toMatchObject([
      {
        kind: 'decline',
        expired: true,
        at: START + MINUTE,
        reason: 'expired: nobody decided by 2030-01-01T00:01:00.000Z',
        digest: expect.any(String),
        shown: { amount: 5 },
      },
    ]);
    expect(decisions[0]).not.toHaveProperty('by');
    const settled = await store.loadCall('r', 'p');
    expect(settled).not.toHaveProperty('expiresAt');
    expect(settled).not.toHaveProperty('expiryAnswer');
  });

  test('is an approval where the developer chose that', async () => {
    const { agent, ran, ended, pass } = waitBench(PAY, {
      waits: { approval: { expiresAfterMs: MINUTE, answer: 'approve' } },
    });
    await agent.generate('Go.', { runId: 'r' });
    await pass(MINUTE);
    expect(await ended(2)).toMatchObject({ text: 'Done.' });
    expect(ran).toHaveBeenCalledExactlyOnceWith('pay', 5);
    const { decisions } = await agent.listDecisions();
    expect(decisions).toMatchObject([
      { kind: 'approve', expired: true, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  test('is an answer where the developer chose one', async () => {
    const answer = { resumeData: { size: 3 } };
    const { agent, ran, ended, pass, model } = waitBench(ASK, {
      waits: { suspension: { expiresAfterMs: MINUTE, answer } },
    });
    await agent.generate('Go.', { runId: 'r' });
    await pass(MINUTE);
    await ended(2);
    expect(ran).toHaveBeenLastCalledWith('ask', { size: 3 });
    expect(lastResults(model)).toMatchObject([{ output: { value: { size: 3 } } }]);
    expect((await agent.listDecisions()).decisions).toMatchObject([
      { kind: 'resume', expired: true, shown: { q: 'Which size?' } },
    ]);
  });

  test('is a decline where the chosen answer does not fit, which is reported when the call suspends', async () => {
    const answer = { resumeData: { size: 'L' } };
    const { agent, ended, pass, logger } = waitBench(ASK, {
      waits: { suspension: { expiresAfterMs: MINUTE, answer } },
    });
    await agent.generate('Go.', { runId: 'r' });
    expect(logger.records).toMatchObject([
      { level: 'error', message: expect.stringContaining('does not fit its resumeSchema') },
    ]);
    await pass(MINUTE);
    expect(await ended(2)).toMatchObject({ toolResults: [{ kind: 'denied', reason: 'expired' }] });
  });

  test('leaves what a person decided in time as it is', async () => {
    const { agent, ran, pass, store } = waitBench(PAY, { waits });
    await agent.generate('Go.', { runId: 'r' });
    await pass(MINUTE - 1);
    await agent.approveToolCallGenerate({ runId: 'r', toolCallId: 'p', by: 'ada' });
    await pass(10 * MINUTE);
    expect(ran).toHaveBeenCalledTimes(1);
    expect(await store.loadDecisions('r')).toMatchObject([{ kind: 'approve', by: 'ada' }]);
    expect(await store.listExpiring({})).toEqual({ items: [] });
  });

  test('is told of to everybody who can decide', async () => {
    const { agent } = waitBench([callsAll(['pay', 'p'], ['ask', 'a'])], { waits });
    const stream = await agent.stream('Go.', { runId: 'r' });
    const chunks: Chunk[] = [];
    for await (const chunk of stream.displayStream) chunks.push(chunk);
    const expiresAt = START + MINUTE;
    expect(ofType(chunks, 'tool-call-approval')).toMatchObject([{ payload: { expiresAt } }]);
    expect(ofType(chunks, 'tool-call-suspended')).toMatchObject([{ payload: { expiresAt } }]);
    const both = [
      { toolCallId: 'p', expiresAt },
      { toolCallId: 'a', expiresAt },
    ];
    expect(await stream.waiting).toMatchObject(both);
    expect((await agent.listSuspendedRuns()).runs).toMatchObject([{ waiting: both }]);
  });

  test('is carried out beside a call that still runs', async () => {
    const hold = signal();
    const slow = createTool({ id: 'slow', execute: async () => hold.promise });
    const script = [callsAll(['pay', 'p'], ['slow', 's']), 'Done.'];
    const { agent, pass } = waitBench(script, { waits }, { slow });
    const stream = await agent.stream('Go.', { runId: 'r' });
    const seen: string[] = [];
    const read = (async () => {
      for await (const { type } of stream.fullStream) {
        seen.push(type);
        if (type === 'tool-call-approval') void pass(MINUTE);
        if (type === 'tool-output-denied') hold.resolve();
      }
    })();
    await read;
    expect(seen.indexOf('tool-output-denied')).toBeLessThan(seen.indexOf('tool-result'));
    expect(await stream.text).toBe('Done.');
  });
});

describe('a decision that comes too late', () => {
  test('is refused, naming the expiry; what was chosen follows', async () => {
    const { agent, store, ran, ended, pass } = waitBench(PAY, { waits });
    await agent.generate('Go.', { runId: 'r' });
    vi.setSystemTime(START + MINUTE); // no timer has run yet
    const before = await store.loadCall('r', 'p');
    const late = { runId: 'r', toolCallId: 'p', by: 'ada' };
    for (const decided of [agent.approveToolCall(late), agent.declineToolCall(late)]) {
      await expect(decided).rejects.toMatchObject({
        code: 'WAIT_EXPIRED',
        message: expect.stringContaining('expired at 2030-01-01T00:01:00.000Z'),
      });
    }
    expect(await store.loadCall('r', 'p')).toEqual(before);
    await pass(MINUTE);
    await ended(2);
    await expect(agent.approveToolCall(late)).rejects.toMatchObject({
      code: 'ALREADY_DECIDED',
      message: expect.stringContaining('expired: nobody decided by'),
    });
    expect(ran).not.toHaveBeenCalled();
  });

  test.each(['the person', 'the expiry'])('%s wins who commits first', async (winner) => {
    const asked = signal();
    const allow = signal<boolean>();
    const { agent, ran, ended, pass, restart, store } = waitBench(PAY, {
      waits,
      decisionTimeoutMs: 10 * MINUTE,
      authorizeDecision: () => {
        asked.resolve();
        return allow.promise;
      },
    });
    await agent.generate('Go.', { runId: 'r' });
    // Another process: this one has the timer.
    const person = restart().approveToolCallGenerate({ runId: 'r', toolCallId: 'p' });
    await asked.promise;
    if (winner === 'the person') {
      allow.resolve(true);
      await person;
      await pass(MINUTE);
      expect(ran).toHaveBeenCalledTimes(1);
    } else {
      await pass(MINUTE);
      await ended(2);
      allow.resolve(true);
      await expect(person).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
      expect(ran).not.toHaveBeenCalled();
    }
    expect(await store.loadDecisions('r')).toHaveLength(1);
  });
});

describe('how long a call waits', () => {
  const long = { approval: { expiresAfterMs: 3 * MINUTE } };

  test('is what its tool says, else its run, else its agent', async () => {
    const quick = createTool({
      id: 'quick',
      requireApproval: true,
      waits: { approval: { expiresAfterMs: 2 * MINUTE } },
      execute: async () => 'done',
    });
    const script = [callsAll(['pay', 'p'], ['quick', 'q'], ['ask', 'a'])];
    const { agent } = waitBench([...script, ...script], { waits }, { quick });
    const ofRun = await agent.generate('Go.', { waits: long });
    const ofAgent = await agent.generate('Go.');
    const minutes = (at: number | undefined): number => ((at ?? START) - START) / MINUTE;
    expect(ofRun.waiting.map(({ expiresAt }) => minutes(expiresAt))).toEqual([3, 2, 1]);
    expect(ofAgent.waiting.map(({ expiresAt }) => minutes(expiresAt))).toEqual([1, 2, 1]);
  });

  test('is kept with the run, also for calls that another process makes', async () => {
    const script = [callsAll(['pay', 'p']), callsAll(['pay', 'p2'])];
    const { agent, restart } = waitBench(script);
    await agent.generate('Go.', { runId: 'r', waits: long });
    const { waiting } = await restart().approveToolCallGenerate({ runId: 'r', toolCallId: 'p' });
    expect(waiting).toMatchObject([{ toolCallId: 'p2', expiresAt: START + 3 * MINUTE }]);
  });

  test('counts anew where it suspends again', async () => {
    const { agent, pass, ended, store } = waitBench(ASK, { waits });
    await agent.generate('Go.', { runId: 'r' });
    await pass(MINUTE - 1);
    await agent.resumeGenerate({ size: -1 }, { runId: 'r', toolCallId: 'a' });
    await pass(MINUTE - 1);
    expect(await store.loadCall('r', 'a')).toMatchObject({ state: 'suspended' });
    await pass(1);
    expect(await ended(3)).toMatchObject({ text: 'Done.' });
  });

  test('may be longer than a timer can be set for', async () => {
    const expiresAfterMs = 2 ** 32;
    const { agent, pass, ended, store } = waitBench(PAY, {
      waits: { approval: { expiresAfterMs } },
    });
    await agent.generate('Go.', { runId: 'r' });
    await pass(expiresAfterMs - 1);
    expect(await store.loadCall('r', 'p')).toMatchObject({ state: 'approval' });
    await pass(1);
    await ended(2);
  });

  test('is for ever where nobody says how long: there is no timer then', async () => {
    const { agent, pass, store } = waitBench([callsAll(['pay', 'p'], ['ask', 'a'])]);
    const { waiting } = await agent.generate('Go.', { runId: 'r' });
    expect(vi.getTimerCount()).toBe(0);
    await pass(1_000_000 * MINUTE);
    expect(waiting.map((wait) => 'expiresAt' in wait)).toEqual([false, false]);
    expect(await store.loadCalls('r', { open: true })).toHaveLength(2);
  });

  test('takes one timer, however many calls wait', async () => {
    const script = Array.from({ length: 20 }, () => callsAll(['pay', 'p'], ['ask', 'a']));
    const { agent, pass, store } = waitBench([...script, ...script.map(() => 'Done.')], { waits });
    for (const _ of script) {
      await agent.generate('Go.');
      await pass(1);
    }
    expect(vi.getTimerCount()).toBe(1);
    expect((await store.listExpiring({})).items).toHaveLength(40);
  });
});

test.each([
  ['an empty expiry', { approval: {} }, /approval\.expiresAfterMs undefined/],
  ['no time', { approval: { expiresAfterMs: 0 } }, /above 0/],
  ['for ever', { suspension: { expiresAfterMs: Number.POSITIVE_INFINITY } }, /left out/],
  ['another kind', { client: { expiresAfterMs: 1 } }, /"client"/],
  ['an answer that is none', { approval: { expiresAfterMs: 1, answer: 'yes' } }, /'approve'/],
  ['no data', { suspension: { expiresAfterMs: 1, answer: {} } }, /\{ resumeData \}/],
  ['a number', 5, /must be an object/],
])('%s is no way to wait: agents, runs and tools say so', async (_name, bad, message) => {
  // What callers without types can write.
  const wrong = { waits: Object(bad) };
  expect(() => waitBench([], wrong)).toThrow(message);
  expect(() => createTool({ id: 'x', ...wrong })).toThrow(message);
  await expect(waitBench(['Hi.']).agent.generate('Go.', wrong)).rejects.toThrow(message);
});
