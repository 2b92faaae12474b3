import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import type { Agent } from '../agent.ts';
import { CallChangedError } from '../agent-errors.ts';
import type { RunOptions } from '../agent-options.ts';
import type { Bench, Mode } from './test-kit.ts';
import {
  approveBy,
  bench,
  calls,
  callsAll,
  declineBy,
  lastResults,
  MODES,
  resumeBy,
  runBy,
} from './test-kit.ts';

/** The tools as a process declares them when it starts. */
function declare() {
  const ran = vi.fn();
  const pay = createTool({
    id: 'pay',
    inputSchema: z.object({ amount: z.number().default(7) }),
    requireApproval: true,
    execute: async (input) => {
      ran(input);
      return { paid: input.amount };
    },
  });
  const ask = createTool({
    id: 'ask',
    resumeSchema: z.object({ city: z.string() }),
    execute: async (_input, { resumeData, suspend }) => resumeData ?? suspend({ q: 'where?' }),
  });
  return { ran, tools: { pay, ask } };
}

const script = [callsAll(['pay', 'p', {}], ['ask', 'a']), 'Done.'];

describe.each(MODES)('by %s, another process', (mode) => {
  test('approves, and answers, and the run goes on where it stood', async () => {
    const { agent, restart, model } = bench(script, declare().tools);
    const { runId } = await runBy(mode, agent);
    const { ran, tools } = declare();
    await approveBy(mode, restart({ tools }), { runId, toolCallId: 'p' });
    expect(ran).toHaveBeenCalledExactlyOnceWith({ amount: 7 });
    expect(model.requests).toHaveLength(1);
    const result = await resumeBy(mode, restart(declare()), { city: 'Oslo' }, { runId });
    expect(result).toMatchObject({ runId, text: 'Done.', finishReason: 'stop', waiting: [] });
    expect(lastResults(model)).toMatchObject([
      { toolCallId: 'p', output: { value: { paid: 7 } } },
      { toolCallId: 'a', output: { value: { city: 'Oslo' } } },
    ]);
  });

  test('declines, and approves with an edit', async () => {
    const { ran, tools } = declare();
    const twoPays = callsAll(['pay', 'p1', {}], ['pay', 'p2', {}]);
    const { agent, restart, model } = bench([twoPays, 'Done.'], tools);
    const { runId } = await runBy(mode, agent);
    await declineBy(mode, restart(), { runId, toolCallId: 'p1', by: 'ada' });
    const decision = { runId, toolCallId: 'p2', input: { amount: 2 } };
    expect(await approveBy(mode, restart(), decision)).toMatchObject({ text: 'Done.' });
    expect(ran).toHaveBeenCalledExactlyOnceWith({ amount: 2 });
    expect(lastResults(model)).toMatchObject([
      { toolCallId: 'p1', output: { type: 'execution-denied' } },
      { toolCallId: 'p2', output: { value: { paid: 2 } } },
    ]);
  });
});

type DecideOn = (mode: Mode, agent: Agent, runId: string, options?: RunOptions) => Promise<unknown>;
const DECISIONS: readonly (readonly [string, DecideOn])[] = [
  [
    'an approval',
    (mode, agent, runId, options) =>
      approveBy(mode, agent, { runId, toolCallId: 'c1', ...options }),
  ],
  ['an answer', (mode, agent, runId, options) => resumeBy(mode, agent, 1, { runId, ...options })],
];

/** A run whose one call waits for the kind of decision that `kind` names. */
async function waiting(
  kind: string,
  inputSchema: z.ZodType<object>,
  options: RunOptions = {},
): Promise<
  Bench & { runId: string; again(changed: z.ZodType<object>): Agent; ran: ReturnType<typeof vi.fn> }
> {
  const ran = vi.fn();
  const tool = (schema: z.ZodType<object>) =>
    createTool({
      id: 'tool',
      inputSchema: schema,
      requireApproval: kind === 'an approval',
      execute: async (input, { resumeData, suspend }) => {
        if (kind === 'an answer' && resumeData === undefined) return suspend();
        ran(input);
        return { ok: true };
      },
    });
  const made = bench([calls('tool', { a: 1 }, 'c1'), 'Done.'], { tool: tool(inputSchema) });
  const { runId } = await made.agent.generate('go', options);
  return {
    ...made,
    runId,
    ran,
    again: (changed) => made.restart({ tools: { tool: tool(changed) } }),
  };
}

const schema = z.object({ a: z.number(), b: z.number().default(2) });

