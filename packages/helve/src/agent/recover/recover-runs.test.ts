import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { RequestContext } from '../../tool/request-context.ts';
import type { AgentOptions, ToolRecord } from '../agent-options.ts';
import { bench, callsAll, lastResults, signal, turn } from '../behaviour/test-kit.ts';
import { dyingStore } from './dying-store-kit.ts';

const UNKNOWN = {
  type: 'error-text',
  value:
    '"send" was interrupted, and its outcome is unknown: it may have taken effect. Check before you try again.',
};

/** Tools that never come back in the process that dies, and do in the next one. */
function declare() {
  const state = { hangs: true };
  const ran = vi.fn();
  const hung = signal();
  const make = (id: string, annotations: object, more: object = {}) =>
    createTool({
      id,
      inputSchema: z.object({ n: z.number().default(1) }),
      mcp: { annotations },
      ...more,
      execute: async (input, { attempt, idempotencyKey, suspend, resumeData }) => {
        ran(id, { input, attempt, idempotencyKey, resumeData });
        if (id === 'ask' && resumeData === undefined) return suspend({ q: 'which?' });
        if (!state.hangs) return { done: id, resumeData };
        if (id === 'put' || id === 'pay' || id === 'ask') hung.resolve();
        return new Promise<never>(() => undefined);
      },
    });
  const tools = {
    look: make('look', { readOnlyHint: true }),
    put: make('put', { idempotentHint: true }),
    send: make('send', {}),
    pay: make('pay', { idempotentHint: true }, { requireApproval: true }),
    ask: make('ask', { idempotentHint: true }),
  } satisfies ToolRecord;
  return { state, ran, hung, tools };
}

/** Runs an agent whose process dies at a commit, and gives what the next process has. */
async function die(
  script: Parameters<typeof bench>[0],
  commits: number,
  options: Partial<AgentOptions> = {},
  context?: RequestContext,
) {
  const clock = { now: Date.now() };
  const shared = new MemoryStore({ now: () => clock.now });
  const { state, ran, hung, tools } = declare();
  const process = dyingStore(shared, commits);
  const kit = bench(script, tools, { ...options, store: process.store });
  const over = kit.agent
    .generate('Go.', { runId: 'r', ...(context ? { requestContext: context } : {}) })
    .then(() => undefined);
  await Promise.race([process.died, over, hung.promise]);
  // What else it does at that moment is done before or never.
  await turn();
  process.kill();
  state.hangs = false;
  ran.mockClear();
  // Others see that the process is dead once its lease has run out.
  const pass = (): void => {
    clock.now += 30_000;
  };
  pass();
  return { ...kit, shared, pass, ran, next: kit.restart({ store: shared }) };
}

/** The commits of a run whose one step makes `n` calls that run at once. */
const BEGUN = 1;
const ANSWERED = 2;

