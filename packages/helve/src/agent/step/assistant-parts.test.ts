import { expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { finishPart, RUN_MODES } from '../behaviour/run-kit.ts';

const tool = createTool({ id: 'tool', execute: async () => 'ok' });
const meta = (name: string, value: unknown) => ({
  providerMetadata: { scripted: { [name]: value } },
});
const toolCalls = [{ toolName: 'tool', input: {}, toolCallId: 'c1', ...meta('signature', 'call') }];

/** The assistant message that the model is shown of a response with these parts and a call. */
async function echoOf(parts: readonly ({ readonly type: string } & Record<string, unknown>)[]) {
  const model = scriptedModel([{ parts, toolCalls }, 'over']);
  const stream = await new Agent({ id: 'a', model, tools: { tool } }).stream('go');
  const chunks = await collect(stream.displayStream);
  const [step] = await stream.steps;
  const assistant = model.requests[1]?.prompt.find(({ role }) => role === 'assistant');
  return { echo: assistant?.content, step, chunks };
}

const echoedCall = {
  type: 'tool-call',
  toolCallId: 'c1',
  providerOptions: { scripted: { signature: 'call' } },
};

test('texts, thoughts and calls are echoed in the order in which they began, metadata unchanged', async () => {
  const { echo, step } = await echoOf([
    { type: 'reasoning-start', id: 'r', ...meta('kind', 'deep') },
    { type: 'text-start', id: 't' },
    { type: 'reasoning-delta', id: 'r', delta: 'let me ' },
    { type: 'text-delta', id: 't', delta: 'Well' },
    { type: 'reasoning-delta', id: 'r', delta: 'see' },
    { type: 'text-end', id: 't', ...meta('phase', 'answer') },
    { type: 'reasoning-end', id: 'r', ...meta('signature', 'thought') },
  ]);
  expect(echo).toMatchObject([
    {
      type: 'reasoning',
      text: 'let me see',
      providerOptions: { scripted: { kind: 'deep', signature: 'thought' } },
    },
    { type: 'text', text: 'Well', providerOptions: { scripted: { phase: 'answer' } } },
    echoedCall,
  ]);
  expect(step).toMatchObject({ text: 'Well', reasoning: 'let me see' });
});

test('a thought without words is echoed for its signature; an empty text is not', async () => {
  const { echo } = await echoOf([
    { type: 'reasoning-start', id: 'r', ...meta('redacted', 'x') },
    { type: 'reasoning-end', id: 'r' },
    { type: 'text-start', id: 't' },
    { type: 'text-end', id: 't' },
  ]);
  expect(echo).toMatchObject([
    { type: 'reasoning', text: '', providerOptions: { scripted: { redacted: 'x' } } },
    echoedCall,
  ]);
});

test('texts that never began or never ended are echoed all the same', async () => {
  const { echo } = await echoOf([
    { type: 'text-delta', id: 't', delta: 'one' },
    { type: 'text-start', id: 'u' },
    { type: 'text-delta', id: 'u', delta: 'two' },
  ]);
  expect(echo).toMatchObject([{ text: 'one' }, { text: 'two' }, echoedCall]);
});

test('an id that is used again is another text', async () => {
  const { echo, step } = await echoOf([
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta: 'one ' },
    { type: 'text-end', id: '0' },
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta: 'two' },
    { type: 'text-end', id: '0' },
    { type: 'reasoning-start', id: '0' },
    { type: 'reasoning-delta', id: '0', delta: 'three' },
    { type: 'reasoning-end', id: '0' },
  ]);
  expect(echo).toMatchObject([
    { text: 'one ' },
    { text: 'two' },
    { type: 'reasoning' },
    echoedCall,
  ]);
  expect(step).toMatchObject({ text: 'one two', reasoning: 'three' });
});

test('files, thought files and parts of the provider’s own are echoed; sources only shown', async () => {
  const { echo, chunks } = await echoOf([
    { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' }, ...meta('a', 1) },
    { type: 'reasoning-file', mediaType: 'image/png', data: { type: 'data', data: 'BBBB' } },
    { type: 'custom', kind: 'scripted.compaction', ...meta('summary', 'x') },
    { type: 'source', id: 's1', sourceType: 'url', url: 'https://example.com', ...meta('b', 2) },
  ]);
  expect(echo).toMatchObject([
    {
      type: 'file',
      mediaType: 'image/png',
      data: { type: 'data', data: 'AAAA' },
      providerOptions: { scripted: { a: 1 } },
    },
    { type: 'reasoning-file', data: { type: 'data', data: 'BBBB' } },
    {
      type: 'custom',
      kind: 'scripted.compaction',
      providerOptions: { scripted: { summary: 'x' } },
    },
    echoedCall,
  ]);
  expect(chunks.filter(({ type }) => type === 'file' || type === 'source')).toMatchObject([
    { payload: { mediaType: 'image/png', data: 'AAAA' } },
    { payload: { id: 's1', url: 'https://example.com' } },
  ]);
  expect(JSON.stringify(chunks)).not.toContain('providerMetadata');
});

test.each(RUN_MODES)(
  'the provider’s warnings stand with their step, with $mode',
  async ({ run }) => {
    const warning = { type: 'other', message: 'temperature is ignored' };
    const model = scriptedModel(['over']);
    const warned = {
      ...model,
      doGenerate: async (options: never) => ({
        ...((await model.doGenerate(options)) as object),
        warnings: [warning],
      }),
      doStream: async () => ({
        stream: new ReadableStream({
          start(controller) {
            controller.enqueue({ type: 'stream-start', warnings: [warning] });
            controller.enqueue({ type: 'text-delta', id: 't', delta: 'over' });
            controller.enqueue(finishPart());
          },
        }),
      }),
    };
    const { steps } = await run(new Agent({ id: 'a', model: warned }));
    expect(steps).toMatchObject([
      { warnings: [expect.stringContaining('temperature is ignored')] },
    ]);
  },
);
