import { Agent } from 'helve/agent';
import { scriptedModel } from 'helve/testing';
import { afterEach, expect, test } from 'vitest';
import { clientOf, keptLog } from './client-kit.ts';
import { serveSessions } from './session-server-kit.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function bench(kind: 'streamable' | 'sse', options: object = {}) {
  const server = await serveSessions(kind);
  ends.push(server.close);
  const client = clientOf({ url: server.url, ...options });
  ends.push(client.close);
  const tools = await client.tools();
  const agentFor = (who: string): Agent => {
    const call = { toolCalls: [{ toolName: 'fx_greet', input: { who } }] };
    return new Agent({ id: who, model: scriptedModel([call, 'Done.']), tools, logger: keptLog() });
  };
  return { server, client, agentFor };
}

test('over HTTP, each question finds the run that it is asked in, however many there are', async () => {
  const { agentFor } = await bench('streamable');
  const names = ['Ada', 'Bob', 'Cyd', 'Dee'];
  const agents = names.map(agentFor);
  const runs = await Promise.all(agents.map((agent) => agent.generate('go')));
  expect(runs.map(({ waiting }) => waiting[0]?.payload)).toMatchObject(
    names.map((name) => ({ message: `Who is ${name}?` })),
  );
  // Answered in another order than asked.
  for (const at of [2, 0, 3, 1]) {
    const agent = agents[at];
    const run = await agent?.resumeGenerate({ name: `#${at}` }, { runId: String(runs[at]?.runId) });
    expect(run?.toolResults).toMatchObject([
      { result: { content: [{ text: `${names[at]} is #${at}` }] } },
    ]);
  }
});

test('a session that the server has forgotten is begun anew, and the call is made once', async () => {
  const { server, agentFor } = await bench('streamable');
  server.forget();
  const agent = agentFor('Ada');
  const { runId, waiting } = await agent.generate('go');
  expect(waiting).toMatchObject([{ payload: { message: 'Who is Ada?' } }]);
  const { toolResults } = await agent.resumeGenerate({ name: 'A.' }, { runId });
  expect(toolResults).toMatchObject([{ result: { content: [{ text: 'Ada is A.' }] } }]);
  expect(server.calls).toEqual(['Ada']);
});

test.each([{}, { type: 'sse' }])(
  'a server of before streamable HTTP is spoken to as it wants: %j',
  async (options) => {
    const { agentFor } = await bench('sse', options);
    const agent = agentFor('Ada');
    const { runId } = await agent.generate('go');
    const { toolResults } = await agent.resumeGenerate({ name: 'A.' }, { runId });
    expect(toolResults).toMatchObject([{ result: { content: [{ text: 'Ada is A.' }] } }]);
  },
);
