import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';

const inputSchema = z.object({ path: z.string() });
const own = createTool({ id: 'own', inputSchema, execute: async () => 'own' });
const read = createTool({ id: 'read', inputSchema, execute: async ({ path }) => `read ${path}` });
const write = createTool({
  id: 'write',
  inputSchema,
  execute: async ({ path }) => `wrote ${path}`,
});

function calls(...names: string[]) {
  return { toolCalls: names.map((toolName) => ({ toolName, input: { path: 'x' } })) };
}

test("a toolset's tools are used like the agent's own", async () => {
  const model = scriptedModel([calls('read', 'own'), 'Done.']);
  const agent = new Agent({ id: 'a', model, tools: { own } });
  const { toolResults } = await agent.generate('Go.', { toolsets: { files: { tools: { read } } } });
  expect(toolResults.map((result) => result.kind === 'result' && result.result).sort()).toEqual([
    'own',
    'read x',
  ]);
});

test('a toolset without `tools` is refused with how to write it', async () => {
  const agent = new Agent({ id: 'a', model: scriptedModel(['Hi.']) });
  // as other libraries have it; types would not let it through
  const toolsets = { files: { read } } as unknown as Record<
    string,
    { tools: { read: typeof read } }
  >;
  await expect(agent.generate('Go.', { toolsets })).rejects.toThrow(
    'The toolset "files" has no tools: write toolsets: { files: { tools: { … } } }.',
  );
});

test("a toolset's rule asks for approval of its own tools only, and no other layer switches it off", async () => {
  const model = scriptedModel([calls('write', 'own')]);
  const agent = new Agent({ id: 'a', model, tools: { own }, requireToolApproval: false });
  const { waiting } = await agent.generate('Go.', {
    toolsets: {
      files: { tools: { read, write }, requireApproval: ({ toolName }) => toolName === 'write' },
    },
  });
  expect(waiting.map(({ toolName }) => toolName)).toEqual(['write']);
});

test('a name that is taken twice is an error that names both places', async () => {
  const agent = new Agent({ id: 'a', model: scriptedModel([]), tools: { read: own } });
  await expect(agent.generate('Go.', { toolsets: { files: { tools: { read } } } })).rejects.toThrow(
    /"read" is taken twice: by the agent's tools and by the toolset "files"/,
  );
});

test("a client tool never runs here, even if it could, and its result is the client's", async () => {
  const model = scriptedModel([calls('write'), 'Done.']);
  const agent = new Agent({ id: 'a', model });
  const options = { clientTools: { write } };
  const { runId, finishReason, toolCalls } = await agent.generate('Go.', options);
  expect(finishReason).toBe('tool-calls');
  const toolCallId = toolCalls[0]?.toolCallId ?? '';
  const done = await agent.addToolResultGenerate({
    runId,
    toolCallId,
    result: 'by the client',
    ...options,
  });
  expect(done.text).toBe('Done.');
  expect(done.toolResults).toMatchObject([{ kind: 'result', result: 'by the client' }]);
});

test('a broken call is mended by the host, and what it gives is checked again', async () => {
  const model = scriptedModel([
    calls('raed'),
    'Done.',
    { toolCalls: [{ toolName: 'own', input: '{' }] },
    'Done.',
  ]);
  const agent = new Agent({
    id: 'a',
    model,
    tools: { read, own },
    repairToolCall: ({ toolName, toolNames }) =>
      toolName === 'raed' && toolNames.includes('read')
        ? { toolName: 'read' }
        : { input: '{"path":1}' },
  });
  const { toolResults } = await agent.generate('Go.');
  expect(toolResults).toMatchObject([{ kind: 'result', toolName: 'read', result: 'read x' }]);
  const again = await agent.generate('Go.');
  expect(again.toolResults).toMatchObject([{ kind: 'error', code: 'INVALID_INPUT' }]);
});

test('calls beyond the limits end with an error and the others run', async () => {
  const model = scriptedModel([calls('own', 'own', 'own'), calls('own'), 'Done.']);
  const agent = new Agent({
    id: 'a',
    model,
    tools: { own },
    maxToolCallsPerStep: 2,
    maxToolCalls: 3,
  });
  const { toolResults, text } = await agent.generate('Go.');
  expect(toolResults.map(({ kind }) => kind).sort()).toEqual([
    'error',
    'error',
    'result',
    'result',
  ]);
  expect(text).toBe('Done.');
});
