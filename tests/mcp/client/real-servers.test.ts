import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { McpClient, McpStdioServer } from '@helve/mcp/client';
import { createMcpClient } from '@helve/mcp/client';
import { Agent } from 'helve/agent';
import type { ScriptedCall } from 'helve/testing';
import { collect, recordingLogger, scriptedModel, toolResults } from 'helve/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const require = createRequire(import.meta.url);

/** A public server of the Model Context Protocol, as it is published. */
function published(name: string, ...args: readonly string[]): McpStdioServer {
  const manifest = require.resolve(`@modelcontextprotocol/${name}/package.json`);
  return { command: process.execPath, args: [join(dirname(manifest), 'dist/index.js'), ...args] };
}

let folder: string;
let client: McpClient;
const log = recordingLogger();
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'helve-mcp-')));
  client = createMcpClient({
    servers: {
      files: { ...published('server-filesystem', folder), trusted: true },
      memory: {
        ...published('server-memory'),
        env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
        trusted: true,
      },
      everything: { ...published('server-everything'), trusted: true },
    },
    logger: log,
  });
});
afterAll(async () => {
  await client.close();
  await rm(folder, { recursive: true });
});

/** An agent whose model makes these calls, one after another, and the results it was given. */
function agentFor(...calls: readonly ScriptedCall[]) {
  const script = calls.map((call) => ({ toolCalls: [call] }));
  const model = scriptedModel([...script, 'Done.']);
  const agent = new Agent({ id: 'desk', model, tools: () => client.tools() });
  const told = () => {
    const last = model.requests.at(-1);
    return last ? toolResults(last).map(({ output }) => output) : [];
  };
  return { agent, told };
}

const call = (toolName: string, input: object): ScriptedCall => ({ toolName, input });

test('they are all there, under their names', async () => {
  const names = Object.keys(await client.tools());
  expect(names).toContain('files_write_file');
  expect(names).toContain('memory_read_graph');
  expect(names).toContain('everything_echo');
  expect(names.length).toBeGreaterThanOrEqual(14 + 9 + 12);
});

describe('server-filesystem', () => {
  test('writes files, and reads them back', async () => {
    const path = join(folder, 'note.txt');
    const { agent, told } = agentFor(
      call('files_write_file', { path, content: 'Milk\nBread\n' }),
      call('files_edit_file', { path, edits: [{ oldText: 'Bread', newText: 'Rye bread' }] }),
      call('files_read_text_file', { path }),
    );
    expect((await agent.generate('Note: milk and bread.')).text).toBe('Done.');
    expect(await readFile(path, 'utf8')).toBe('Milk\nRye bread\n');
    expect(told().at(-1)).toEqual({ type: 'text', value: 'Milk\nRye bread\n' });
  });

  test('refuses what lies outside its folder, in its own words', async () => {
    const path = join(folder, '..', 'elsewhere.txt');
    const { agent, told } = agentFor(call('files_read_text_file', { path }));
    await agent.generate('Read it.');
    expect(told()).toMatchObject([
      { type: 'error-text', value: expect.stringContaining('outside allowed directories') },
    ]);
  });

  test('asks before it destroys, where the agent wants that', async () => {
    const path = join(folder, 'asked.txt');
    const { agent } = agentFor(
      call('files_list_allowed_directories', {}),
      call('files_write_file', { path, content: 'x' }),
    );
    const run = await agent.generate('Write.', { requireToolApproval: 'destructive' });
    expect(run.waiting).toMatchObject([{ kind: 'approval', toolName: 'files_write_file' }]);
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });
});

test('server-memory keeps what it is told', async () => {
  const ada = { name: 'Ada', entityType: 'person', observations: ['likes tea'] };
  const { agent, told } = agentFor(
    call('memory_create_entities', { entities: [ada] }),
    call('memory_search_nodes', { query: 'tea' }),
  );
  const { toolResults: ended } = await agent.generate('Ada likes tea.');
  expect(ended.at(-1)).toMatchObject({ result: { entities: [ada], relations: [] } });
  expect(JSON.parse(String((told().at(-1) as { value: string }).value))).toMatchObject({
    entities: [ada],
  });
  expect(await readFile(join(folder, 'memory.jsonl'), 'utf8')).toContain('likes tea');
});