describe('a process that dies', () => {
  test('while the model answers: the step is taken again', async () => {
    const { next, model } = await die(['lost', 'Here it is.'], BEGUN);
    const { resumed, failed } = await next.recover();
    expect(failed).toEqual([]);
    expect(await resumed[0]?.result).toMatchObject({ text: 'Here it is.', finishReason: 'stop' });
    expect(model.requests).toHaveLength(2);
  });

  test('before the end of a run is stored: its answer is the result, and nobody is asked again', async () => {
    // The end of the run waits for it; the answer does not.
    const onStepFinish = async (): Promise<void> => turn();
    const { next, model } = await die(['The answer.'], ANSWERED, { onStepFinish });
    const { resumed } = await next.recover();
    expect(await resumed[0]?.result).toMatchObject({ text: 'The answer.' });
    expect(model.requests).toHaveLength(1);
  });

  test('before an answer is stored with the end of its run: the model is asked again', async () => {
    const { next, model } = await die(['lost', 'The answer.'], BEGUN);
    const { resumed } = await next.recover();
    expect(await resumed[0]?.result).toMatchObject({ text: 'The answer.' });
    expect(model.requests).toHaveLength(2);
    expect(JSON.stringify(await next.listMessages({ runId: 'r' }))).not.toContain('lost');
  });

  test('before calls are written down: they are taken through the gate now', async () => {
    const script = [callsAll(['send', 's'], ['pay', 'p'], ['nope', 'x']), 'Done.'];
    // Rules that take their time: the response is stored before it is known which calls run.
    const requireToolApproval = async (): Promise<boolean> => false;
    const { next, ran, model } = await die(script, ANSWERED, { requireToolApproval });
    const { resumed } = await next.recover();
    const { waiting } = (await resumed[0]?.result) ?? {};
    expect(waiting).toMatchObject([{ kind: 'approval', toolCallId: 'p' }]);
    expect(ran.mock.calls).toMatchObject([['send', { attempt: 1 }]]);
    const result = await next.approveToolCallGenerate({ runId: 'r', toolCallId: 'p' });
    expect(result.text).toBe('Done.');
    expect(lastResults(model).map(({ toolCallId }) => toolCallId)).toEqual(['s', 'p', 'x']);
  });

  test('while tools run: those run again that may, and of the others the outcome is unknown', async () => {
    const script = [callsAll(['look', 'l'], ['send', 's'], ['put', 'u', { n: 5 }]), 'Done.'];
    const { next, ran, model, shared } = await die(script, ANSWERED);
    const { resumed } = await next.recover();
    expect(await resumed[0]?.result).toMatchObject({ text: 'Done.' });
    expect(ran.mock.calls).toMatchObject([
      ['look', { attempt: 2, idempotencyKey: expect.stringContaining('l') }],
      ['put', { attempt: 2, input: { n: 5 } }],
    ]);
    expect(lastResults(model)).toMatchObject([
      { toolCallId: 'l', output: { value: { done: 'look' } } },
      { toolCallId: 's', output: UNKNOWN },
      { toolCallId: 'u', output: { value: { done: 'put' } } },
    ]);
    expect(await shared.loadCalls('r', { open: true })).toEqual([]);
  });

  test('when all calls have settled: their results are put into the history once', async () => {
    const script = [callsAll(['nope', 'x']), 'Done.', 'Done.'];
    for (const commits of [ANSWERED + 1, ANSWERED + 2]) {
      const { next, model } = await die(script, commits);
      const { resumed } = await next.recover();
      await resumed[0]?.result;
      expect(model.requests.at(-1)?.prompt.map(({ role }) => role)).toEqual([
        'user',
        'assistant',
        'tool',
      ]);
    }
  });
});

describe('a call that somebody had decided on', () => {
  test('runs again with its decision, where it may', async () => {
    const script = [callsAll(['pay', 'p'], ['ask', 'a']), 'Done.'];
    const { state, ran, tools } = declare();
    const clock = { now: Date.now() };
    const { agent, restart, store } = bench(script, tools, {
      store: new MemoryStore({ now: () => clock.now }),
    });
    await agent.generate('Go.', { runId: 'r' });
    void agent.approveToolCall({ runId: 'r', toolCallId: 'p', input: { n: 9 }, by: 'ada' });
    await (await agent.resumeStream({ x: 1 }, { runId: 'r', toolCallId: 'a' })).fullStream;
    await vi.waitFor(() => expect(ran.mock.calls.length).toBeGreaterThan(2));
    state.hangs = false;
    ran.mockClear();
    clock.now += 30_000;
    const { resumed, failed } = await restart().recover();
    expect(failed).toEqual([]);
    expect(await resumed[0]?.result).toMatchObject({ text: 'Done.' });
    expect(ran.mock.calls).toMatchObject([
      ['pay', { attempt: 2, input: { n: 9 } }],
      ['ask', { attempt: 3, resumeData: { x: 1 } }],
    ]);
    expect(await store.loadDecisions('r')).toMatchObject([
      { kind: 'approve', by: 'ada' },
      { kind: 'resume' },
    ]);
  });

  test('still waits beside those that were cut off', async () => {
    const script = [callsAll(['put', 'u'], ['pay', 'p']), 'Done.'];
    const { next } = await die(script, 100);
    const { resumed } = await next.recover();
    const result = await resumed[0]?.result;
    expect(result?.waiting).toMatchObject([{ toolCallId: 'p', kind: 'approval' }]);
    expect(result?.toolResults).toMatchObject([{ toolCallId: 'u', kind: 'result' }]);
  });
});

