import { describe, expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { RUN_MODES, resultsIn } from './run-kit.ts';

function setUp(toolName: string) {
  const execute = vi.fn(async () => 'ok');
  const tools = {
    read: createTool({ id: 'r', execute }),
    write: createTool({ id: 'w', execute }),
    drop: createTool({ id: 'd', execute, requireApproval: true }),
  };
  const model = scriptedModel([{ toolCalls: [{ toolName, input: {}, toolCallId: 'c1' }] }, 'over']);
  return { agent: new Agent({ id: 'a', model, tools }), model, execute };
}

function names(tools: readonly Readonly<Record<string, unknown>>[] | undefined) {
  return tools?.map(({ name }) => name);
}

describe.each(RUN_MODES)('activeTools, with $mode', ({ run }) => {
  test('are those the model is told of, in the order of their registration', async () => {
    const { agent, model } = setUp('read');
    await run(agent, 'go', { activeTools: ['write', 'read'] });
    expect(names(model.requests[0]?.tools)).toEqual(['read', 'write']);
    expect(names(model.requests[1]?.tools)).toEqual(['read', 'write']);
  });

  test.each(['write', 'drop'])('are the only ones that run: %s is refused', async (toolName) => {
    const { agent, model, execute } = setUp(toolName);
    const { toolResults, waiting, text } = await run(agent, 'go', { activeTools: ['read'] });
    expect(execute).not.toHaveBeenCalled();
    expect(waiting).toEqual([]);
    expect(text).toBe('over');
    expect(toolResults).toMatchObject([{ kind: 'error', code: 'TOOL_NOT_ACTIVE' }]);
    expect(resultsIn(model.requests[1]?.prompt ?? [])['c1']).toMatchObject({
      type: 'error-text',
      value: expect.stringMatching(/not available.*did not run.*: read\./),
    });
  });

  test('may be none at all: then the request has no tools', async () => {
    const { agent, model, execute } = setUp('read');
    await run(agent, 'go', { activeTools: [] });
    expect(model.requests[0]?.tools ?? []).toEqual([]);
    expect(execute).not.toHaveBeenCalled();
  });

  test('must be there: a name that is not is an error that lists those that are', async () => {
    const { agent, model } = setUp('read');
    await expect(run(agent, 'go', { activeTools: ['raed'] })).rejects.toThrow(
      /"raed".*read, write, drop/,
    );
    expect(model.requests).toEqual([]);
  });
});

test('are all of them where nobody chooses', async () => {
  const { agent, model } = setUp('read');
  await agent.generate('go');
  expect(names(model.requests[0]?.tools)).toEqual(['read', 'write', 'drop']);
});

test('of one run are not those of another run of the same agent', async () => {
  const model = scriptedModel(['one', 'two', 'three']);
  const execute = async () => 'ok';
  const tools = { read: createTool({ id: 'r', execute }), write: createTool({ id: 'w', execute }) };
  const agent = new Agent({ id: 'a', model, tools });
  await agent.generate('go', { activeTools: ['read'] });
  await agent.generate('go');
  await agent.generate('go', { activeTools: ['write'] });
  expect(model.requests.map(({ tools: told }) => names(told))).toEqual([
    ['read'],
    ['read', 'write'],
    ['write'],
  ]);
});
