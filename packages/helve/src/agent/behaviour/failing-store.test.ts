import { describe, expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { collect } from '../../testing/collect.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { chunkProblems, recordingLogger } from './run-kit.ts';

const error = new Error('disk full');

/** A run of three calls on a store whose commits fail from the n-th on. */
async function runWith(failsFrom: number, fails: 'rejects' | 'throws' | 'conflicts') {
  const store = new MemoryStore();
  const commit = store.commit.bind(store);
  let commits = 0;
  vi.spyOn(store, 'commit').mockImplementation((transition) => {
    commits += 1;
    if (commits < failsFrom) return commit(transition);
    if (fails === 'throws') throw error;
    if (fails === 'rejects') return Promise.reject(error);
    return Promise.resolve({ ok: false, conflict: { kind: 'run', runId: 'another' } });
  });
  const works = createTool({ id: 'works', execute: async () => 'ok' });
  const breaks = createTool({
    id: 'breaks',
    execute: async () => {
      throw new Error('broken');
    },
  });
  const toolCalls = ['works', 'breaks', 'unknown'].map((toolName) => ({ toolName, input: {} }));
  const model = scriptedModel([{ toolCalls }, 'over']);
  const logger = recordingLogger();
  const agent = new Agent({ id: 'a', model, tools: { works, breaks }, store, logger });
  const stream = await agent.stream('go');
  const chunks = await collect(stream.fullStream);
  const open = await store.loadCalls(stream.runId, { open: true });
  const recoverable = new Set(open.map(({ toolCallId }) => toolCallId));
  return { stream, chunks, recoverable, commits: () => commits };
}

test('a run on a sound store takes more commits than are broken below', async () => {
  const { stream, commits } = await runWith(Number.POSITIVE_INFINITY, 'rejects');
  expect(await stream.text).toBe('over');
  expect(commits()).toBeGreaterThanOrEqual(5);
});

describe.each(['rejects', 'throws'] as const)('a store that %s', (fails) => {
  test.each([2, 3, 4, 5])(
    'from its commit %i on fails the run with its error; every call ends or can be recovered',
    async (failsFrom) => {
      const { stream, chunks, recoverable } = await runWith(failsFrom, fails);
      await expect(stream.result).rejects.toBe(error);
      const ended = chunks.filter(
        ({ payload }) => !('toolCallId' in payload && recoverable.has(payload.toolCallId)),
      );
      expect(chunkProblems(ended)).toEqual([]);
      expect(chunks.slice(-2)).toMatchObject([
        { type: 'error', payload: { error } },
        { type: 'finish', payload: { finishReason: 'error' } },
      ]);
    },
  );

  test('from its first commit on refuses the run', async () => {
    await expect(runWith(1, fails)).rejects.toBe(error);
  });
});

test.each([2, 4, 5])(
  'a run that somebody else writes is given up here: commit %i meets a conflict',
  async (failsFrom) => {
    const { stream, chunks } = await runWith(failsFrom, 'conflicts');
    await expect(stream.result).rejects.toMatchObject({ code: 'STORE_CONFLICT' });
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', payload: { finishReason: 'error' } });
  },
);