describe('what stands in the way of a run', () => {
  test('is reported, and the run is left as it is until that is mended', async () => {
    const script = [callsAll(['put', 'u']), 'Done.'];
    const { kit, shared } = await die(script, 100).then((died) => ({
      kit: died,
      shared: died.shared,
    }));
    const before = await shared.loadCall('r', 'u');
    const without = kit.restart({ store: shared, tools: {} });
    expect(await without.recover()).toMatchObject({
      resumed: [],
      failed: [{ runId: 'r', error: { code: 'CALL_CHANGED' } }],
    });
    const other = createTool({
      id: 'put',
      inputSchema: z.object({ n: z.string() }),
      mcp: { annotations: { idempotentHint: true } },
      execute: async () => 'never',
    });
    expect(await kit.restart({ store: shared, tools: { put: other } }).recover()).toMatchObject({
      failed: [{ runId: 'r', error: { code: 'INVALID_DECISION' } }],
    });
    expect(await shared.loadCall('r', 'u')).toEqual(before);
    expect(await shared.loadRun('r')).toMatchObject({ state: 'running' });
    const { resumed } = await kit.next.recover();
    expect(await resumed[0]?.result).toMatchObject({ text: 'Done.' });
  });

  test('may be the context that it was started with: the agent is asked for it anew', async () => {
    const script = [callsAll(['put', 'u']), 'Done.'];
    const context = new RequestContext({ user: 'ada' });
    const died = await die(script, 100, {}, context);
    expect(JSON.stringify(await died.shared.loadRun('r'))).not.toContain('ada');
    expect(await died.next.recover()).toMatchObject({
      failed: [{ runId: 'r', error: { code: 'REQUEST_CONTEXT_MISSING' } }],
    });
    for (const restore of [() => Promise.reject(new Error('down')), () => Object(null)]) {
      const agent = died.restart({ store: died.shared, restoreRequestContext: restore });
      expect(await agent.recover()).toMatchObject({
        failed: [{ error: { code: 'REQUEST_CONTEXT_MISSING' } }],
      });
    }
    const asked = vi.fn(() => new RequestContext({ user: 'ada, again' }));
    const agent = died.restart({ store: died.shared, restoreRequestContext: asked });
    const { resumed } = await agent.recover();
    expect(await resumed[0]?.result).toMatchObject({ text: 'Done.' });
    expect(asked).toHaveBeenCalledExactlyOnceWith({ runId: 'r', reason: 'recovery' });
  });

  test('may be a context that no two runs share', async () => {
    const { next } = await die(['lost', 'Done.'], BEGUN, {}, new RequestContext({ user: 'ada' }));
    const requestContext = new RequestContext({ user: 'ada' });
    await expect(next.recover({ requestContext })).rejects.toThrow('for one run only');
    const { resumed } = await next.recover({ requestContext, runId: 'r' });
    expect(await resumed[0]?.result).toMatchObject({ text: 'Done.' });
  });
});

describe('a run that kills its process again and again', () => {
  test('does not run its calls again for ever', async () => {
    const script = [callsAll(['put', 'u']), 'Done.'];
    const { restart, shared, ran, pass } = await die(script, 100);
    const hangs = declare();
    for (let times = 1; times <= 5; times += 1) {
      await restart({ store: shared, tools: hangs.tools }).recover();
      await vi.waitFor(() => expect(hangs.ran).toHaveBeenCalledTimes(times));
      pass();
    }
    const { resumed } = await restart({ store: shared }).recover();
    expect(await resumed[0]?.result).toMatchObject({
      text: 'Done.',
      toolResults: [{ kind: 'error', code: 'OUTCOME_UNKNOWN' }],
    });
    expect(ran).not.toHaveBeenCalled();
  });

  test('fails in the end where it is the model that it dies of', async () => {
    const { restart, shared, pass } = await die(['lost'], BEGUN);
    for (let times = 1; times <= 5; times += 1) {
      const process = dyingStore(shared, 1);
      await restart({ store: process.store, model: bench(['x'], {}).model }).recover();
      await process.died;
      pass();
    }
    const { resumed } = await restart({ store: shared }).recover();
    await expect(resumed[0]?.result).rejects.toThrow('5 times without getting on');
    expect(await shared.loadRun('r')).toMatchObject({ state: 'failed' });
  });
});

test('recover() leaves alone what is live here, waits, has ended, or is of another agent', async () => {
  const { agent, restart } = bench([callsAll(['pay', 'p']), 'Done.'], declare().tools);
  await agent.generate('Go.');
  expect(await agent.recover()).toEqual({ resumed: [], failed: [], expired: [], hasMore: false });
  const { next, shared, restart: again } = await die(['lost', 'a', 'b'], BEGUN);
  expect(await again({ store: shared, id: 'other' }).recover()).toMatchObject({ resumed: [] });
  const both = await Promise.all([next.recover(), next.recover()]);
  expect(both.flatMap(({ resumed }) => resumed)).toHaveLength(1);
  expect(await restart().recover({ runId: 'no such run' })).toMatchObject({ resumed: [] });
});
