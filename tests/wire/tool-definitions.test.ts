import { createTool, jsonSchema } from 'helve';
import type { ToolChoice } from 'helve/agent';
import { Agent } from 'helve/agent';
import { expect, test } from 'vitest';
import { printed } from './expect-history.ts';
import type { Fields } from './history/wire-turn.ts';
import { fieldsOf } from './history/wire-turn.ts';
import { recordedCalls } from './recorded-calls.ts';
import type { WireProvider } from './recording.ts';
import { missingRecordings } from './recording.ts';
import { serveRecording } from './serve-recording.ts';
import { textAnswer } from './text-answer.ts';
import { ANSWER, QUESTION, wireAgent } from './wire-agent.ts';
import { wireModel } from './wire-model.ts';

const parameters = {
  type: 'object',
  properties: { place: { type: 'string' } },
  required: ['place'],
  additionalProperties: false,
};

/** A tool that says everything a provider can be told of it. */
const look = createTool({
  id: 'look',
  description: 'Looks.',
  inputSchema: jsonSchema(parameters),
  strict: true,
  inputExamples: [{ input: { place: 'Oslo' } }],
  providerOptions: {
    anthropic: { cacheControl: { type: 'ephemeral' } },
    openai: { deferLoading: true },
  },
  execute: () => 'seen',
});

const plain = { name: 'look', description: 'Looks.' };
const openAI = { type: 'function', function: { ...plain, parameters } };
const strictOpenAI = { type: 'function', function: { ...plain, parameters, strict: true } };
const openAIChoices = {
  auto: { tool_choice: 'auto' },
  none: { tool_choice: 'none' },
  required: { tool_choice: 'required' },
  tool: { tool_choice: { type: 'function', function: { name: 'look' } } },
};

interface Expected {
  readonly provider: WireProvider;
  /** What a provider takes can depend on the model. */
  readonly modelId?: string;
  /** All that the request says about tools: no more, and no less. */
  readonly request: Fields;
  /** What is in the request for each choice of a tool. */
  readonly choices: Readonly<Record<'auto' | 'none' | 'required' | 'tool', Fields>>;
}

const EXPECTED: readonly Expected[] = [
  {
    provider: 'openai-responses',
    request: {
      tools: [{ type: 'function', ...plain, parameters, strict: true, defer_loading: true }],
    },
    choices: { ...openAIChoices, tool: { tool_choice: { type: 'function', name: 'look' } } },
  },
  {
    provider: 'anthropic',
    modelId: 'claude-sonnet-4-5',
    request: {
      tools: [
        {
          ...plain,
          input_schema: parameters,
          strict: true,
          cache_control: { type: 'ephemeral' },
          eager_input_streaming: true,
          input_examples: [{ place: 'Oslo' }],
        },
      ],
    },
    choices: {
      auto: { tool_choice: { type: 'auto' } },
      none: { tool_choice: { type: 'none' } },
      required: { tool_choice: { type: 'any' } },
      tool: { tool_choice: { type: 'tool', name: 'look' } },
    },
  },
  {
    provider: 'google',
    request: {
      tools: [{ functionDeclarations: [{ ...plain, parametersJsonSchema: parameters }] }],
      // strict is not a tool's property here
      toolConfig: { functionCallingConfig: { mode: 'VALIDATED' } },
    },
    choices: {
      auto: { toolConfig: { functionCallingConfig: { mode: 'VALIDATED' } } },
      none: { toolConfig: { functionCallingConfig: { mode: 'NONE' } } },
      required: { toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
      tool: {
        toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['look'] } },
      },
    },
  },
  {
    provider: 'amazon-bedrock',
    request: {
      toolConfig: {
        tools: [{ toolSpec: { ...plain, strict: true, inputSchema: { json: parameters } } }],
      },
    },
    choices: {
      auto: { toolConfig: { toolChoice: { auto: {} } } },
      // who may use no tool is not told of any
      none: {},
      required: { toolConfig: { toolChoice: { any: {} } } },
      tool: { toolConfig: { toolChoice: { tool: { name: 'look' } } } },
    },
  },
  {
    provider: 'cohere',
    request: { tools: [openAI] },
    choices: {
      auto: {},
      none: { tool_choice: 'NONE' },
      required: { tool_choice: 'REQUIRED' },
      // it is told of that tool alone
      tool: { tool_choice: 'REQUIRED' },
    },
  },
  {
    provider: 'mistral',
    request: { tools: [strictOpenAI] },
    choices: { ...openAIChoices, required: { tool_choice: 'any' } },
  },
  { provider: 'groq', request: { tools: [strictOpenAI] }, choices: openAIChoices },
  { provider: 'alibaba', request: { tools: [strictOpenAI] }, choices: openAIChoices },
  { provider: 'openai-compatible', request: { tools: [strictOpenAI] }, choices: openAIChoices },
  { provider: 'deepseek', request: { tools: [strictOpenAI] }, choices: openAIChoices },
];

