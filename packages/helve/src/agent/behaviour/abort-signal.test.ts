import { expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import type { ToolContext } from '../../tool/tool-context.ts';
import { Agent } from '../agent.ts';
import type { RunResult } from '../run/run-result.ts';
import { recordingLogger } from './run-kit.ts';

const reason = new Error('the user left');

/** A tool that ends when its signal is aborted, and tells of the reason. */
function heeding(extra: object = {}) {
  const started = Promise.withResolvers<void>();
  const heard = Promise.withResolvers<unknown>();
  const tool = createTool({
    id: 'tool',
    execute: async (_input, { abortSignal }) => {
      started.resolve();
      await new Promise((resolve) => abortSignal.addEventListener('abort', resolve));
      heard.resolve(abortSignal.reason);
      return 'stopped';
    },
    ...extra,
  });
  const model = scriptedModel([{ toolCalls: [{ toolName: 'tool', input: {} }] }, 'over']);
  const agent = new Agent({ id: 'a', model, tools: { tool }, logger: recordingLogger() });
  const controller = new AbortController();
  return { agent, model, started: started.promise, heard: heard.promise, controller };
}

async function firstWait(result: Promise<RunResult>) {
  const [wait] = (await result).waiting;
  if (!wait) throw new Error('nothing waits');
  return wait;
}

test.each([
  ['a tool', {}],
  ['a tool with a time-out', { timeoutMs: 60_000 }],
  [
    'a tool that began while the response was coming',
    { mcp: { annotations: { readOnlyHint: true } } },
  ],
])('the signal of the run reaches %s', async (_kind, extra) => {
  const { agent, started, heard, controller } = heeding(extra);
  const result = agent.stream('go', { abortSignal: controller.signal });
  await started;
  controller.abort(reason);
  expect(await heard).toBe(reason);
  expect(await (await result).finishReason).toBe('aborted');
});

test('the signal of the run reaches the model', async () => {
  const { agent, model, started, controller } = heeding();
  const result = agent.generate('go', { abortSignal: controller.signal });
  await started;
  expect(model.requests[0]?.abortSignal).toBe(controller.signal);
  controller.abort(reason);
  await expect(result).rejects.toBe(reason);
});

test('the signal that comes with an approval reaches the tool', async () => {
  const { agent, started, heard, controller } = heeding({ requireApproval: true });
  const wait = await firstWait(agent.generate('go'));
  const result = agent.approveToolCallGenerate({ ...wait, abortSignal: controller.signal });
  await started;
  controller.abort(reason);
  expect(await heard).toBe(reason);
  await expect(result).rejects.toBe(reason);
});

test('the signal that comes with an answer reaches the tool', async () => {
  const started = Promise.withResolvers<void>();
  const { agent, controller } = heeding({
    execute: async (_input: unknown, { resumeData, suspend, abortSignal }: ToolContext) => {
      if (resumeData === undefined) return suspend();
      started.resolve();
      return new Promise((_resolve, reject) => {
        abortSignal.addEventListener('abort', () => reject(abortSignal.reason));
      });
    },
  });
  const { runId } = await firstWait(agent.generate('go'));
  const result = agent.resumeGenerate('yes', { runId, abortSignal: controller.signal });
  await started.promise;
  controller.abort(reason);
  await expect(result).rejects.toBe(reason);
});

test('a signal that was aborted before a decision ends the call without running it', async () => {
  const { agent, controller } = heeding({ requireApproval: true });
  const wait = await firstWait(agent.generate('go'));
  controller.abort(reason);
  const stream = await agent.approveToolCall({ ...wait, abortSignal: controller.signal });
  expect(await stream.finishReason).toBe('aborted');
  expect(await stream.toolResults).toMatchObject([{ kind: 'error', code: 'ABORTED' }]);
});

test('the signal of a run that waits ends nothing any more; the call still waits', async () => {
  const { agent, controller } = heeding({ requireApproval: true });
  await firstWait(agent.generate('go', { abortSignal: controller.signal }));
  controller.abort(reason);
  expect((await agent.listSuspendedRuns()).runs).toHaveLength(1);
});
