import { describe, expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { InvalidAgentError } from '../agent-errors.ts';
import { promptProblems, RUN_MODES, recordingLogger } from './run-kit.ts';

const tool = createTool({ id: 'tool', execute: async () => 'ok' });
const again = { text: 'and on', toolCalls: [{ toolName: 'tool', input: {} }] };

/** An agent whose model calls its tool for ever. */
function restless(options: object = {}) {
  const model = scriptedModel(() => again);
  const logger = recordingLogger();
  return { model, agent: new Agent({ id: 'a', model, tools: { tool }, logger, ...options }) };
}

describe.each(RUN_MODES)('with $mode, a run', ({ run }) => {
  test('goes on while the model calls tools, and ends when it does not', async () => {
    const model = scriptedModel([again, again, 'over']);
    const { steps, finishReason, text } = await run(new Agent({ id: 'a', model, tools: { tool } }));
    expect(steps.map(({ stepNumber, text: said }) => [stepNumber, said])).toEqual([
      [0, 'and on'],
      [1, 'and on'],
      [2, 'over'],
    ]);
    expect({ finishReason, text }).toEqual({ finishReason: 'stop', text: 'over' });
  });

  test('ends after twenty steps where nobody says how many', async () => {
    const { agent, model } = restless();
    const { finishReason, steps } = await run(agent);
    expect(finishReason).toBe('max-steps');
    expect(steps).toHaveLength(20);
    expect(model.requests).toHaveLength(20);
  });

  test('ends after maxSteps of the agent, or of the run where it has its own', async () => {
    const { agent } = restless({ maxSteps: 3 });
    expect((await run(agent)).steps).toHaveLength(3);
    expect((await run(agent, 'go', { maxSteps: 5 })).steps).toHaveLength(5);
  });

  test('ends where stopWhen says so, with the results of the last calls in its messages', async () => {
    const stopWhen = vi.fn(({ steps }) => steps.length === 2);
    const { agent, model } = restless();
    const { finishReason, messages } = await run(agent, 'go', { stopWhen });
    expect(finishReason).toBe('tool-calls');
    expect(model.requests).toHaveLength(2);
    expect(messages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant', 'tool']);
    expect(stopWhen).toHaveBeenCalledTimes(2);
    expect(stopWhen.mock.lastCall?.[0].steps.at(-1)).toMatchObject({
      stepNumber: 1,
      toolResults: [{ kind: 'result', result: 'ok' }],
    });
  });

  test('ends where either the agent’s or the run’s condition says so', async () => {
    const { agent } = restless({
      stopWhen: async ({ steps }: { steps: unknown[] }) => steps.length >= 4,
    });
    expect((await run(agent)).steps).toHaveLength(4);
    expect(
      (await run(agent, 'go', { stopWhen: ({ steps }) => steps.length >= 2 })).steps,
    ).toHaveLength(2);
  });

  test('fails where a condition throws; its calls have ended', async () => {
    const error = new Error('condition trouble');
    const { agent, model } = restless();
    const stopWhen = () => {
      throw error;
    };
    await expect(run(agent, 'go', { stopWhen })).rejects.toBe(error);
    expect(model.requests).toHaveLength(1);
  });
});

test('an abort ends a run whose condition hangs', async () => {
  const asked = Promise.withResolvers<void>();
  const controller = new AbortController();
  const { agent } = restless({
    stopWhen: () => {
      asked.resolve();
      return Promise.withResolvers<boolean>().promise;
    },
  });
  const stream = await agent.stream('go', { abortSignal: controller.signal });
  await asked.promise;
  controller.abort(new Error('enough'));
  expect(await stream.finishReason).toBe('aborted');
});

test.each([0, -1, 1.5, Number.NaN])('%s steps are no number of steps', async (maxSteps) => {
  await expect(restless({ maxSteps }).agent.generate('go')).rejects.toSatisfy((error) =>
    InvalidAgentError.isInstance(error),
  );
  await expect(restless().agent.stream('go', { maxSteps })).rejects.toThrow('maxSteps');
});

test('steps without end can be asked for', async () => {
  const stopWhen = ({ steps }: { steps: readonly unknown[] }) => steps.length === 30;
  const { agent, model } = restless({ maxSteps: Number.POSITIVE_INFINITY, stopWhen });
  await agent.generate('go');
  expect(model.requests).toHaveLength(30);
  expect(promptProblems(model.requests.at(-1)?.prompt ?? [])).toEqual([]);
});

test('a response that says nothing ends the run', async () => {
  const model = scriptedModel([{}]);
  const result = await new Agent({ id: 'a', model }).generate('go');
  expect(result).toMatchObject({ text: '', finishReason: 'stop', messages: [], toolCalls: [] });
});

test('the prompt of each step is the one before it, and what came of the step', async () => {
  const { agent, model } = restless({ maxSteps: 4 });
  await agent.generate('go');
  const prompts = model.requests.map(({ prompt }) => prompt);
  for (const [index, prompt] of prompts.entries()) {
    expect(promptProblems(prompt)).toEqual([]);
    expect(prompt).toHaveLength(1 + 2 * index);
    const before = prompts[index - 1] ?? [];
    expect(prompt.slice(0, before.length)).toEqual(before);
    // a message is written once, however many steps see it
    for (const [place, message] of before.entries()) expect(prompt[place]).toBe(message);
  }
});
