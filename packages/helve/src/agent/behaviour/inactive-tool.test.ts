import { describe, expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { approveBy, bench, calls, MODES, resumeBy, runBy, toldModel } from './test-kit.ts';

const execute = vi.fn(async () => ({ ok: true }));
const secret = createTool({ id: 'secret', execute });
const open = createTool({ id: 'open', execute: async () => ({}) });
const other = createTool({ id: 'other', execute: async () => ({}) });

describe.each(MODES)('by %s, a tool that is not active', (mode) => {
  test('does not run because a model names it; the model is told which are active', async () => {
    execute.mockClear();
    const script = [calls('secret', {}), 'I see.'];
    const { agent, model } = bench(script, { secret, open, other });
    const result = await runBy(mode, agent, 'go', { activeTools: ['open', 'other'] });
    expect(execute).not.toHaveBeenCalled();
    expect(result.toolResults).toMatchObject([{ kind: 'error', code: 'TOOL_NOT_ACTIVE' }]);
    expect(toldModel(model)).toMatch(/"secret\\?" is not available.*did not run.*open, other/);
    const offered = model.requests[0]?.tools?.map(({ name }) => name);
    expect(offered).toEqual(['open', 'other']);
  });

  test('is not asked about either: nobody is to approve what cannot run', async () => {
    const gated = secret.with({ requireApproval: true });
    const { agent } = bench([calls('gated', {}), 'I see.'], { gated, open });
    const { waiting } = await runBy(mode, agent, 'go', { activeTools: ['open'] });
    expect(waiting).toEqual([]);
  });
});

describe.each(MODES)('by %s, a tool that nobody registered', (mode) => {
  test('is an error to the model, which is told which there are', async () => {
    const { agent, model } = bench([calls('nobody', {}), 'I see.'], { open, other });
    const result = await runBy(mode, agent);
    expect(result.toolResults).toMatchObject([{ kind: 'error', code: 'UNKNOWN_TOOL' }]);
    expect(toldModel(model)).toMatch(/no tool \\?"nobody\\?".*open, other/);
  });

  test.each(['constructor', '__proto__', 'toString'])(
    'has no name of every object: %s',
    async (name) => {
      const { agent } = bench([calls(name, {}, 'c1'), 'I see.'], { open });
      expect((await runBy(mode, agent)).toolResults).toMatchObject([{ code: 'UNKNOWN_TOOL' }]);
    },
  );
});

describe.each(MODES)('by %s, a tool that was active when its call was made', (mode) => {
  /** An agent that offers `tool` only in its first step. */
  function firstStepOnly(gated: boolean) {
    execute.mockClear();
    const tool = createTool({
      id: 'tool',
      requireApproval: gated,
      execute: async (_input, { resumeData, suspend }) =>
        gated || resumeData !== undefined ? execute() : suspend(),
    });
    return bench(
      [calls('tool', {}, 'c1'), calls('tool', {}, 'c2'), 'I see.'],
      { tool, open },
      {
        prepareStep: ({ stepNumber }) => (stepNumber === 0 ? undefined : { activeTools: ['open'] }),
      },
    );
  }

  test('runs when it is approved or answered, though later steps do not have it', async () => {
    for (const gated of [true, false]) {
      const { agent, restart } = firstStepOnly(gated);
      const { runId } = await runBy(mode, agent);
      const result = gated
        ? await approveBy(mode, restart(), { runId, toolCallId: 'c1' })
        : await resumeBy(mode, restart(), true, { runId });
      expect(execute).toHaveBeenCalledOnce();
      expect(result.toolResults).toMatchObject([
        { toolCallId: 'c1', kind: 'result' },
        { toolCallId: 'c2', code: 'TOOL_NOT_ACTIVE' },
      ]);
    }
  });

  test('runs though only that step had it, here and after a restart', async () => {
    for (const elsewhere of [false, true]) {
      execute.mockClear();
      const tool = secret.with({ requireApproval: true });
      const script = [calls('tool', {}, 'c1'), 'Done.'];
      const { agent, restart } = bench(
        script,
        { tool, open },
        {
          prepareStep: ({ stepNumber }) =>
            stepNumber === 0 ? { activeTools: ['tool'] } : undefined,
        },
      );
      const { runId } = await runBy(mode, agent, 'go', { activeTools: ['open'] });
      const decider = elsewhere ? restart() : agent;
      await approveBy(mode, decider, { runId, toolCallId: 'c1' });
      expect(execute).toHaveBeenCalledOnce();
    }
  });
});