describe.each(DECISIONS)('%s after the code has changed', (kind, decideOn) => {
  test('is refused where the tool is gone, which is named; the call still waits', async () => {
    const { runId, restart, ran, agent, store } = await waiting(kind, schema);
    const before = await store.loadCalls(runId);
    const error: unknown = await decideOn('generate', restart({ tools: {} }), runId).catch(
      (e: unknown) => e,
    );
    if (!CallChangedError.isInstance(error)) throw error;
    expect(error.message).toMatch(/no tool "tool" any more.*same name.*still waits/s);
    expect(await store.loadCalls(runId)).toEqual(before);
    await decideOn('generate', agent, runId);
    expect(ran).toHaveBeenCalledOnce();
  });

  test.each([
    ['another default', z.object({ a: z.number(), b: z.number().default(3) }), 'b'],
    [
      'a new transform',
      z.object({ a: z.number().transform((n) => n + 1), b: z.number().default(2) }),
      'a',
    ],
    [
      'a new field with a default',
      schema.extend({ c: z.object({ d: z.string().default('x') }).prefault({}) }),
      'c',
    ],
    ['a field that is gone', z.object({ a: z.number() }), 'b'],
  ])('is refused where the schema gives %s, whose path is named', async (_what, changed, path) => {
    const { runId, again, ran, agent, store } = await waiting(kind, schema);
    const before = await store.loadCalls(runId);
    for (const mode of MODES) {
      const error: unknown = await decideOn(mode, again(changed), runId).catch((e: unknown) => e);
      if (!CallChangedError.isInstance(error)) throw error;
      expect(error.message).toMatch(new RegExp(`"tool".*at ${path}\\b`));
      expect(error.message).toMatch(/still waits/);
    }
    expect(ran).not.toHaveBeenCalled();
    expect(await store.loadCalls(runId)).toEqual(before);
    await decideOn('generate', agent, runId);
    expect(ran).toHaveBeenCalledExactlyOnceWith({ a: 1, b: 2 });
  });

  test('is refused where the stored input does not fit any more', async () => {
    const { runId, again, ran, store } = await waiting(kind, schema);
    const before = await store.loadCalls(runId);
    const strict = z.object({ a: z.string() });
    await expect(decideOn('generate', again(strict), runId)).rejects.toMatchObject({
      code: 'INVALID_DECISION',
      message: expect.stringMatching(/still waits.*\ba\b/s),
    });
    expect(ran).not.toHaveBeenCalled();
    expect(await store.loadCalls(runId)).toEqual(before);
  });

  test('is refused, and says why, where a default differs from time to time', async () => {
    let clock = 100;
    const ticking = z.object({ a: z.number(), at: z.number().default(() => clock++) });
    const { runId, agent, ran } = await waiting(kind, ticking);
    await expect(decideOn('generate', agent, runId)).rejects.toMatchObject({
      code: 'CALL_CHANGED',
      message: expect.stringMatching(
        /at at\b.*default that differs from time to time.*still waits/s,
      ),
    });
    expect(ran).not.toHaveBeenCalled();
    await agent.declineToolCallGenerate({ runId, toolCallId: 'c1' });
  });

  test('goes through where only words have changed', async () => {
    const { runId, again, ran } = await waiting(kind, schema);
    const described = z.object({ b: z.number().default(2), a: z.number().describe('more') });
    await decideOn('generate', again(described), runId);
    expect(ran).toHaveBeenCalledOnce();
  });
});

describe.each(DECISIONS)(
  '%s on a run that was started with functions of its own',
  (kind, decideOn) => {
    const rule = { requireToolApproval: () => false };
    const guard = { hooks: { beforeToolCall: () => undefined } };

    test.each([
      ['requireToolApproval', rule, guard],
      ['hooks.beforeToolCall', guard, rule],
    ])('must bring %s along again', async (name, own, other) => {
      const { runId, restart, ran, store } = await waiting(kind, schema, own);
      const before = await store.loadCalls(runId);
      for (const given of [{}, other]) {
        await expect(decideOn('generate', restart(), runId, given)).rejects.toMatchObject({
          code: 'INVALID_DECISION',
          message: expect.stringMatching(new RegExp(`its own ${name}.*again.*still waits`, 's')),
        });
      }
      expect(await store.loadCalls(runId)).toEqual(before);
      await decideOn('generate', restart(), runId, own);
      expect(ran).toHaveBeenCalledOnce();
    });

    test('needs nothing where the rule of the run was plain data, which goes on', async () => {
      const tool = createTool({
        id: 'tool',
        // The rule lets this one pass, so it waits for its own reasons alone.
        mcp: { annotations: { readOnlyHint: true } },
        requireApproval: kind === 'an approval',
        execute: async (_input, { resumeData, suspend }) =>
          kind === 'an answer' && resumeData === undefined ? suspend() : { ok: true },
      });
      const other = createTool({ id: 'other', execute: async () => ({}) });
      const steps = [calls('tool', {}, 'c1'), calls('other', {}, 'c2')];
      const { agent, restart } = bench(steps, { tool, other });
      const { runId } = await agent.generate('go', { requireToolApproval: 'destructive' });
      await decideOn('generate', restart(), runId);
      expect((await restart().listSuspendedRuns()).runs[0]?.waiting).toMatchObject([
        { kind: 'approval', toolCallId: 'c2' },
      ]);
    });
  },
);

describe('what a run was started with goes on after a restart', () => {
  test('its instructions, and that only some tools are active', async () => {
    const { tools } = declare();
    const { agent, restart, model } = bench(script, tools);
    const { runId } = await agent.generate('go', {
      instructions: 'Be brief.',
      activeTools: ['pay', 'ask'],
    });
    await restart().declineToolCallGenerate({ runId, toolCallId: 'p' });
    await restart().resumeGenerate({ city: 'x' }, { runId });
    expect(model.requests[1]?.prompt[0]).toMatchObject({ role: 'system', content: 'Be brief.' });
    expect(model.requests[1]?.tools).toHaveLength(2);
  });

  test('also where an active tool is gone that no waiting call needs', async () => {
    const { tools } = declare();
    const { agent, restart } = bench(script, tools);
    const { runId } = await agent.generate('go', { activeTools: ['pay', 'ask'] });
    const { ask } = tools;
    await restart({ tools: { ask } }).declineToolCallGenerate({ runId, toolCallId: 'p' });
    const result = await restart({ tools: { ask } }).resumeGenerate({ city: 'x' }, { runId });
    expect(result.text).toBe('Done.');
  });

  test('how many steps it may take', async () => {
    const { tools } = declare();
    const { agent, restart, model } = bench(script, tools);
    const { runId } = await agent.generate('go', { maxSteps: 1 });
    await restart().declineToolCallGenerate({ runId, toolCallId: 'p' });
    const result = await restart().resumeGenerate({ city: 'x' }, { runId });
    expect(result.finishReason).toBe('max-steps');
    expect(model.requests).toHaveLength(1);
  });
});
