import { expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { Transition } from '../../store/store.ts';
import type { ScriptedTurn } from '../../testing/scripted-model.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import type { AgentOptions } from '../agent-options.ts';
import type { Chunk } from '../stream/chunk.ts';

const refund = createTool({ id: 'refund', requireApproval: true, execute: async () => 'paid' });
const reason = new Error('the user left');

/** A logger that keeps what it is told. */
function keeping() {
  const logged: string[] = [];
  const keep = (message: unknown) => void logged.push(String(message));
  return { logged, logger: { debug: keep, info: keep, warn: keep, error: keep } };
}

/** A tool that says when it has begun, and heeds its signal. */
function endless() {
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const tool = createTool({
    id: 'endless',
    execute: (_input, { abortSignal }) =>
      new Promise((_, reject) => {
        abortSignal.addEventListener('abort', () => reject(abortSignal.reason));
        begin();
      }),
  });
  return { tool, begun };
}

function call(toolName: string, toolCallId = toolName) {
  const input = toolName.startsWith('agent-') ? { prompt: 'Go.' } : {};
  return { toolName, input, toolCallId };
}

function turn(...names: readonly string[]): ScriptedTurn {
  return { toolCalls: names.map((name) => call(name)) };
}

function agentOf(id: string, script: readonly ScriptedTurn[], options: Partial<AgentOptions>) {
  return new Agent({ id, model: scriptedModel(script), ...options });
}

async function read(chunks: AsyncIterable<Chunk>): Promise<readonly Chunk[]> {
  const all: Chunk[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

/** The chunks with those of the runs below in their places, a line each. */
function lines(chunks: readonly Chunk[]): readonly string[] {
  return chunks.flatMap(({ type, payload }) => {
    // What a call of a sub-agent gives out are that agent's chunks.
    if (type === 'tool-output') return lines([payload.output as Chunk]).map((line) => `> ${line}`);
    return ['toolName' in payload ? `${type} ${payload.toolName}` : type];
  });
}

test('an abort ends what the sub-agent is doing, and then the call above', async () => {
  const { tool, begun } = endless();
  const { logged, logger } = keeping();
  const store = new MemoryStore();
  const low = agentOf('low', [turn('endless')], { tools: { endless: tool } });
  const top = agentOf('top', [turn('agent-low')], { agents: { low }, store, logger });
  const controller = new AbortController();
  const stream = await top.stream('Go.', { abortSignal: controller.signal });
  await begun;
  controller.abort(reason);
  const all = lines(await read(stream.fullStream));
  expect(all.slice(all.indexOf('> tool-error endless'))).toEqual([
    '> tool-error endless',
    '> step-finish',
    '> abort',
    '> finish',
    'tool-error agent-low',
    'step-finish',
    'abort',
    'finish',
  ]);
  expect(await stream.toolResults).toMatchObject([{ kind: 'error', code: 'ABORTED' }]);
  const { items } = await store.listRuns({});
  expect(items.map(({ state }) => state)).toEqual(['aborted', 'aborted']);
  expect(logged).toEqual([]);
});

test('what screens see of the calls below does not depend on an abort before they look', async () => {
  const { tool, begun } = endless();
  const transform = { display: { input: () => ({ shown: true }), error: () => ({ shown: true }) } };
  const low = agentOf('low', [turn('endless')], { tools: { endless: tool.with({ transform }) } });
  const top = agentOf('top', [turn('agent-low')], { agents: { low } });
  const controller = new AbortController();
  const stream = await top.stream('Go.', { abortSignal: controller.signal });
  await begun;
  controller.abort(reason);
  await stream.result;
  const nested = (await read(stream.displayStream)).flatMap((chunk) =>
    // What a call of a sub-agent gives out are that agent's chunks.
    chunk.type === 'tool-output' ? [chunk.payload.output as Chunk] : [],
  );
  expect(nested.find(({ type }) => type === 'tool-call')?.payload).toMatchObject({
    args: { shown: true },
  });
  expect(nested.find(({ type }) => type === 'tool-error')?.payload).toMatchObject({
    error: { shown: true },
  });
});

test('generate rejects with the reason of an abort that came while a sub-agent worked', async () => {
  const { tool, begun } = endless();
  const low = agentOf('low', [turn('endless')], { tools: { endless: tool } });
  const top = agentOf('top', [turn('agent-low')], { agents: { low } });
  const controller = new AbortController();
  const running = top.generate('Go.', { abortSignal: controller.signal });
  await begun;
  controller.abort(reason);
  await expect(running).rejects.toBe(reason);
});

test('an abort ends what waits below, at any depth, each call with its one end', async () => {
  const { tool, begun } = endless();
  const store = new MemoryStore();
  const low = agentOf('low', [turn('refund')], { tools: { refund } });
  const middle = agentOf('middle', [turn('agent-low')], { agents: { low } });
  const top = agentOf('top', [turn('agent-middle', 'endless')], {
    agents: { middle },
    tools: { endless: tool },
    store,
  });
  const controller = new AbortController();
  const stream = await top.stream('Go.', { abortSignal: controller.signal });
  const shown = read(stream.displayStream);
  await begun;
  let waits = '';
  for await (const chunk of stream.fullStream) {
    const [line = ''] = lines([chunk]);
    if (line === '> > tool-call-approval refund') {
      waits = ((chunk.payload as { output: Chunk }).output.payload as { output: Chunk }).output
        .runId;
    }
    // The run two levels below and the one between them have been put away.
    if (waits && line === '> finish') controller.abort(reason);
  }
  const all = lines(await read(stream.fullStream));
  const ends = all.filter((line) => line.includes('tool-error'));
  expect(ends).toHaveLength(4);
  const below = ends.filter((line) => line !== 'tool-error endless');
  expect(below).toEqual([
    '> > tool-error refund',
    '> tool-error agent-low',
    'tool-error agent-middle',
  ]);
  expect(lines(await shown)).toEqual(all);
  const { items } = await store.listRuns({});
  expect(items.map(({ state }) => state)).toEqual(['aborted', 'aborted', 'aborted']);
  expect((await store.loadCall(waits, 'refund'))?.acceptedInput).toBeUndefined();
  expect((await top.listSuspendedRuns()).runs).toEqual([]);
  await expect(top.approveToolCall({ runId: waits, toolCallId: 'refund' })).rejects.toMatchObject({
    code: 'CALL_NOT_WAITING',
  });
});

test('an abort that comes just as the sub-agent is put away leaves nothing waiting', async () => {
  const controller = new AbortController();
  class AbortingStore extends MemoryStore {
    override async commit(transition: Transition) {
      const result = await super.commit(transition);
      const { run } = transition;
      if (run?.parent && run.state === 'waiting') controller.abort(reason);
      return result;
    }
  }
  const store = new AbortingStore();
  const low = agentOf('low', [turn('refund')], { tools: { refund } });
  const top = agentOf('top', [turn('agent-low')], { agents: { low }, store });
  const stream = await top.stream('Go.', { abortSignal: controller.signal });
  const all = lines(await read(stream.fullStream));
  expect(all.filter((line) => line.includes('tool-error'))).toEqual([
    '> tool-error refund',
    'tool-error agent-low',
  ]);
  const { items } = await store.listRuns({});
  expect(items.map(({ state }) => state)).toEqual(['aborted', 'aborted']);
});

test('an abort after a decision ends the runs that the decision set going', async () => {
  const { tool, begun } = endless();
  const store = new MemoryStore();
  const tools = { endless: tool, refund };
  const low = agentOf('low', [turn('refund'), turn('endless')], { tools });
  const top = agentOf('top', [turn('agent-low')], { agents: { low }, store });
  const [wait] = (await top.generate('Go.')).waiting;
  if (!wait) throw new Error('no call waits');
  const controller = new AbortController();
  const running = top.approveToolCallGenerate({ ...wait, abortSignal: controller.signal });
  await begun;
  controller.abort(reason);
  await expect(running).rejects.toBe(reason);
  const { items } = await store.listRuns({});
  expect(items.map(({ state }) => state)).toEqual(['aborted', 'aborted']);
});

test('a message that supersedes a waiting call denies what waits below it', async () => {
  const store = new MemoryStore();
  const low = agentOf('low', [turn('refund')], { tools: { refund } });
  const top = agentOf('top', [turn('agent-low'), 'As you like.'], {
    agents: { low },
    store,
    whenMessaged: 'supersede',
  });
  const memory = { thread: 't' };
  const [wait] = (await top.generate('Go.', { memory })).waiting;
  const stream = await top.stream('Never mind.', { memory });
  const denied = lines(await read(stream.displayStream)).filter((line) => line.includes('denied'));
  expect(denied).toEqual(['tool-output-denied agent-low', 'tool-output-denied refund']);
  expect(await store.loadRun(wait?.runId ?? '')).toMatchObject({ state: 'finished' });
  expect(await store.loadCalls(wait?.runId ?? '', { open: true })).toEqual([]);
  expect((await top.listSuspendedRuns()).runs).toEqual([]);
});

test('a message on a thread whose sub-agent waits leaves it decidable', async () => {
  const low = agentOf('low', [turn('refund'), 'Paid.'], { tools: { refund } });
  const script = [turn('agent-low'), 'It waits.', 'All done.'];
  const top = agentOf('top', script, { agents: { low } });
  const memory = { thread: 't' };
  const [wait] = (await top.generate('Go.', { memory })).waiting;
  if (!wait) throw new Error('no call waits');
  expect((await top.generate('Are you there?', { memory })).text).toBe('It waits.');
  expect((await top.approveToolCallGenerate(wait)).text).toBe('All done.');
});
