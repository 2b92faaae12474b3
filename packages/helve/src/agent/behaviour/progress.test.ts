import { expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import type { ToolContext } from '../../tool/tool-context.ts';
import { Agent } from '../agent.ts';
import { chunkProblems, RUN_MODES, recordingLogger } from './run-kit.ts';

function agentWith(execute: (context: ToolContext) => Promise<unknown>) {
  const tool = createTool({
    id: 'tool',
    execute: (_input, context) => execute(context as ToolContext) as Promise<object>,
  });
  const model = scriptedModel([{ toolCalls: [{ toolName: 'tool', input: {} }] }, 'over']);
  return new Agent({ id: 'a', model, tools: { tool }, logger: recordingLogger() });
}

test('what a tool writes comes between its call and its result, in order', async () => {
  const agent = agentWith(async ({ writer }) => {
    for (const done of [1, 2, 3]) await writer.write({ done });
    return 'ok';
  });
  const chunks = await collect((await agent.stream('go')).displayStream);
  expect(chunkProblems(chunks)).toEqual([]);
  const outputs = chunks.flatMap((chunk) =>
    chunk.type === 'tool-output' ? [chunk.payload.output] : [],
  );
  expect(outputs).toEqual([{ done: 1 }, { done: 2 }, { done: 3 }]);
});

test('values that JSON has no word for are shown in its form; the application gets them raw', async () => {
  const value = { at: new Date(0), big: 1n };
  const stream = await agentWith(async ({ writer }) => writer.write(value)).stream('go');
  const find = async (chunks: typeof stream.fullStream) =>
    (await collect(chunks)).find(({ type }) => type === 'tool-output')?.payload;
  expect(await find(stream.displayStream)).toMatchObject({
    output: { at: '1970-01-01T00:00:00.000Z', big: '1' },
  });
  const raw = await find(stream.fullStream);
  expect(raw && 'output' in raw && raw.output === value).toBe(true);
});

test('a chunk of the tool’s own goes to screens as it is', async () => {
  const agent = agentWith(async ({ writer }) => {
    await writer.custom({ type: 'data-chart', data: { points: [1, 2] }, transient: true });
    return 'ok';
  });
  const chunks = await collect((await agent.stream('go')).displayStream);
  expect(chunks.find(({ type }) => type === 'data-chart')).toMatchObject({
    type: 'data-chart',
    from: 'TOOL',
    payload: { data: { points: [1, 2] }, transient: true },
  });
});

test.each(['tool-result', 'finish', 'data-', 'text-delta', ''])(
  'a chunk of the tool’s own must not pass for an event of the run: %j',
  async (type) => {
    const agent = agentWith(async ({ writer }) => {
      await writer.custom({ type: type as 'data-x', data: 1 });
      return 'ok';
    });
    const stream = await agent.stream('go');
    const chunks = await collect(stream.fullStream);
    expect(await stream.toolResults).toMatchObject([{ kind: 'error', code: 'TOOL_FAILED' }]);
    expect(chunkProblems(chunks)).toEqual([]);
    expect(chunks.filter((chunk) => chunk.type === 'finish')).toHaveLength(1);
  },
);

test.each(RUN_MODES)(
  'writing never fails a tool, whether or not anybody reads, with $mode',
  async ({ run }) => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const agent = agentWith(async ({ writer }) => {
      await writer.write(circular);
      await writer.write(undefined);
      await writer.custom({ type: 'data-x' });
      return 'ok';
    });
    expect((await run(agent)).toolResults).toMatchObject([{ kind: 'result', result: 'ok' }]);
  },
);
