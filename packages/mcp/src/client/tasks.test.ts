import { Agent } from 'helve/agent';
import { MemoryStore } from 'helve/store';
import { scriptedModel } from 'helve/testing';
import { expect, test, vi } from 'vitest';
import { clientOf, keptLog } from './client-kit.ts';
import type { TaskScript } from './task-server-kit.ts';
import { question, taskServer } from './task-server-kit.ts';

const finished = { content: [{ type: 'text', text: 'finished' }], resultType: 'complete' };

async function jobOf(script: TaskScript) {
  const server = taskServer(script);
  const client = clientOf(server);
  const job = (await client.tools())['fx_job'];
  if (!job) throw new Error('no job');
  return { server, job };
}

test('a call that becomes a task is followed to its end', async () => {
  const { server, job } = await jobOf([
    { status: 'working' },
    { status: 'working' },
    { status: 'completed', result: finished },
  ]);
  expect(await job.run({})).toEqual({ content: [{ type: 'text', text: 'finished' }] });
  const methods = server.heard.map(({ method }) => method);
  expect(methods).toEqual(['tools/call', 'tasks/get', 'tasks/get', 'tasks/get']);
});

test('the result of a task is one like any other: a failure of the tool is one of the call', async () => {
  const result = { ...finished, isError: true };
  const { job } = await jobOf([{ status: 'completed', result }]);
  await expect(job.run({})).rejects.toMatchObject({ code: 'MCP_TOOL_FAILED', message: 'finished' });
});

test.each(['failed', 'cancelled'])('a task that %s fails the call', async (status) => {
  const { job } = await jobOf([{ status, error: { code: -32603, message: 'internal' } }]);
  const error = await job.run({}).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'MCP_PROTOCOL' });
  expect(String(error)).not.toContain('internal');
});

test('an abort cancels the task', async () => {
  const { server, job } = await jobOf([{ status: 'working' }]);
  const stop = new AbortController();
  const running = job.run({}, { abortSignal: stop.signal }).catch((error: unknown) => error);
  await vi.waitFor(() => expect(server.heard.length).toBeGreaterThan(2));
  stop.abort(new Error('enough'));
  expect(await running).toMatchObject({ message: 'enough' });
  await vi.waitFor(() => expect(server.heard.at(-1)).toMatchObject({ method: 'tasks/cancel' }));
});

test('a question of a task suspends the run, and is answered in any process', async () => {
  const asking = { status: 'input_required', inputRequests: { k: question('Go on?') } };
  // It looks at the answer a little later.
  const server = taskServer([asking, asking, { status: 'completed', result: finished }]);
  const store = new MemoryStore();
  const model = scriptedModel([{ toolCalls: [{ toolName: 'fx_job', input: {} }] }, 'Done.']);
  const agent = (): Agent => {
    const client = clientOf(server);
    const tools = () => client.tools();
    return new Agent({ id: 'a', model, store, logger: keptLog(), tools });
  };
  const { runId, waiting } = await agent().generate('go');
  expect(waiting).toMatchObject([{ kind: 'suspension', payload: { message: 'Go on?' } }]);
  const { toolResults } = await agent().resumeGenerate({ sure: true }, { runId });
  expect(toolResults).toMatchObject([{ result: { content: [{ text: 'finished' }] } }]);
  const updates = server.heard.filter(({ method }) => method === 'tasks/update');
  expect(updates).toHaveLength(1);
  expect(JSON.stringify(updates)).toContain('"sure":true');
  expect(server.heard.filter(({ method }) => method === 'tools/call')).toHaveLength(1);
});