/** The parts of a request that are about tools. */
const ABOUT_TOOLS = ['tools', 'toolConfig', 'tool_choice'];

async function ask(
  { provider, modelId }: Pick<Expected, 'provider' | 'modelId'>,
  toolChoice?: ToolChoice,
): Promise<{ readonly body: Fields; readonly headers: Fields }> {
  await using server = await serveRecording([textAnswer(provider, 'Fine.')]);
  const model = wireModel(provider, server.url, modelId);
  const agent = new Agent({ id: 'wire', model, tools: { look } });
  const stream = await agent.stream('How is it?', toolChoice === undefined ? {} : { toolChoice });
  expect(await stream.text).toBe('Fine.');
  const [request] = server.requests;
  return { body: fieldsOf(request?.body), headers: request?.headers ?? {} };
}

test.each(EXPECTED)('$provider is told of a tool what it takes, and no more', async (expected) => {
  const { body } = await ask(expected);
  const aboutTools = Object.entries(body).filter(([name]) => ABOUT_TOOLS.includes(name));
  expect(Object.fromEntries(aboutTools), printed(body)).toEqual(expected.request);
});

test('anthropic is asked to read examples with the header that it needs for them', async () => {
  const { headers } = await ask({ provider: 'anthropic' });
  expect(headers['anthropic-beta']).toContain('advanced-tool-use');
});

test.each(
  EXPECTED.flatMap((expected) =>
    (['auto', 'none', 'required', 'tool'] as const).map((choice) => ({
      provider: expected.provider,
      choice,
      expected,
    })),
  ),
)('$provider hears of the choice $choice in its own words', async ({ choice, expected }) => {
  const toolChoice = choice === 'tool' ? ({ type: 'tool', toolName: 'look' } as const) : choice;
  const { body } = await ask(expected, toolChoice);
  expect(body, printed(body)).toMatchObject(expected.choices[choice]);
  if (Object.keys(expected.choices[choice]).length === 0) {
    expect(body, printed(body)).not.toHaveProperty('tool_choice');
    expect(body, printed(body)).not.toHaveProperty('toolConfig');
  }
});

test('a forced tool is forced in the first step only, so that the model can come to an end', async ({
  skip,
}) => {
  skip(missingRecordings !== undefined, missingRecordings);
  const recorded = recordedCalls('openai-compatible/tool-call-with-reasoning');
  await using wire = await wireAgent(recorded);
  const toolChoice = { type: 'tool', toolName: 'weather' } as const;
  expect(await (await wire.agent.stream(QUESTION, { toolChoice })).text).toBe(ANSWER);
  const choices = wire.server.requests.map(({ body }) => fieldsOf(body)['tool_choice']);
  expect(choices).toEqual([{ type: 'function', function: { name: 'weather' } }, 'auto']);
});

test.each(EXPECTED)(
  '$provider is told nothing of strictness, examples or options that a tool does not have',
  async ({ provider, modelId }) => {
    const inputSchema = jsonSchema(parameters);
    const bare = createTool({ id: 'look', description: 'Looks.', inputSchema, execute: () => 1 });
    await using server = await serveRecording([textAnswer(provider, 'Fine.')]);
    const model = wireModel(provider, server.url, modelId);
    await (await new Agent({ id: 'wire', model, tools: { look: bare } }).stream('Hi')).result;
    const body = JSON.stringify(server.requests[0]?.body);
    expect(body).not.toMatch(/"strict":true|examples|cache_control|defer_loading|VALIDATED/);
    expect(body).toContain('"look"');
  },
);
