import { expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { ScriptedTurn } from '../../testing/scripted-model.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { RequestContext } from '../../tool/request-context.ts';
import { Agent } from '../agent.ts';
import type { AgentOptions } from '../agent-options.ts';
import { recordingLogger } from '../behaviour/run-kit.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

function delegate(prompt = 'Find it.', key = 'researcher', toolCallId = 'd1') {
  return { toolName: `agent-${key}`, input: { prompt }, toolCallId };
}

/** An agent with a researcher below it. */
function pair(
  upper: readonly ScriptedTurn[],
  lower: readonly ScriptedTurn[],
  options: Partial<AgentOptions> & { readonly below?: Partial<AgentOptions> } = {},
) {
  const { below, ...above } = options;
  const lowerModel = scriptedModel(lower);
  const upperModel = scriptedModel(upper);
  const researcher = new Agent({ id: 'researcher', model: lowerModel, ...below });
  const agent = new Agent({ id: 'desk', model: upperModel, agents: { researcher }, ...above });
  return { agent, researcher, upperModel, lowerModel };
}

test('a sub-agent is a tool that takes a prompt and gives the text it ends with', async () => {
  const { agent, upperModel, lowerModel } = pair(
    [{ toolCalls: [delegate('Where is Oslo?')] }, 'It is in Norway.'],
    ['Oslo is in Norway.'],
    { below: { description: 'Finds things out.', instructions: 'Be brief.' } },
  );
  const result = await agent.generate('Oslo?');
  expect(result.text).toBe('It is in Norway.');
  expect(result.toolResults).toMatchObject([
    { toolName: 'agent-researcher', kind: 'result', result: 'Oslo is in Norway.' },
  ]);
  expect(upperModel.requests[0]?.tools).toMatchObject([
    {
      name: 'agent-researcher',
      description: 'Finds things out.',
      inputSchema: { type: 'object', required: ['prompt'], additionalProperties: false },
    },
  ]);
  expect(JSON.stringify(upperModel.requests[1]?.prompt)).toContain('Oslo is in Norway.');
  expect(lowerModel.requests[0]?.prompt).toMatchObject([
    { role: 'system', content: 'Be brief.' },
    { role: 'user' },
  ]);
  expect(JSON.stringify(lowerModel.requests[0]?.prompt)).toContain('Where is Oslo?');
});

test('without a description the model is told the name of the sub-agent', async () => {
  const { agent, upperModel } = pair(['Hi.'], [], { below: { name: 'Research desk' } });
  await agent.generate('Hi.');
  expect(upperModel.requests[0]?.tools).toMatchObject([{ description: 'Research desk' }]);
});

test('a prompt that is none is an error for the model, and the sub-agent does not run', async () => {
  const calls = [{ toolName: 'agent-researcher', input: { prompt: '', runId: 'x' } }];
  const { agent, lowerModel } = pair([{ toolCalls: calls }, 'Sorry.'], []);
  const { toolResults } = await agent.generate('Hi.');
  expect(toolResults).toMatchObject([{ kind: 'error', code: 'INVALID_INPUT' }]);
  expect(lowerModel.requests).toHaveLength(0);
});

test('it works with the request context, the store and the logger of the run above', async () => {
  const seen: unknown[] = [];
  const look = createTool({
    id: 'look',
    onOutput: () => {
      throw new Error('watcher');
    },
    execute: async (_input, { requestContext, agent }) => {
      seen.push(requestContext.get('tenant'), agent?.agentId, agent?.resourceId);
      return 'seen';
    },
  });
  const logged: string[] = [];
  const store = new MemoryStore();
  const { agent } = pair(
    [{ toolCalls: [delegate()] }, 'Done.'],
    [{ toolCalls: [{ toolName: 'look', input: {} }] }, 'Looked.'],
    {
      store,
      logger: { ...silent, error: (message) => void logged.push(String(message)) },
      below: { tools: { look }, store: new MemoryStore(), logger: silent },
    },
  );
  const requestContext = new RequestContext<Readonly<Record<string, unknown>>>({ tenant: 'acme' });
  const memory = { thread: 't', resource: 'ada' };
  const { runId } = await agent.generate('Look.', { requestContext, memory });
  expect(seen).toEqual(['acme', 'researcher', 'ada']);
  expect(logged).toEqual([expect.stringContaining('onOutput')]);
  const { items } = await store.listRuns({ agentId: 'researcher' });
  expect(items).toMatchObject([
    {
      state: 'finished',
      resourceId: 'ada',
      parent: { agentId: 'desk', runId, toolCallId: 'd1' },
    },
  ]);
  // The conversation of the thread is the agent's own.
  expect(items[0]?.threadId).toBeUndefined();
  expect(await store.loadThread('t')).toHaveLength(4);
});

test('the tokens of a sub-agent count for the run above, and its own step does not hide them', async () => {
  const { agent } = pair(
    [
      { toolCalls: [delegate()], usage: { inputTokens: 10, outputTokens: 1 } },
      { text: 'Done.', usage: { inputTokens: 20, outputTokens: 2 } },
    ],
    [{ text: 'Found.', usage: { inputTokens: 300, outputTokens: 30 } }],
  );
  const { usage, steps } = await agent.generate('Go.');
  expect(usage).toMatchObject({ inputTokens: 330, outputTokens: 33 });
  expect(steps.map((step) => step.usage.inputTokens)).toEqual([10, 20]);
});

test('a sub-agent that fails is an error for the model, with the message and nothing more', async () => {
  const failure = Object.assign(new Error('quota used up'), { secret: 'sk-123' });
  const { agent, upperModel } = pair(
    [{ toolCalls: [delegate()] }, 'Sorry.'],
    [
      () => {
        throw failure;
      },
    ],
    { logger: recordingLogger(), below: { maxRetries: 0 } },
  );
  const { toolResults, text } = await agent.generate('Go.');
  expect(text).toBe('Sorry.');
  expect(toolResults).toMatchObject([{ kind: 'error', code: 'TOOL_FAILED', error: failure }]);
  const told = JSON.stringify(upperModel.requests[1]?.prompt);
  expect(told).toContain('quota used up');
  expect(told).not.toContain('sk-123');
  expect(told).not.toContain('sub-agent.ts');
});

test('a sub-agent that stops without an answer says why', async () => {
  const dig = createTool({ id: 'dig', execute: async () => 'earth' });
  const { agent } = pair(
    [{ toolCalls: [delegate()] }, 'Sorry.'],
    [{ toolCalls: [{ toolName: 'dig', input: {} }] }],
    { below: { tools: { dig }, maxSteps: 1 } },
  );
  const { toolResults } = await agent.generate('Go.');
  expect(toolResults).toMatchObject([
    {
      kind: 'error',
      error: { message: '"agent-researcher" ended without an answer (max-steps).' },
    },
  ]);
});

test('a sub-agent that ends in silence has succeeded with no output', async () => {
  const { agent, upperModel } = pair([{ toolCalls: [delegate()] }, 'Done.'], [{ text: '' }]);
  const { toolResults } = await agent.generate('Go.');
  expect(toolResults).toMatchObject([{ kind: 'result', result: undefined }]);
  expect(JSON.stringify(upperModel.requests[1]?.prompt)).toContain('succeeded with no output');
});

test('sub-agents of one step run beside each other', async () => {
  let arrived = 0;
  let meet: () => void = () => undefined;
  const both = new Promise<void>((resolve) => {
    meet = resolve;
  });
  const wait = createTool({
    id: 'wait',
    execute: async () => {
      arrived += 1;
      if (arrived === 2) meet();
      await both;
      return 'met';
    },
  });
  const script = [{ toolCalls: [{ toolName: 'wait', input: {} }] }, 'Met.'];
  const make = (id: string) => new Agent({ id, model: scriptedModel(script), tools: { wait } });
  const calls = [delegate('a', 'one', 'd1'), delegate('b', 'two', 'd2')];
  const agent = new Agent({
    id: 'desk',
    model: scriptedModel([{ toolCalls: calls }, 'Done.']),
    agents: { one: make('one'), two: make('two') },
  });
  const { toolResults } = await agent.generate('Go.');
  expect(toolResults.map(({ kind }) => kind)).toEqual(['result', 'result']);
});

test('one sub-agent can be called several times in a step', async () => {
  const echo = scriptedModel(({ prompt }) => `echo ${JSON.stringify(prompt.at(-1)?.content)}`);
  const calls = ['a', 'b', 'c'].map((prompt) => delegate(prompt, 'echo', `d-${prompt}`));
  const agent = new Agent({
    id: 'desk',
    model: scriptedModel([{ toolCalls: calls }, 'Done.']),
    agents: { echo: new Agent({ id: 'echo', model: echo }) },
  });
  const { toolResults } = await agent.generate('Go.');
  const results = toolResults.map((each) =>
    each.kind === 'result' ? String(each.result) : undefined,
  );
  expect(results).toHaveLength(3);
  for (const prompt of ['a', 'b', 'c']) {
    expect(results.some((result) => result?.includes(`"${prompt}"`))).toBe(true);
  }
});

test('the gate and the guard of the agent above stand before the call of a sub-agent', async () => {
  const refusing = pair([{ toolCalls: [delegate()] }, 'Sorry.'], [], {
    hooks: { beforeToolCall: () => ({ proceed: false, reason: 'not today' }) },
  });
  const { toolResults } = await refusing.agent.generate('Go.');
  expect(toolResults).toMatchObject([{ kind: 'error', code: 'REFUSED' }]);

  const asking = pair([{ toolCalls: [delegate()] }, 'Done.'], ['Found.'], {
    requireToolApproval: true,
  });
  const { waiting } = await asking.agent.generate('Go.');
  expect(waiting).toMatchObject([
    { kind: 'approval', toolName: 'agent-researcher', payload: { prompt: 'Find it.' } },
  ]);
  expect(asking.lowerModel.requests).toHaveLength(0);
  if (!waiting[0]) throw new Error('no call waits');
  const { text } = await asking.agent.approveToolCallGenerate(waiting[0]);
  expect(text).toBe('Done.');
  expect(asking.lowerModel.requests).toHaveLength(1);
});