describe('server-everything', () => {
  test('gives text, images, links and structured content', async () => {
    const { agent, told } = agentFor(
      call('everything_get-sum', { a: 2, b: 40 }),
      call('everything_get-tiny-image', {}),
      call('everything_get-resource-links', { count: 2 }),
      call('everything_get-structured-content', { location: 'Chicago' }),
    );
    const { toolResults: ended } = await agent.generate('Go.');
    expect(ended.at(-1)).toMatchObject({ result: { conditions: expect.any(String) } });
    const [sum, image, links] = told();
    expect(sum).toMatchObject({ value: expect.stringContaining('42') });
    expect(JSON.stringify(image)).toContain('image/png');
    expect(JSON.stringify(links)).toContain('Resource \\"');
  });

  test('reports its progress', async () => {
    const { agent } = agentFor(
      call('everything_trigger-long-running-operation', { duration: 0.4, steps: 3 }),
    );
    const chunks = await collect((await agent.stream('Go.')).displayStream);
    const outputs = chunks.flatMap((chunk) =>
      chunk.type === 'tool-output' ? [chunk.payload.output] : [],
    );
    // What is reported together with the result may come behind it.
    expect(outputs.slice(0, 2)).toMatchObject([1, 2].map((progress) => ({ progress, total: 3 })));
  });

  test('asks the user, who fills in its form', async () => {
    const { agent, told } = agentFor(call('everything_trigger-elicitation-request', {}));
    const { runId, waiting } = await agent.generate('Go.');
    expect(waiting).toMatchObject([
      { kind: 'suspension', payload: { server: 'everything', mode: 'form' } },
    ]);
    const properties = waiting[0]?.schema?.['properties'] as object;
    expect(Object.keys(properties)).toContain('name');
    await agent.resumeGenerate({ name: 'Ada' }, { runId });
    expect(JSON.stringify(told())).toContain('Ada');
  });

  test('sends the user to a page, and goes on behind it', async () => {
    const url = 'https://example.com/login';
    const { agent, told } = agentFor(call('everything_trigger-url-elicitation', { url }));
    const { runId, waiting } = await agent.generate('Go.');
    expect(waiting).toMatchObject([{ kind: 'suspension', payload: { mode: 'url', url } }]);
    await agent.resumeGenerate({}, { runId });
    expect(JSON.stringify(told())).toContain('completed');
  });

  test('may refuse a call until the user has been to a page', async () => {
    const input = { url: 'https://example.com/second', errorPath: true };
    const { agent, told } = agentFor(call('everything_trigger-url-elicitation', input));
    const { runId, waiting } = await agent.generate('Go.');
    expect(waiting).toMatchObject([
      { payload: { mode: 'url', message: expect.stringContaining('prerequisite') } },
    ]);
    // Called again, it sends the user to the page it was asked for.
    const second = await agent.resumeGenerate({}, { runId });
    expect(second.waiting).toMatchObject([{ payload: { url: input.url } }]);
    await agent.resumeGenerate({}, { runId });
    expect(JSON.stringify(told())).toContain('completed');
  });

  test('works on a task, asks in the middle of it, and is followed to its end', async () => {
    const { agent, told } = agentFor(
      call('everything_simulate-research-query', { topic: 'python', ambiguous: true }),
    );
    const { runId, waiting } = await agent.generate('Go.');
    expect(waiting).toMatchObject([{ kind: 'suspension', payload: { mode: 'form' } }]);
    await agent.resumeGenerate({ interpretation: 'snake' }, { runId });
    expect(JSON.stringify(told())).toContain('Clarification**: snake');
  }, 30_000);
});
