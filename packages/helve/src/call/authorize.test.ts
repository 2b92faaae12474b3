import { describe, expect, test, vi } from 'vitest';
import { authorize, notActive, unknownTool } from './authorize.ts';
import { createTool } from './create-tool.ts';
import type { Guard } from './guard.ts';
import { testCall, testRuntime, throwing } from './test-runtime.ts';

const tool = createTool({ id: 't', mcp: { annotations: { readOnlyHint: true } } });

/** What becomes of a call under a guard that answers `verdict`. */
function under(verdict: () => unknown, overrides = {}) {
  // what callers without types may write
  const guard = verdict as Guard;
  return authorize(testCall(tool, { n: 1 }), testRuntime({ guard, ...overrides }), []);
}

describe('a call', () => {
  test('goes on where its tool is active and nobody guards', async () => {
    expect(await authorize(testCall(tool), testRuntime(), [])).toEqual({ kind: 'granted' });
  });

  test('of a tool that is not active is refused before the guard is asked', async () => {
    const guard = vi.fn();
    const runtime = testRuntime({ guard, activeTools: new Set(['search', 'fetch']) });
    const result = await authorize(testCall(tool), runtime, []);
    expect(result).toMatchObject({
      kind: 'refused',
      failure: {
        code: 'TOOL_NOT_ACTIVE',
        modelText:
          'Tool "tool" is not available in this step. It did not run. Available tools: search, fetch.',
      },
    });
    expect(guard).not.toHaveBeenCalled();
  });
});

describe('a guard', () => {
  test('is told the call, with its parsed input and the hints of its tool', async () => {
    const guard = vi.fn();
    const call = testCall(tool, { n: 1 });
    await authorize(call, testRuntime({ guard }), []);
    expect(guard).toHaveBeenCalledExactlyOnceWith({
      runId: 'run-1',
      toolCallId: 'call-1',
      toolName: 'tool',
      input: { n: 1 },
      annotations: { readOnlyHint: true },
      requestContext: call.requestContext,
    });
  });

  test.each([undefined, null, { proceed: true }])('lets a call pass with %j', async (verdict) => {
    expect(await under(() => verdict)).toEqual({ kind: 'granted' });
    expect(await under(async () => verdict)).toEqual({ kind: 'granted' });
  });

  test('refuses, and the model is told why', async () => {
    expect(await under(() => ({ proceed: false, reason: 'only clerks may refund' }))).toMatchObject(
      {
        kind: 'refused',
        failure: {
          code: 'REFUSED',
          modelText:
            'Tool "tool" may not be used for this: only clerks may refund. It did not run; do not try again with the same arguments.',
        },
      },
    );
  });

  test.each([{ cached: 1 }, undefined, null, false])(
    "answers in the tool's place, also with %j",
    async (output) => {
      const verdict = await under(() => ({ proceed: false, output }));
      expect(verdict).toEqual({ kind: 'answered', output });
    },
  );

  const no = throwing(new Error('secret-value'));

  test.each<[string, () => unknown]>([
    ['throws', no],
    ['throws nothing', throwing(null)],
    ['rejects', () => Promise.reject(new Error('secret-value'))],
    ['hangs', () => new Promise(() => undefined)],
    ['says true', () => true],
    ['says false', () => false],
    ['says yes', () => 'yes'],
    ['says something else', () => ({ allowed: true })],
    ['says neither', () => ({ proceed: 'yes' })],
    ['refuses for no text', () => ({ proceed: false, reason: Symbol('s') })],
    ['gives what cannot be read', () => Object.defineProperty({}, 'proceed', { get: no })],
  ])('that %s refuses the call', async (_, verdict) => {
    const result = await under(verdict, { decisionTimeoutMs: 1 });
    expect(result).toMatchObject({
      kind: 'refused',
      failure: {
        code: 'REFUSED',
        modelText:
          'Tool "tool" may not be used for this. It did not run; do not try again with the same arguments.',
      },
    });
    expect(JSON.stringify(result)).not.toContain('secret-value');
  });

  test('that fails is logged; one that an abort cut short is not', async () => {
    const runtime = testRuntime({ guard: no });
    await authorize(testCall(tool), runtime, []);
    expect(runtime.logged).toMatchObject([{ level: 'error', details: { toolName: 'tool' } }]);

    const controller = new AbortController();
    const guard = () => new Promise<undefined>(() => undefined);
    const abortSignal = controller.signal;
    const patient = testRuntime({ guard, abortSignal, decisionTimeoutMs: 60_000 });
    const asking = authorize(testCall(tool), patient, []);
    controller.abort();
    expect(await asking).toMatchObject({ kind: 'refused' });
    expect(patient.logged).toEqual([]);
  });
});

test('a model that names no tool of ours is told which there are, fifty at most', () => {
  expect(unknownTool('serch', new Set(['search'])).modelText).toBe(
    'There is no tool "serch". Nothing ran. Available tools: search.',
  );
  expect(unknownTool('x', new Set()).modelText).toContain('No tools are available.');
  const many = new Set(Array.from({ length: 51 }, (_, n) => `tool${n}`));
  expect(notActive('x', many).modelText).toMatch(/tool49, …\.$/);
});
