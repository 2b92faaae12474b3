import { expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { jsonSchema } from '../../schema/json-schema.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { Transition } from '../../store/store.ts';
import type { ScriptedTurn } from '../../testing/scripted-model.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import type { AgentOptions } from '../agent-options.ts';
import { recordingLogger } from '../behaviour/run-kit.ts';
import type { CallReference } from '../decide/decision-options.ts';
import { MODEL_FAILED } from '../run/failure-texts.ts';
import type { AgentStream } from '../stream/agent-stream.ts';
import type { Chunk } from '../stream/chunk.ts';

const SECRET = 'iban-4711';
const hidden = { input: () => ({ hidden: 'input' }), output: () => ({ hidden: 'output' }) };

/** Every payload of it holds the secret, and screens see none of it. */
const guarded = createTool({
  id: 'guarded',
  inputSchema: jsonSchema<{ account: string }>({
    type: 'object',
    properties: { account: { type: 'string' } },
    required: ['account'],
  }),
  transform: { display: hidden },
  requireApproval: true,
  execute: async ({ account }, { writer }) => {
    await writer.write({ reading: account });
    await writer.custom({ type: 'data-note', data: 'for people' });
    return { balance: account };
  },
});
const failing = createTool({
  id: 'failing',
  transform: { display: hidden },
  execute: () => {
    throw new Error(`no such account: ${SECRET}`);
  },
});
const asking = createTool({
  id: 'asking',
  transform: { display: hidden },
  execute: async (_input, { resumeData, suspend }) =>
    resumeData ?? suspend({ question: `May I use ${SECRET}?` }),
});
const tools = { guarded, failing, asking };

function delegate(key: string): ScriptedTurn {
  const toolName = `agent-${key}`;
  return { toolCalls: [{ toolName, input: { prompt: 'Go.' }, toolCallId: `d-${key}` }] };
}

/** An agent above another one, whose own agents are given. */
function above(key: string, agent: Agent, options: Partial<AgentOptions> = {}) {
  const model = scriptedModel([delegate(key), { text: `${key} is done.` }]);
  return new Agent({ id: `above-${key}`, model, agents: { [key]: agent }, ...options });
}

/** Tells when a call waits for approval. */
class WatchedStore extends MemoryStore {
  #tell: (call: CallReference) => void = () => undefined;
  readonly waiting: Promise<CallReference> = new Promise((resolve) => {
    this.#tell = resolve;
  });

  override async commit(transition: Transition) {
    const result = await super.commit(transition);
    const call = transition.calls?.find(({ state }) => state === 'approval');
    if (call) this.#tell({ runId: call.runId, toolCallId: call.toolCallId });
    return result;
  }
}

function clerk(script: readonly ScriptedTurn[], options: Partial<AgentOptions> = {}) {
  return new Agent({ id: 'clerk', model: scriptedModel(script), tools, ...options });
}

async function read(stream: AgentStream) {
  const full: Chunk[] = [];
  const display: Chunk[] = [];
  for await (const chunk of stream.fullStream) full.push(chunk);
  for await (const chunk of stream.displayStream) display.push(chunk);
  return { full, display };
}

/** The chunks of the run below, as the stream of the run above carries them. */
function nested(chunks: readonly Chunk[]): readonly Chunk[] {
  return chunks.flatMap((chunk) =>
    // What a call of a sub-agent gives out are that agent's chunks.
    chunk.type === 'tool-output' ? [chunk.payload.output as Chunk] : [],
  );
}

test('the chunks of a sub-agent come within the call, whole and in order', async () => {
  const below = clerk(['Hello there.'], { tools: {} });
  const alone = await read(await clerk(['Hello there.'], { tools: {} }).stream('Go.'));
  const { full, display } = await read(await above('clerk', below).stream('Go.'));
  const types = alone.full.map(({ type }) => type);
  for (const chunks of [full, display]) {
    const runs = new Set(nested(chunks).map(({ runId }) => runId));
    expect(runs.size).toBe(1);
    expect(runs.has(chunks[0]?.runId ?? '')).toBe(false);
    expect(nested(chunks).map(({ type }) => type)).toEqual(types);
    const places = chunks.map(({ type }) => type);
    expect(places.indexOf('tool-call')).toBeLessThan(places.indexOf('tool-output'));
    expect(places.lastIndexOf('tool-output')).toBeLessThan(places.indexOf('tool-result'));
  }
});

test('the text of the run above is its own alone', async () => {
  const stream = await above('clerk', clerk(['Hello there.'])).stream('Go.');
  let text = '';
  for await (const piece of stream.textStream) text += piece;
  expect(text).toBe('clerk is done.');
});

test('screens see of the calls below what their tools show, in every phase and at any depth', async () => {
  const account = { account: SECRET };
  const script: ScriptedTurn[] = [
    { toolCalls: [{ toolName: 'guarded', input: account, toolCallId: 'g' }] },
    { toolCalls: [{ toolName: 'failing', input: {} }] },
    { toolCalls: [{ toolName: 'asking', input: {}, toolCallId: 'a' }] },
    'Done.',
  ];
  const store = new MemoryStore();
  const agent = above('middle', above('clerk', clerk(script)), { store });
  const streams: AgentStream[] = [await agent.stream('Go.')];
  const last = () => streams.at(-1)?.waiting ?? Promise.resolve([]);
  const [approval] = await last();
  if (!approval) throw new Error('no call waits');
  streams.push(await agent.approveToolCall(approval));
  const [suspension] = await last();
  if (!suspension) throw new Error('no call waits');
  streams.push(await agent.resumeStream({ allowed: SECRET }, suspension));
  expect(await streams.at(-1)?.text).toBe('middle is done.');

  const shown: Chunk[] = [];
  const raw: Chunk[] = [];
  for (const stream of streams) {
    const { full, display } = await read(stream);
    raw.push(...full);
    shown.push(...display);
  }
  const types = new Set(nested(nested(shown)).map(({ type }) => type));
  for (const type of [
    'tool-call',
    'tool-call-approval',
    'tool-result',
    'tool-error',
    'tool-call-suspended',
    'tool-call-resumed',
    'data-note',
  ]) {
    expect(types).toContain(type);
  }
  // Deltas and progress of a configured tool are dropped, not replaced.
  expect(types).not.toContain('tool-call-delta');
  expect(types).not.toContain('tool-output');
  expect(JSON.stringify(shown)).not.toContain(SECRET);
  expect(JSON.stringify(shown)).toContain('"hidden":"output"');
  expect(JSON.stringify(raw)).toContain(SECRET);
  const rawTypes = new Set(nested(nested(raw)).map(({ type }) => type));
  expect(rawTypes).toContain('tool-output');
});

test('screens are told of a sub-agent that failed in words for people', async () => {
  const quoting = () => {
    throw new Error(`invalid message: "${SECRET}"`);
  };
  const logger = recordingLogger();
  const agent = above('middle', above('clerk', clerk([quoting]), { maxRetries: 0 }), { logger });
  const { full, display } = await read(await agent.stream('Go.'));
  expect(JSON.stringify(display)).not.toContain(SECRET);
  const told = display.flatMap((chunk) => [chunk, ...nested([chunk])]);
  const errors = told.flatMap(({ type, payload }) => (type === 'tool-error' ? [payload] : []));
  expect(errors).toMatchObject([{ toolName: 'agent-clerk', error: { message: MODEL_FAILED } }]);
  expect(JSON.stringify(nested(nested(full)))).toContain(MODEL_FAILED);
  expect(JSON.stringify(logger.records)).not.toContain(SECRET);
});

test("a call's chunks below are complete over the streams that carried them", async () => {
  const script = [
    { toolCalls: [{ toolName: 'guarded', input: { account: 'x' }, toolCallId: 'g' }] },
    'Done.',
  ];
  const agent = above('clerk', clerk(script));
  const first = await agent.stream('Go.');
  const [wait] = await first.waiting;
  if (!wait) throw new Error('no call waits');
  const second = await agent.approveToolCall(wait);
  const of = (chunks: readonly Chunk[], id: string) =>
    chunks.flatMap(({ type, payload }) =>
      'toolCallId' in payload && payload.toolCallId === id && type !== 'tool-call-delta'
        ? [type]
        : [],
    );
  const [before, after] = [(await read(first)).full, (await read(second)).full];
  expect(of(nested(before), 'g')).toEqual([
    'tool-call-input-streaming-start',
    'tool-call-input-streaming-end',
    'tool-call',
    'tool-call-approval',
  ]);
  expect(of(nested(after), 'g')).toEqual(['tool-output', 'tool-result']);
  const own = [...before, ...after].filter(({ type }) => type !== 'tool-output');
  expect(of(own, 'd-clerk')).toEqual([
    'tool-call-input-streaming-start',
    'tool-call-input-streaming-end',
    'tool-call',
    'tool-result',
  ]);
});

test('a late reader of a run that nobody streamed hears the sub-agent from then on', async () => {
  let goOn: () => void = () => undefined;
  const paused = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const pause = createTool({ id: 'pause', execute: async () => void (await paused) });
  const script: ScriptedTurn[] = [
    {
      toolCalls: [
        { toolName: 'pause', input: {} },
        { toolName: 'guarded', input: { account: 'x' }, toolCallId: 'g' },
      ],
    },
    'Done below.',
  ];
  const store = new WatchedStore();
  const agent = above('clerk', clerk(script, { tools: { pause, guarded } }), { store });
  const running = agent.generate('Go.');
  const stream = await agent.approveToolCall(await store.waiting);
  goOn();
  const { full } = await read(stream);
  expect(nested(full).map(({ type }) => type)).toContain('text-delta');
  expect((await running).text).toBe('clerk is done.');
});

test('the transcript above holds the prompt and the answer, and nothing of the calls below', async () => {
  const script = [{ toolCalls: [{ toolName: 'failing', input: {} }] }, 'It failed.'];
  const agent = above('clerk', clerk(script));
  const { runId } = await agent.generate('Go.');
  const transcript = await agent.listMessages({ runId });
  expect(transcript[1]?.parts).toMatchObject([
    {
      type: 'tool',
      toolName: 'agent-clerk',
      state: 'result',
      input: { prompt: 'Go.' },
      output: 'It failed.',
    },
  ]);
  expect(JSON.stringify(transcript)).not.toContain(SECRET);
});

test('an open call of a sub-agent stands in the transcript as delegated', async () => {
  const script = [{ toolCalls: [{ toolName: 'guarded', input: { account: 'x' } }] }];
  const agent = above('clerk', clerk(script));
  const { runId } = await agent.generate('Go.');
  expect((await agent.listMessages({ runId }))[1]?.parts).toMatchObject([{ state: 'delegated' }]);
});
