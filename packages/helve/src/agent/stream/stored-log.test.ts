import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { Store } from '../../store/store.ts';
import type { Agent } from '../agent.ts';
import { fedModel, finishPart, recordingLogger } from '../behaviour/run-kit.ts';
import { bench, calls } from '../behaviour/test-kit.ts';
import type { Chunk } from './chunk.ts';
import { collect, expectNumbers, json, observed } from './observe-kit.ts';

const inputSchema = z.object({ n: z.number().default(1) });

const lookup = createTool({ id: 'lookup', inputSchema, execute: async ({ n }) => ({ n }) });
const refund = createTool({
  id: 'refund',
  inputSchema,
  requireApproval: true,
  execute: async ({ n }) => ({ refunded: n }),
});

describe('what cannot be joined', () => {
  const refused = (agent: Agent, runId: string, from?: number): Promise<unknown> =>
    agent
      .observeStream(from === undefined ? { runId } : { runId, from })
      .then(({ displayStream }) => collect(displayStream))
      .then(
        () => undefined,
        (error: unknown) => error,
      );

  test('is a stream that is not stored; while the run is live here, it is', async () => {
    const model = fedModel();
    const { agent, restart } = bench([], {}, { model });
    const stream = await agent.stream('go');
    const following = observed(agent, stream.runId, 1);
    expect(await refused(restart(), stream.runId)).toMatchObject({ code: 'STREAM_NOT_STORED' });
    await model.asked;
    model.feed({ type: 'stream-start', warnings: [] }, finishPart());
    model.end();
    const shown = await collect(stream.displayStream);
    expectNumbers(await following, 1);
    expect((await following).map(({ chunk }) => chunk)).toEqual(shown.slice(1));
    expect(await refused(agent, stream.runId)).toMatchObject({ code: 'STREAM_NOT_STORED' });
  });

  test("is a run that is not there, or another agent's, or a number that is none", async () => {
    const { agent, restart } = bench(['Hello.'], {}, { storeStream: true });
    const { runId } = await (await agent.stream('go')).result;
    expect(await refused(agent, 'nowhere')).toMatchObject({ code: 'RUN_NOT_FOUND' });
    expect(await refused(restart({ id: 'another' }), runId)).toMatchObject({
      code: 'RUN_NOT_FOUND',
    });
    for (const from of [-1, 0.5, Number.NaN]) {
      expect(await refused(agent, runId, from)).toMatchObject({ code: 'INVALID_AGENT' });
    }
  });

  test('is a stream that was forgotten', async () => {
    const { agent, store } = bench([calls('refund', {}, 'r'), 'Done.'], { refund });
    const { runId } = await (await agent.stream('go', { storeStream: true })).result;
    const { length } = await store.loadChunks(runId);
    await store.deleteChunks(runId);
    expect(await refused(agent, runId)).toMatchObject({ code: 'STREAM_NOT_STORED' });
    expect(await refused(agent, runId, length)).toBeUndefined();
    await (await agent.approveToolCall({ runId, toolCallId: 'r' })).result;
    expect(await refused(agent, runId)).toMatchObject({ code: 'STREAM_NOT_STORED' });
    expectNumbers(await observed(agent, runId, length), length);
  });

  test('is a stream that could not be written: the run does not notice', async () => {
    for (const fail of [failing, hanging]) {
      vi.useFakeTimers();
      try {
        const store = fail(new MemoryStore());
        const logger = recordingLogger();
        const { agent, restart } = bench(
          [calls('lookup', {}), 'Done.'],
          { lookup },
          {
            store,
            logger,
            storeStream: true,
          },
        );
        const stream = await agent.stream('go');
        await vi.advanceTimersByTimeAsync(10_000);
        expect(await stream.text).toBe('Done.');
        expect(logger.records.map(({ level }) => level)).toEqual(['error']);
        expect(logger.records[0]?.message).toContain('could not be stored');
        expect((await store.loadRun(stream.runId))?.chunkLog).toMatchObject({
          isIncomplete: true,
        });
        const error = await refused(restart(), stream.runId);
        expect(error).toMatchObject({ code: 'STREAM_NOT_STORED' });
      } finally {
        vi.useRealTimers();
      }
    }
  });
});

