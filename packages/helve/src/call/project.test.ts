import { describe, expect, test, vi } from 'vitest';
import type { Phase, PhaseTransforms, ToolTransform } from '../tool/tool-transform.ts';
import { createTool } from './create-tool.ts';
import type { PhasePayload, ProjectionSource } from './project.ts';
import { isConfigured, project } from './project.ts';
import { testRuntime, throwing } from './test-runtime.ts';

const CANARY = 'canary-4711';

const PAYLOADS: Readonly<Record<Phase, PhasePayload>> = {
  input: {},
  inputDelta: { inputTextDelta: CANARY },
  progress: { progress: { secret: CANARY } },
  output: { output: { secret: CANARY } },
  error: { error: new Error(CANARY) },
  approval: {},
  suspend: { suspendPayload: { secret: CANARY } },
  resume: { resumeData: { secret: CANARY } },
};

const PHASES = Object.keys(PAYLOADS) as Phase[];

function sourceOf(transform?: ToolTransform): ProjectionSource {
  return {
    runId: 'run-1',
    toolCallId: 'call-1',
    toolName: 'tool',
    tool: createTool({ id: 't', ...(transform ? { transform } : {}) }).source,
    input: { secret: CANARY },
    providerMetadata: { openai: { itemId: 'i-1' } },
    inputForms: {},
  };
}

function show(source: ProjectionSource, phase: Phase, runtime = testRuntime()) {
  return project(source, 'display', phase, PAYLOADS[phase], runtime);
}

describe('an audience that is not configured', () => {
  test.each([
    ['input', { secret: CANARY }],
    ['inputDelta', CANARY],
    ['progress', { secret: CANARY }],
    ['output', { secret: CANARY }],
    ['error', { message: CANARY }],
    ['approval', { secret: CANARY }],
    ['suspend', { secret: CANARY }],
    ['resume', { secret: CANARY }],
  ] as const)('sees %s as it is, as JSON', async (phase, value) => {
    const onlyOther = sourceOf({ transcript: { output: () => 'hidden' } });
    for (const source of [sourceOf(), onlyOther, { ...onlyOther, tool: undefined }]) {
      expect(await show(source, phase)).toEqual({ shown: true, value });
      expect(isConfigured(source.tool, 'display')).toBe(false);
    }
  });

  test('sees what is said of a failure for people, rather than the error', async () => {
    const failure = {
      code: 'TIMED_OUT',
      error: CANARY,
      modelText: CANARY,
      displayText: 'Too slow.',
    } as const;
    expect(await show({ ...sourceOf(), failure }, 'error')).toEqual({
      shown: true,
      value: { message: 'Too slow.' },
    });
  });

  test('sees no input where there is none', async () => {
    const { input: _, ...source } = sourceOf();
    expect(await show(source, 'input')).toEqual({ shown: true, value: null });
  });
});

