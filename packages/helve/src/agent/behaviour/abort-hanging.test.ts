import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { chunkProblems, recordingLogger } from './run-kit.ts';

// What hangs here would hang for ever, or for the half minute that decisions have: an abort must
// not wait for it. The clock stands still, so that only the abort can end a run.

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Says that it was asked, and never answers. */
function hanging() {
  const asked = Promise.withResolvers<void>();
  const hang = (): Promise<never> => {
    asked.resolve();
    return Promise.withResolvers<never>().promise;
  };
  return { asked: asked.promise, hang };
}

const plain = z.object({});

function schemaThat(hang: () => Promise<never>) {
  return { '~standard': { ...plain['~standard'], validate: hang } };
}

const places: readonly (readonly [
  string,
  (hang: () => Promise<never>) => { readonly tool?: object; readonly agent?: object },
])[] = [
  ['execute', (hang) => ({ tool: { execute: hang } })],
  ['the input schema', (hang) => ({ tool: { inputSchema: schemaThat(hang) } })],
  ['the request context schema', (hang) => ({ tool: { requestContextSchema: schemaThat(hang) } })],
  ['the output schema', (hang) => ({ tool: { outputSchema: schemaThat(hang) } })],
  [
    'the suspend schema',
    (hang) => ({
      tool: {
        suspendSchema: schemaThat(hang),
        execute: (_input: unknown, { suspend }: { suspend: () => unknown }) => suspend(),
      },
    }),
  ],
  ['the guard', (hang) => ({ agent: { hooks: { beforeToolCall: hang } } })],
  ['the tool’s approval rule', (hang) => ({ tool: { requireApproval: hang } })],
  ['the agent’s approval rule', (hang) => ({ agent: { requireToolApproval: hang } })],
  ['toModelOutput', (hang) => ({ tool: { toModelOutput: hang } })],
  [
    'a transform of the input',
    (hang) => ({ tool: { transform: { transcript: { input: hang } } } }),
  ],
  [
    'a transform of the output',
    (hang) => ({ tool: { transform: { transcript: { output: hang } } } }),
  ],
  ['stopWhen', (hang) => ({ agent: { stopWhen: hang } })],
  ['prepareStep', (hang) => ({ agent: { prepareStep: hang } })],
  [
    'repairToolCall',
    (hang) => ({
      tool: { inputSchema: z.object({ needed: z.string() }) },
      agent: { repairToolCall: hang },
    }),
  ],
  [
    'the model',
    (hang) => ({ agent: { model: { ...scriptedModel([]), doStream: hang, doGenerate: hang } } }),
  ],
];

test.each(places)('an abort ends a run in which %s hangs', async (_place, hangIn) => {
  const { asked, hang } = hanging();
  const { tool: toolParts = {}, agent: agentParts = {} } = hangIn(hang);
  const tool = createTool({ id: 'tool', execute: async () => ({}), ...toolParts });
  const toolCalls = [{ toolName: 'tool', input: {}, toolCallId: 'c1' }];
  const model = scriptedModel([{ toolCalls }, 'over']);
  const logger = recordingLogger();
  const agent = new Agent({ id: 'a', model, tools: { tool }, logger, ...agentParts });
  const controller = new AbortController();
  const stream = await agent.stream('go', { abortSignal: controller.signal });
  await asked;
  controller.abort(new Error('the user left'));
  expect(await stream.finishReason).toBe('aborted');
  expect(chunkProblems(await collect(stream.fullStream))).toEqual([]);
});
