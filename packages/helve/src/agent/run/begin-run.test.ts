import { describe, expect, test } from 'vitest';
import { scriptedModel } from '../../testing/scripted-model.ts';
import type { ModelMessage } from '../../tool/message.ts';
import { Agent } from '../agent.ts';
import { InvalidAgentError } from '../agent-errors.ts';
import type { AgentOptions } from '../agent-options.ts';
import { promptProblems } from '../behaviour/run-kit.ts';

/** Every way to begin, so that a mistake is seen to be refused by each. */
async function refusal(begin: () => Promise<unknown>): Promise<Error> {
  try {
    await begin();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing was refused');
}

describe('an agent that cannot be is refused when it is made', () => {
  test.each([
    ['no id', { model: scriptedModel([]) }, 'id'],
    ['an empty id', { id: '', model: scriptedModel([]) }, 'id'],
    ['no model', { id: 'a' }, 'model'],
    ['no options', undefined, 'id'],
  ])('%s', (_kind, options, word) => {
    // Callers without types can give anything.
    expect(() => new Agent(options as AgentOptions)).toThrow(word);
  });
});

describe('a model that cannot be had refuses the run', () => {
  test.each([
    ['a package that is not there', 'nowhere/model-1', /@ai-sdk\/nowhere/],
    ['a name without a provider', 'gpt-5', /provider\/model/],
    ['a provider without a model', 'openai/', /provider\/model/],
    ['a path', '../../secrets/x', /provider\/model/],
    ['another spec version', { ...scriptedModel([]), specificationVersion: 'v1' }, /v1/],
    ['an object that is no model', {}, /model/],
    ['null', null, /model/],
    ['a function that gives nothing', () => undefined, /no model/],
    ['a number', 5, /model/],
  ])('%s', async (_kind, model, message) => {
    const agent = new Agent({ id: 'a', model: model as never });
    expect((await refusal(() => agent.stream('go'))).message).toMatch(message);
    expect((await refusal(() => agent.generate('go'))).message).toMatch(message);
  });

  test('a function that throws', async () => {
    const error = new Error('no key');
    const model = () => {
      throw error;
    };
    await expect(new Agent({ id: 'a', model }).stream('go')).rejects.toBe(error);
  });

  test('a name that could not be had may be there the next time', async () => {
    const agent = new Agent({ id: 'a', model: 'nowhere/model-1' });
    await refusal(() => agent.generate('go'));
    expect((await refusal(() => agent.generate('go'))).message).toContain('@ai-sdk/nowhere');
  });
});

describe('input that is no input is refused, and no model is asked', () => {
  test.each([
    ['an empty text', ''],
    ['no messages', []],
    ['nothing', undefined],
    ['null', null],
    ['a number', 5],
    ['one message that is no list', { role: 'user', content: 'x' }],
    ['a message that is null', [null]],
    ['a message without a role', [{ content: 'x' }]],
    ['an unknown role', [{ role: 'robot', content: 'x' }]],
    ['a message without content', [{ role: 'user' }]],
    ['tool results as text', [{ role: 'tool', content: 'x' }]],
    ['a part that is null', [{ role: 'user', content: [null] }]],
    ['an assistant’s part that is null', [{ role: 'assistant', content: [null] }]],
    ['a part that is a text', [{ role: 'user', content: ['x'] }]],
    ['a part without a type', [{ role: 'assistant', content: [{ text: 'x' }] }]],
  ])('%s', async (_kind, input) => {
    const model = scriptedModel(['over']);
    const agent = new Agent({ id: 'a', model });
    const error = await refusal(() => agent.generate(input as never));
    expect(InvalidAgentError.isInstance(error)).toBe(true);
    expect(model.requests).toEqual([]);
  });
});

test('a text is what the user said; messages are taken as they are', async () => {
  const model = scriptedModel(() => 'over');
  const agent = new Agent({ id: 'a', model, instructions: 'Be brief.' });
  await agent.generate('hello');
  const messages: readonly ModelMessage[] = [
    { role: 'system', content: 'More orders.' },
    { role: 'user', content: [{ type: 'text', text: 'hello' }] },
    { role: 'assistant', content: 'hi' },
    { role: 'user', content: 'and?' },
  ];
  const { messages: added } = await agent.generate(messages, { instructions: 'Be long.' });
  expect(model.requests.map(({ prompt }) => prompt.map(({ role }) => role))).toEqual([
    ['system', 'user'],
    ['system', 'system', 'user', 'assistant', 'user'],
  ]);
  expect(model.requests[0]?.prompt[0]).toMatchObject({ content: 'Be brief.' });
  expect(model.requests[1]?.prompt[0]).toMatchObject({ content: 'Be long.' });
  expect(added.map(({ role }) => role)).toEqual(['assistant']);
  expect(messages).toHaveLength(4);
});

test('a conversation with a call that has no result is made whole for the model', async () => {
  const model = scriptedModel(['over']);
  const call = { type: 'tool-call', toolName: 'x', input: {} } as const;
  await new Agent({ id: 'a', model }).generate([
    { role: 'user', content: 'go' },
    {
      role: 'assistant',
      content: [
        { ...call, toolCallId: 'c1' },
        { ...call, toolCallId: 'c2' },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c2',
          toolName: 'x',
          output: { type: 'text', value: 'y' },
        },
      ],
    },
    { role: 'user', content: 'well?' },
  ]);
  expect(promptProblems(model.requests[0]?.prompt ?? [])).toEqual([]);
});

test('a run id may be chosen, and must be new', async () => {
  const agent = new Agent({ id: 'a', model: scriptedModel(() => 'over') });
  expect((await agent.generate('go', { runId: 'mine' })).runId).toBe('mine');
  await expect(agent.generate('go', { runId: 'mine' })).rejects.toThrow('"mine" already');
  const [one, two] = await Promise.all([agent.generate('go'), agent.generate('go')]);
  expect(one.runId).not.toBe(two.runId);
});

test.each([0, -3, 2.5, Number.NaN])('%s calls at once are no number of calls', async (count) => {
  const agent = new Agent({ id: 'a', model: scriptedModel(['over']) });
  const failing = agent.stream('go', { toolCallConcurrency: count });
  await expect(failing).rejects.toThrow('toolCallConcurrency');
});

test('settings of the run add to those of the agent, and have the last word', async () => {
  const model = scriptedModel(['over']);
  const agent = new Agent({
    id: 'a',
    model,
    modelSettings: { temperature: 0, topK: 3, headers: { a: '1', b: '1' } },
  });
  await agent.generate('go', { modelSettings: { temperature: 1, headers: { b: '2' } } });
  expect(model.requests[0]).toMatchObject({
    temperature: 1,
    topK: 3,
    headers: { a: '1', b: '2' },
  });
});
