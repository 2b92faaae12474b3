import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { collect } from '../../testing/collect.ts';
import type { ToolContext } from '../../tool/tool-context.ts';
import type { PhaseTransforms } from '../../tool/tool-transform.ts';
import type { AgentStream } from '../stream/agent-stream.ts';
import { canary, everyTransform, secretive, watch } from './privacy-kit.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const good = { secret: canary('output') };

/** Goes through every phase: progress, suspension, answer, output. */
async function everyPhase({ resumeData, suspend, writer }: ToolContext): Promise<unknown> {
  await writer.write({ secret: canary('progress') });
  return resumeData === undefined ? suspend({ secret: canary('suspend') }) : good;
}

/** Every transform replaced by one that does this. */
function each(transform: () => unknown): PhaseTransforms {
  const phases = Object.keys(everyTransform);
  return Object.fromEntries(phases.map((phase) => [phase, transform]));
}

const broken: readonly (readonly [string, PhaseTransforms])[] = [
  ['are missing', {}],
  [
    'throw',
    each(() => {
      throw new Error(canary('output'), { cause: canary('input') });
    }),
  ],
  ['reject', each(() => Promise.reject(new Error(canary('output'))))],
  ['give undefined', each(() => undefined)],
  ['hang', each(() => Promise.withResolvers().promise)],
];

/** Waits for a promise; whenever nothing but the clock can go on, the clock does. */
async function settled<T>(promise: Promise<T>): Promise<T> {
  let over = false;
  const done = promise.finally(() => {
    over = true;
  });
  while (!over) {
    await new Promise((resolve) => setImmediate(resolve));
    if (vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync();
  }
  return done;
}

const failing = () => {
  throw new Error(canary('message'));
};

describe('transforms that', () => {
  test.each(broken)(
    '%s show placeholders, and no deltas and progress',
    async (_how, transforms) => {
      const transform = { display: transforms, transcript: transforms };
      const settings = { decisionTimeoutMs: 10 };
      const extra = { transform, requireApproval: true };
      for (const execute of [everyPhase, failing]) {
        const watching = watch(secretive(execute, extra), undefined, { settings });
        const { shown, findLeaks, stream } = await settled(watching);
        expect(await findLeaks()).toEqual([]);
        expect(await stream.text).toBe('over');
        const types = shown.map(({ type }) => type);
        expect(types).not.toContain('tool-call-delta');
        expect(types).not.toContain('tool-output');
        const call = shown.find(({ type }) => type === 'tool-call');
        expect(call).toMatchObject({
          payload: { args: { message: 'Tool input payload unavailable' } },
        });
        const end = shown.find(({ type }) => type === 'tool-result' || type === 'tool-error');
        expect(JSON.stringify(end)).toMatch(/Tool (output|error) payload unavailable/);
      }
    },
  );
});

test('a missing approval transform falls back to that of the input', async () => {
  const { approval: _, ...display } = everyTransform;
  const transform = { display, transcript: display };
  const { shown, findLeaks } = await watch(
    secretive(() => good, { transform, requireApproval: true }),
  );
  expect(await findLeaks()).toEqual([]);
  const asked = shown.find(({ type }) => type === 'tool-call-approval');
  expect(asked).toMatchObject({ payload: { args: 'shown input' } });
});

test('one audience that is configured does not hide anything from the other', async () => {
  const transform = { transcript: everyTransform };
  const { shown, findLeaks } = await watch(secretive(() => good, { transform }));
  const found = await findLeaks();
  expect(found).toContain('display sees output');
  expect(found.filter((leak) => !leak.startsWith('display'))).toEqual([]);
  const end = shown.find(({ type }) => type === 'tool-result');
  expect(end).toMatchObject({ payload: { result: good } });
});

/** A tool that writes what it has, and never ends by itself. */
function endless(extra: object = {}) {
  const started = Promise.withResolvers<ToolContext>();
  const work = Promise.withResolvers<object>();
  const tool = secretive(async (context) => {
    started.resolve(context);
    return work.promise;
  }, extra);
  return { tool, started: started.promise, work };
}

async function lateWork({ writer }: ToolContext, work: PromiseWithResolvers<object>) {
  await writer.write({ secret: canary('progress') });
  work.reject(new Error(canary('message'), { cause: new Error(canary('cause')) }));
}

test('a call that timed out leaks nothing, nor what its tool does later', async () => {
  const { tool, started, work } = endless({ timeoutMs: 1_000 });
  const running = async (stream: AgentStream) => {
    const context = await started;
    await vi.advanceTimersByTimeAsync(1_000);
    for await (const { type } of stream.fullStream) {
      // the step is over, and the run is not
      if (type === 'step-finish') await lateWork(context, work);
    }
  };
  const { findLeaks } = await watch(tool, undefined, { running });
  await vi.advanceTimersByTimeAsync(0);
  expect(await findLeaks()).toEqual([]);
});

test('a call that was aborted leaks nothing, nor what its tool does later', async () => {
  const { tool, started, work } = endless();
  const controller = new AbortController();
  const running = async (stream: AgentStream) => {
    const context = await started;
    controller.abort(new Error('enough'));
    await stream.result;
    await lateWork(context, work);
  };
  const abortSignal = controller.signal;
  const { findLeaks } = await watch(tool, undefined, { running, abortSignal });
  await vi.advanceTimersByTimeAsync(0);
  expect(await findLeaks()).toEqual([]);
});

test('progress of a tool that began while the response was coming is hidden, too', async () => {
  const tool = secretive(
    async ({ writer }) => {
      await writer.write({ secret: canary('progress') });
      return good;
    },
    { mcp: { annotations: { readOnlyHint: true } } },
  );
  const { findLeaks, stream, shown } = await watch(tool);
  expect(await findLeaks()).toEqual([]);
  expect(shown.filter(({ type }) => type === 'tool-output')).toMatchObject([
    { payload: { output: 'shown progress' } },
  ]);
  expect((await collect(stream.fullStream)).some(({ type }) => type === 'tool-output')).toBe(true);
});

test('what toModelOutput fails with is not for the log either', async () => {
  const { findLeaks } = await watch(
    secretive(() => good, {
      toModelOutput: (output: unknown) => {
        throw new Error(JSON.stringify(output));
      },
    }),
  );
  expect(await findLeaks()).toEqual([]);
});
