import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { RequestContext } from '../../tool/request-context.ts';
import { isValidationError } from '../../tool/validation-error.ts';
import { InvalidDecisionError } from '../agent-errors.ts';
import { bench, calls, MODES, resumeBy, runBy } from './test-kit.ts';

const script = [calls('ask', { topic: ' colour ' }, 'c1'), 'Done.'];

/** A tool that asks, and everything that it was run with. */
function askTool() {
  const seen: { input: unknown; resumeData: unknown }[] = [];
  const ask = createTool({
    id: 'ask',
    inputSchema: z.object({
      topic: z.string().transform((text) => text.trim().length),
      limit: z.number().default(3),
    }),
    resumeSchema: z.object({
      answer: z.string().trim(),
      count: z.coerce.number().default(1),
    }),
    execute: async (input, { resumeData, suspend }) => {
      seen.push({ input, resumeData });
      if (!resumeData) return suspend();
      return { chosen: resumeData.answer };
    },
  });
  return { ask, seen };
}

describe.each(MODES)('by %s, an answer', (mode) => {
  test.each([
    ['of the wrong type', 7],
    ['with a wrong field', { answer: 7 }],
    ['with a missing field', {}],
    ['null', null],
    ['undefined', undefined],
  ])(
    'that does not fit is an error of the caller, and the call still waits: %s',
    async (_kind, answer) => {
      const { ask, seen } = askTool();
      const { agent, store } = bench(script, { ask });
      const { runId } = await runBy(mode, agent);
      const before = await store.loadCall(runId, 'c1');
      const error: unknown = await resumeBy(mode, agent, answer, { runId }).catch(
        (e: unknown) => e,
      );
      if (!InvalidDecisionError.isInstance(error)) throw error;
      expect(isValidationError(error.validationError)).toBe(true);
      expect(error.message).toMatch(/still waits/);
      expect(await store.loadCall(runId, 'c1')).toEqual(before);
      expect(await store.loadDecisions(runId)).toEqual([]);
      expect(seen).toHaveLength(1);
      expect((await resumeBy(mode, agent, { answer: 'blue' }, { runId })).text).toBe('Done.');
    },
  );

  test('is given to the tool as parsed, beside the parsed input', async () => {
    const { ask, seen } = askTool();
    const { agent } = bench(script, { ask });
    const { runId } = await runBy(mode, agent);
    await resumeBy(mode, agent, { answer: '  blue ', count: '4' }, { runId });
    const input = { topic: 6, limit: 3 };
    expect(seen).toEqual([
      { input, resumeData: undefined },
      { input, resumeData: { answer: 'blue', count: 4 } },
    ]);
  });

  test('is parsed in another process as well', async () => {
    const { ask, seen } = askTool();
    const { agent, restart } = bench(script, { ask });
    const { runId } = await runBy(mode, agent);
    await resumeBy(mode, restart(), { answer: ' x ' }, { runId });
    expect(seen[1]).toEqual({
      input: { topic: 6, limit: 3 },
      resumeData: { answer: 'x', count: 1 },
    });
  });

  test('may be anything where the tool has no resumeSchema', async () => {
    const execute = vi.fn(
      async (_input: unknown, context: { resumeData: unknown; suspend: () => Promise<never> }) =>
        context.resumeData === undefined ? context.suspend() : { got: context.resumeData },
    );
    const ask = createTool({ id: 'ask', execute });
    const { agent } = bench(script, { ask });
    const { runId } = await runBy(mode, agent);
    const answer = { any: ['thing', 1, null] };
    const { toolResults } = await resumeBy(mode, agent, answer, { runId });
    expect(toolResults).toMatchObject([{ result: { got: answer } }]);
  });
});

describe('hooks over a wait', () => {
  test('onInputAvailable is called once, not again on resume; onOutput once, in the end', async () => {
    const hooks = { onInputStart: vi.fn(), onInputAvailable: vi.fn(), onOutput: vi.fn() };
    const { ask } = askTool();
    for (const elsewhere of [false, true]) {
      vi.clearAllMocks();
      const { agent, restart } = bench(script, { ask: ask.with(hooks) });
      const { runId } = await agent.generate('go');
      expect(hooks.onOutput).not.toHaveBeenCalled();
      await (elsewhere ? restart() : agent).resumeGenerate({ answer: 'x' }, { runId });
      expect(hooks.onInputStart).toHaveBeenCalledOnce();
      expect(hooks.onInputAvailable).toHaveBeenCalledOnce();
      expect(hooks.onOutput).toHaveBeenCalledOnce();
    }
  });
});

describe('the request context over a wait', () => {
  const contextTool = (gated: boolean) => {
    const seen: unknown[] = [];
    const ask = createTool({
      id: 'ask',
      requireApproval: gated,
      requestContextSchema: z.object({ user: z.string().min(1), level: z.coerce.number() }),
      execute: async (_input, { requestContext, resumeData, suspend }) => {
        seen.push([requestContext.get('user'), requestContext.get('level')]);
        if (gated || resumeData !== undefined) return { ok: true };
        return suspend();
      },
    });
    return { ask, seen };
  };
  const ada = () => new RequestContext({ user: 'ada', level: '2' });

  test.each([
    ['an answer', false],
    ['an approval', true],
  ])('is supplied anew with %s, and validated again', async (_kind, gated) => {
    const { ask, seen } = contextTool(gated);
    const { agent, restart } = bench([calls('ask', {}, 'c1'), 'Done.'], { ask });
    const { runId } = await agent.generate('go', { requestContext: ada() });
    const reference = { runId, toolCallId: 'c1' };
    const decideWith = (given: { requestContext?: RequestContext }) =>
      gated
        ? restart().approveToolCallGenerate({ ...reference, ...given })
        : restart().resumeGenerate(true, { ...reference, ...given });
    const bad = [{}, { requestContext: new RequestContext({ user: '', level: '2' }) }];
    for (const given of bad) {
      await expect(decideWith(given)).rejects.toMatchObject({
        code: 'INVALID_DECISION',
        message: expect.stringMatching(/still waits.*request context/is),
      });
    }
    const before = seen.length;
    const bob = new RequestContext({ user: 'bob', level: '3' });
    expect(await decideWith({ requestContext: bob })).toMatchObject({ text: 'Done.' });
    expect(seen.slice(before)).toEqual([['bob', 3]]);
  });

  test('is nowhere in the store', async () => {
    const { ask } = contextTool(false);
    const { agent, store } = bench([calls('ask', {}, 'c1')], { ask });
    const requestContext = new RequestContext({ user: 'ada-secret', level: '2' });
    const { runId } = await agent.generate('go', { requestContext });
    const stored = [
      await store.loadRun(runId),
      await store.loadCalls(runId),
      await store.loadMessages(runId),
      await store.loadDecisions(runId),
    ];
    expect(JSON.stringify(stored)).not.toContain('ada-secret');
  });
});
