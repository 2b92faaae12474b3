import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { ToolSource } from '../tool/tool.ts';
import type { InputDelta } from '../tool/tool-hooks.ts';
import { CallHooks, loadPartialInput } from './call-hooks.ts';
import { testRuntime, throwing } from './test-runtime.ts';

beforeAll(loadPartialInput);

const CALL = { runId: 'run-1', toolCallId: 'call-1', toolName: 'get_weather' };

function hooksOf(tool: Partial<ToolSource>, runtime = testRuntime()) {
  return new CallHooks({ id: 'weather', ...tool }, CALL, runtime);
}

describe('the hooks of a call', () => {
  test('are told what they watch, in their order', () => {
    const controller = new AbortController();
    const runtime = testRuntime({ abortSignal: controller.signal });
    const seen: [string, object][] = [];
    const note = (name: string) => (options: object) => void seen.push([name, options]);
    const hooks = hooksOf(
      {
        onInputStart: note('start'),
        onInputDelta: note('delta'),
        onInputAvailable: note('available'),
        onOutput: note('output'),
      },
      runtime,
    );
    hooks.started();
    hooks.received('{"city":');
    hooks.received('"Oslo"}');
    hooks.available({ city: 'Oslo' });
    hooks.succeeded({ forecast: 'sunny' });
    const common = { toolCallId: 'call-1', abortSignal: controller.signal };
    const told = { ...common, messages: runtime.messages() };
    expect(seen).toEqual([
      ['start', told],
      ['delta', { ...told, inputTextDelta: '{"city":', partialInput: { city: 'Oslo' } }],
      ['delta', { ...told, inputTextDelta: '"Oslo"}', partialInput: { city: 'Oslo' } }],
      ['available', { ...told, input: { city: 'Oslo' } }],
      ['output', { ...common, output: { forecast: 'sunny' }, toolName: 'get_weather' }],
    ]);
    expect(seen.at(-1)?.[1]).not.toHaveProperty('messages');
  });

  test('are told of a start once, also where the input does not stream', () => {
    const onInputStart = vi.fn();
    const onInputAvailable = vi.fn();
    const hooks = hooksOf({ onInputStart, onInputAvailable });
    hooks.available({});
    hooks.started();
    expect(onInputStart).toHaveBeenCalledOnce();
    expect(onInputStart).toHaveBeenCalledBefore(onInputAvailable);
  });

  test('see the arguments grow', () => {
    const partials: unknown[] = [];
    const hooks = hooksOf({
      onInputDelta: ({ partialInput }) => void partials.push(structuredClone(partialInput)),
    });
    for (const piece of ['{"ci', 'ty":"Os', 'lo"}']) hooks.received(piece);
    expect(partials).toEqual([{}, { city: 'Os' }, { city: 'Oslo' }]);
  });

  test('see what had come by their delta, also where they run later', async () => {
    const partials: unknown[] = [];
    const hooks = hooksOf({
      onInputDelta: async (delta: InputDelta) => {
        partials.push(structuredClone(delta.partialInput));
        await Promise.resolve();
      },
    });
    for (const piece of ['[1', ',2', ',3]']) hooks.received(piece);
    await hooks.pending;
    expect(partials).toEqual([[], [1], [1, 2, 3]]);
  });

  test('have a signal where the host gave none', () => {
    const signals: AbortSignal[] = [];
    const keep = ({ abortSignal }: { abortSignal: AbortSignal }) => void signals.push(abortSignal);
    const hooks = hooksOf({ onInputStart: keep, onInputDelta: keep, onOutput: keep });
    hooks.started();
    hooks.received('{}');
    hooks.succeeded(1);
    expect(new Set(signals).size).toBe(1);
    expect(signals[0]?.aborted).toBe(false);
  });

  test('that are not there cost nothing', () => {
    const hooks = hooksOf({});
    hooks.started();
    hooks.received('{}');
    hooks.available({});
    hooks.succeeded(1);
    expect(hooks.pending).toBeUndefined();
  });

  test.each<[string, () => unknown]>([
    ['throws', throwing(new Error('hook says secret-value'))],
    ['throws nothing', throwing(undefined)],
    ['rejects', () => Promise.reject(new Error('hook says secret-value'))],
  ])('one that %s is logged, and the others are told all the same', async (_, fail) => {
    const runtime = testRuntime();
    const onOutput = vi.fn();
    const hooks = hooksOf({ onInputStart: fail, onInputAvailable: fail, onOutput }, runtime);
    hooks.available({});
    hooks.succeeded(1);
    await hooks.pending;
    expect(onOutput).toHaveBeenCalledOnce();
    expect(runtime.logged.map(({ message }) => message)).toEqual([
      'The hook onInputStart failed; the call goes on.',
      'The hook onInputAvailable failed; the call goes on.',
    ]);
    expect(runtime.logged[0]?.details).toMatchObject(CALL);
  });

  test('leak nothing into the log for a tool that hides payloads', () => {
    const runtime = testRuntime();
    const onOutput = throwing(new Error('hook says secret-value'));
    hooksOf({ onOutput, transform: { display: {} } }, runtime).succeeded('secret-value');
    expect(runtime.logged).toHaveLength(1);
    expect(JSON.stringify(runtime.logged)).not.toContain('secret-value');
  });
});