function failing(store: MemoryStore): MemoryStore {
  vi.spyOn(store, 'appendChunks').mockRejectedValue(new Error('disk'));
  return store;
}

function hanging(store: MemoryStore): MemoryStore {
  vi.spyOn(store, 'appendChunks').mockReturnValue(new Promise(() => undefined));
  return store;
}

describe('what is stored', () => {
  const secret = createTool({
    id: 'secret',
    inputSchema,
    transform: {
      display: {
        input: () => ({ shown: 'input' }),
        output: () => ({ shown: 'output' }),
      },
    },
    execute: async (_input, { writer }) => {
      await writer.write('RAW PROGRESS');
      return { raw: 'RAW OUTPUT' };
    },
  });

  test('is what screens see, numbered without what they do not', async () => {
    const { agent, store, restart } = bench([calls('secret', { n: 7 }), 'Done.'], { secret });
    const stream = await agent.stream('go', { storeStream: true });
    const shown = await collect(stream.displayStream);
    const stored = await store.loadChunks(stream.runId);
    expect(JSON.stringify(stored)).not.toContain('RAW');
    expect(json(stored.map(({ chunk }) => chunk))).toEqual(json(shown));
    expectNumbers(await observed(restart(), stream.runId));
  });

  test('is of a raw output what the model was given', async () => {
    const open = createTool({
      id: 'open',
      inputSchema,
      execute: async () => ({ raw: 'RAW OUTPUT' }),
      toModelOutput: () => 'in short',
    });
    const { agent, store, restart } = bench([calls('open', {}), 'Done.'], { open });
    const stream = await agent.stream('go', { storeStream: true });
    expect(JSON.stringify(await collect(stream.displayStream))).toContain('RAW OUTPUT');
    expect(JSON.stringify(await store.loadChunks(stream.runId))).not.toContain('RAW');
    const result = (await observed(restart(), stream.runId))
      .map(({ chunk }): Chunk => chunk)
      .find(({ type }) => type === 'tool-result');
    expect(result?.payload).toMatchObject({ result: 'in short' });
  });

  test('is nothing but where it is asked for, or a stream of a store that lasts', async () => {
    class DurableStore extends MemoryStore {
      readonly isDurable = true;
    }
    const stored = async (
      store: Store,
      mode: 'stream' | 'generate',
      ofAgent?: boolean,
      ofRun?: boolean,
    ): Promise<boolean> => {
      const append = vi.spyOn(store, 'appendChunks');
      const { agent } = bench(
        ['Done.'],
        {},
        {
          store,
          ...(ofAgent === undefined ? {} : { storeStream: ofAgent }),
        },
      );
      const options = ofRun === undefined ? {} : { storeStream: ofRun };
      const { runId } =
        mode === 'stream'
          ? await (await agent.stream('go', options)).result
          : await agent.generate('go', options);
      const isStored = (await store.loadChunks(runId)).length > 0;
      if (!isStored) expect(append).not.toHaveBeenCalled();
      return isStored;
    };
    expect(await stored(new MemoryStore(), 'stream')).toBe(false);
    expect(await stored(new DurableStore(), 'stream')).toBe(true);
    expect(await stored(new DurableStore(), 'generate')).toBe(false);
    expect(await stored(new MemoryStore(), 'generate', true)).toBe(true);
    expect(await stored(new DurableStore(), 'stream', false)).toBe(false);
    expect(await stored(new DurableStore(), 'stream', false, true)).toBe(true);
    expect(await stored(new DurableStore(), 'stream', true, false)).toBe(false);
  });
});
