import { describe, expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { RUN_MODES, recordingLogger, resultsIn } from './run-kit.ts';

/** An agent whose model calls a tool that throws `thrown`. */
function setUp(thrown: unknown, extra: object = {}) {
  const logger = recordingLogger();
  const onOutput = vi.fn();
  const execute = async () => {
    throw thrown;
  };
  const tool = createTool({ id: 'tool', execute, onOutput, ...extra });
  const toolCalls = [{ toolName: 'tool', input: { a: 1 }, toolCallId: 'c1' }];
  const model = scriptedModel([{ toolCalls }, 'over']);
  const agent = new Agent({ id: 'a', model, tools: { tool }, logger });
  const told = () => resultsIn(model.requests[1]?.prompt ?? [])['c1'];
  return { agent, model, logger, onOutput, told };
}

describe.each(RUN_MODES)('with $mode, a tool that throws', ({ run }) => {
  test('ends its call with an error that the model reads; the run goes on', async () => {
    const error = new Error('the printer is on fire');
    const { agent, told, onOutput } = setUp(error);
    const { text, toolResults, finishReason, runId } = await run(agent);
    expect({ text, finishReason }).toEqual({ text: 'over', finishReason: 'stop' });
    expect(toolResults).toMatchObject([{ kind: 'error', code: 'TOOL_FAILED', args: { a: 1 } }]);
    expect(toolResults[0]).toHaveProperty('error', error);
    expect(told()).toEqual({ type: 'error-text', value: 'the printer is on fire' });
    expect(onOutput).not.toHaveBeenCalled();
    const [, answer] = await agent.listMessages({ runId });
    expect(answer?.parts).toMatchObject([{ type: 'tool', state: 'error' }]);
  });

  test('tells the model its message, never a stack or a cause', async () => {
    const error = new Error('no connection', { cause: new Error('password hunter2') });
    const { agent, model } = setUp(error);
    await run(agent);
    const sent = JSON.stringify(model.requests[1]?.prompt);
    expect(sent).toContain('no connection');
    expect(sent).not.toMatch(/hunter2|\.test\.ts|at async/);
  });

  test.each([
    ['a string', 'plain words', 'plain words'],
    ['an object with a message', { message: 'in an object', token: 'hunter2' }, 'in an object'],
    ['a number', 404, '404'],
  ])('may throw %s', async (_kind, thrown, value) => {
    const { agent, told, model } = setUp(thrown);
    const { text } = await run(agent);
    expect(text).toBe('over');
    expect(told()).toEqual({ type: 'error-text', value });
    expect(JSON.stringify(model.requests[1]?.prompt)).not.toContain('hunter2');
  });

  test.each([
    ['an object', { secret: 'hunter2' }],
    [
      'an object that cannot be read',
      {
        get message(): string {
          throw new Error('unreadable');
        },
      },
    ],
    ['a revoked proxy', revokedProxy()],
    ['an error without a message', Object.assign(new Error('x'), { message: '' })],
    ['undefined', undefined],
    ['null', null],
    ['an object without a prototype', Object.create(null)],
  ])('ends its call, whatever it throws: %s', async (_kind, thrown) => {
    const { agent, told } = setUp(thrown);
    const { text } = await run(agent);
    expect(text).toBe('over');
    expect(told()).toMatchObject({ type: 'error-text', value: expect.stringMatching(/./) });
    expect(JSON.stringify(told())).not.toContain('hunter2');
  });
});

function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

test('a screen is shown the message of an error, and nothing else of it', async () => {
  const error = Object.assign(new Error('no connection'), { password: 'hunter2' });
  const { agent } = setUp(error);
  const chunks = await collect((await agent.stream('go')).displayStream);
  const failure = chunks.find(({ type }) => type === 'tool-error');
  expect(failure?.payload).toMatchObject({ error: { message: 'no connection' } });
  expect(JSON.stringify(chunks)).not.toMatch(/hunter2|stack/);
});

test('the log has the error with its stack, and the call that it ended', async () => {
  const error = new Error('the printer is on fire');
  const { agent, logger } = setUp(error);
  const { runId } = await agent.generate('go');
  const call = { runId, toolCallId: 'c1', toolName: 'tool' };
  expect(logger.records).toMatchObject([{ details: { ...call, error } }]);
});

test('the log has the place of an error alone, where the tool hides payloads', async () => {
  const error = new Error('no user called hunter2');
  const { agent, logger } = setUp(error, { transform: { display: {} } });
  await agent.generate('go');
  expect(logger.records).toMatchObject([
    { details: { toolName: 'tool', errorType: 'Error', frames: expect.arrayContaining([]) } },
  ]);
  expect(JSON.stringify(logger.records)).not.toContain('hunter2');
});

test('an execute that throws before it gives a promise is no different', async () => {
  const execute = () => {
    throw new Error('at once');
  };
  const { agent, told } = setUp(undefined, { execute });
  expect((await agent.generate('go')).text).toBe('over');
  expect(told()).toEqual({ type: 'error-text', value: 'at once' });
});

test('an execute may give any thenable', async () => {
  const lazily = {
    // biome-ignore lint/suspicious/noThenProperty: query builders are thenables
    then: (resolve: (value: string) => void) => resolve('rows'),
  };
  const { agent, told } = setUp(undefined, { execute: () => lazily });
  await agent.generate('go');
  expect(told()).toEqual({ type: 'text', value: 'rows' });
});

test('a tool that is not there is an error that lists those that are', async () => {
  const model = scriptedModel([
    { toolCalls: [{ toolName: 'nothing', input: {}, toolCallId: 'c1' }] },
    'over',
  ]);
  const tools = {
    read: createTool({ id: 'r', execute: async () => 1 }),
    write: createTool({ id: 'w', execute: async () => 1 }),
  };
  const { toolResults, text } = await new Agent({ id: 'a', model, tools }).generate('go');
  expect(text).toBe('over');
  expect(toolResults).toMatchObject([{ kind: 'error', code: 'UNKNOWN_TOOL' }]);
  expect(resultsIn(model.requests[1]?.prompt ?? [])['c1']).toMatchObject({
    type: 'error-text',
    value: expect.stringMatching(/"nothing".*read, write/),
  });
});