describe('a transform', () => {
  test.each(PHASES)('of %s makes what its audience sees, at once or later', async (phase) => {
    for (const transform of [() => ({ shown: phase }), async () => ({ shown: phase })]) {
      const source = sourceOf({ display: { [phase]: transform } });
      expect(await show(source, phase)).toEqual({ shown: true, value: { shown: phase } });
    }
  });

  test.each(PHASES)('of %s is given the call, its payload and what came before', async (phase) => {
    const transform = vi.fn(() => 'seen');
    await show(sourceOf({ display: { [phase]: transform } }), phase);
    expect(transform).toHaveBeenCalledExactlyOnceWith({
      target: 'display',
      phase,
      toolName: 'tool',
      toolCallId: 'call-1',
      input: { secret: CANARY },
      providerMetadata: { openai: { itemId: 'i-1' } },
      ...PAYLOADS[phase],
    });
  });

  test.each([null, false, 0, ''])('may show %j', async (value) => {
    expect(await show(sourceOf({ display: { output: () => value } }), 'output')).toEqual({
      shown: true,
      value,
    });
  });

  test('gives JSON, whatever it returns', async () => {
    const source = sourceOf({ display: { output: () => new Map([['at', new Date(0)]]) } });
    expect(await show(source, 'output')).toEqual({
      shown: true,
      value: [['at', '1970-01-01T00:00:00.000Z']],
    });
  });

  test('of the input is run once for each audience, however many chunks show it', async () => {
    const display = { input: vi.fn(() => 'for screens') };
    const transcript = { input: vi.fn(() => 'for transcripts') };
    const source = sourceOf({ display, transcript });
    const runtime = testRuntime();
    const shown = await Promise.all([
      project(source, 'display', 'input', {}, runtime),
      project({ ...source }, 'display', 'input', {}, runtime),
      project(source, 'transcript', 'input', {}, runtime),
      project(source, 'display', 'approval', {}, runtime),
    ]);
    expect(shown.map((each) => each.shown && each.value)).toEqual([
      'for screens',
      'for screens',
      'for transcripts',
      'for screens',
    ]);
    expect(display.input).toHaveBeenCalledOnce();
    expect(transcript.input).toHaveBeenCalledOnce();
  });

  test('of the approval goes before that of the input', async () => {
    const display = { input: () => 'input', approval: () => 'approval' };
    expect(await show(sourceOf({ display }), 'approval')).toEqual({
      shown: true,
      value: 'approval',
    });
  });
});

describe('once an audience is configured, nothing raw reaches it', () => {
  const fails: Readonly<Record<string, () => unknown>> = {
    throws: throwing(new Error(CANARY)),
    'throws no error': throwing({ message: CANARY }),
    rejects: () => Promise.reject(new Error(CANARY)),
    'returns undefined': () => undefined,
    'resolves to undefined': async () => undefined,
    hangs: () => new Promise(() => undefined),
  };

  test.each(
    PHASES.flatMap((phase) =>
      Object.entries(fails).map(([how, fail]) => [phase, how, fail] as const),
    ),
  )('%s: the transform %s', async (phase, _, fail) => {
    const runtime = testRuntime({ decisionTimeoutMs: 1 });
    const source = sourceOf({ display: { [phase]: fail } });
    const projection = await show(source, phase, runtime);
    expectHidden(phase, projection);
    expect(JSON.stringify([projection, runtime.logged])).not.toContain(CANARY);
    expect(runtime.logged).toHaveLength(1);
  });

  test.each(PHASES)('%s: there is no transform for it', async (phase) => {
    // another phase is configured: `resume` for all but `resume`
    const display: PhaseTransforms = phase === 'resume' ? { input: () => 1 } : { resume: () => 1 };
    const source = sourceOf({ display });
    expect(isConfigured(source.tool, 'display')).toBe(true);
    expectHidden(phase, await show(source, phase));
  });

  test('an audience without any transform sees nothing', async () => {
    for (const phase of PHASES) expectHidden(phase, await show(sourceOf({ display: {} }), phase));
  });

  test('a failing transform is logged once a phase, without the message of its error', async () => {
    const runtime = testRuntime();
    const source = sourceOf({ display: { output: fails['throws'] ?? (() => 1) } });
    await show(source, 'output', runtime);
    await show({ ...source }, 'output', runtime);
    expect(runtime.logged).toMatchObject([
      {
        level: 'error',
        message: expect.stringContaining('transform.display.output of "tool" failed'),
        details: { runId: 'run-1', toolCallId: 'call-1', errorType: 'Error' },
      },
    ]);
  });

  function expectHidden(phase: Phase, projection: unknown): void {
    if (phase === 'inputDelta' || phase === 'progress') {
      expect(projection).toEqual({ shown: false });
    } else {
      const value = { message: expect.stringMatching(/^Tool \w+ payload unavailable$/) };
      expect(projection).toEqual({ shown: true, value });
      expect(JSON.stringify(projection)).not.toContain(CANARY);
    }
  }
});
