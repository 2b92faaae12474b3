import { expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';

const readOnly = { annotations: { readOnlyHint: true } } as const;

/** `ReadableStream.from`, which not every runtime has. */
function streamOf(parts: Iterable<object> | AsyncIterable<object>): ReadableStream<object> {
  return new ReadableStream({
    async start(controller) {
      for await (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

/** A model whose response pauses, behind a complete call, until it is told to go on. */
function pausingModel(goOn: Promise<unknown>, ending: readonly object[]) {
  const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'read', input: '{}' };
  const finish = (unified: string) => ({
    type: 'finish',
    finishReason: { unified, raw: undefined },
    usage: { inputTokens: {}, outputTokens: {} },
  });
  let asked = 0;
  return {
    ...scriptedModel([]),
    async doStream() {
      asked += 1;
      if (asked > 1) {
        const parts = [{ type: 'text-delta', id: 't', delta: 'Done.' }, finish('stop')];
        return { stream: streamOf(parts) };
      }
      async function* response() {
        yield call;
        await goOn;
        yield* ending.length > 0 ? ending : [finish('tool-calls')];
      }
      return { stream: streamOf(response()) };
    },
  };
}

test('a tool that only reads begins while the response is still coming', async () => {
  const begun = Promise.withResolvers<void>();
  const read = createTool({
    id: 'read',
    mcp: readOnly,
    execute: async () => {
      begun.resolve();
      return 'read';
    },
  });
  // The response goes on only once the tool has begun: without an early start this would hang.
  const agent = new Agent({ id: 'a', model: pausingModel(begun.promise, []), tools: { read } });
  const stream = await agent.stream('Go.');
  expect(await stream.toolResults).toMatchObject([{ kind: 'result', result: 'read' }]);
  expect(await stream.text).toBe('Done.');
});

test('any other tool waits for the response to end', async () => {
  const events: string[] = [];
  const goOn = Promise.withResolvers<void>();
  const read = createTool({
    id: 'read',
    execute: async () => {
      events.push('begun');
    },
  });
  const agent = new Agent({ id: 'a', model: pausingModel(goOn.promise, []), tools: { read } });
  const stream = await agent.stream('Go.');
  for await (const { type } of stream.fullStream) {
    if (type !== 'tool-call') continue;
    events.push('called');
    goOn.resolve();
  }
  expect(events).toEqual(['called', 'begun']);
});

test('a call that began early is aborted and ends where the response breaks off, and leaves no history', async () => {
  const begun = Promise.withResolvers<AbortSignal>();
  const onOutput: unknown[] = [];
  const read = createTool({
    id: 'read',
    mcp: readOnly,
    execute: (_input, { abortSignal }) => {
      begun.resolve(abortSignal);
      return 'read';
    },
    onOutput: ({ output }) => {
      onOutput.push(output);
    },
  });
  const broken = [{ type: 'error', error: new Error('connection lost') }];
  const agent = new Agent({ id: 'a', model: pausingModel(begun.promise, broken), tools: { read } });
  const stream = await agent.stream('Go.');
  const ends: string[] = [];
  for await (const { type } of stream.fullStream) {
    if (/^tool-(result|error|output-denied)$/.test(type)) ends.push(type);
  }
  await expect(stream.text).rejects.toThrow('connection lost');
  expect((await begun.promise).aborted).toBe(true);
  expect(ends).toEqual(['tool-error']);
  expect(onOutput).toEqual([]);
});

test('an early start copies no conversation that its tool does not look at', async () => {
  const history = Array.from({ length: 99 }, () => ({ role: 'user', content: 'Hi' }) as const);
  const slice = vi.spyOn(Array.prototype, 'slice');
  const copiesMade = async (mcp: object): Promise<number> => {
    const read = createTool({ id: 'read', mcp, execute: async () => 'read' });
    const agent = new Agent({
      id: 'a',
      model: pausingModel(Promise.resolve(), []),
      tools: { read },
    });
    slice.mockClear();
    expect(await (await agent.stream(history)).text).toBe('Done.');
    return slice.mock.contexts.filter((list) => Array.isArray(list) && list.length > 90).length;
  };
  try {
    expect(await copiesMade(readOnly)).toBe(await copiesMade({}));
  } finally {
    slice.mockRestore();
  }
});
