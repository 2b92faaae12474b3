import type { RunResult } from 'helve/agent';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { printed } from './expect-history.ts';
import { readHistory } from './history/read-history.ts';
import type { JsonToolProvider } from './json-tool-answer.ts';
import { jsonToolAnswer } from './json-tool-answer.ts';
import { readRun } from './read-run.ts';
import type { RecordedCalls } from './recorded-calls.ts';
import { recordedCalls } from './recorded-calls.ts';
import type { RecordedResponse, WireProvider } from './recording.ts';
import { missingRecordings, providerOf, recording, WIRE_PROVIDERS } from './recording.ts';
import { textAnswer } from './text-answer.ts';
import type { WireAgent } from './wire-agent.ts';
import { ownCalls, QUESTION, wireAgent } from './wire-agent.ts';
import { wireModel } from './wire-model.ts';

// What `output` becomes on the wire, and what is made of the answers. No recording has an object for
// an answer, so these are written here, each in its provider's own form.

beforeEach(({ skip }) => skip(missingRecordings !== undefined, missingRecordings));

const output = z.object({ city: z.string(), degrees: z.number() });
const FITTING = '{"city":"Oslo","degrees":21}';
const UNFIT = '{"city":"Oslo","degrees":"warm"}';
const OBJECT = { city: 'Oslo', degrees: 21 };

const schema = {
  type: 'object',
  properties: { city: { type: 'string' }, degrees: { type: 'number' } },
  required: ['city', 'degrees'],
};

/** How a provider is asked for an object. */
interface Asked {
  readonly recorded: RecordedCalls['name'];
  readonly modelId: string;
  /** The fields of the request. */
  readonly request: object;
  /** Where it is asked otherwise while there are tools. */
  readonly besideTools?: object;
  /** When the answer is a call of the tool `json`. */
  readonly jsonTool?: 'always' | 'beside-tools';
}

const jsonSchemaFormat = {
  response_format: { type: 'json_schema', json_schema: { name: 'response', schema } },
};
const anthropicFormat = { format: { type: 'json_schema', schema } };

const ASKED: readonly Asked[] = [
  {
    recorded: 'openai-responses/tool-call',
    modelId: 'gpt-5',
    request: { text: { format: { type: 'json_schema', name: 'response', strict: true, schema } } },
  },
  {
    recorded: 'openai-compatible/tool-call-with-reasoning',
    modelId: 'any',
    request: { response_format: { type: 'json_object' } },
  },
  {
    recorded: 'alibaba/tool-call',
    modelId: 'any',
    request: { response_format: { type: 'json_object' } },
  },
  {
    recorded: 'anthropic/tool-call',
    modelId: 'claude-sonnet-4-5',
    request: { output_config: anthropicFormat },
  },
  {
    recorded: 'anthropic/tool-call',
    modelId: 'claude-3-haiku-20240307',
    request: {
      tools: expect.arrayContaining([
        expect.objectContaining({ name: 'json', input_schema: expect.objectContaining(schema) }),
      ]),
      tool_choice: { type: 'any' },
    },
    jsonTool: 'always',
  },
  {
    recorded: 'google/tool-call',
    modelId: 'gemini-3-pro-preview',
    request: {
      generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema },
    },
  },
  {
    recorded: 'amazon-bedrock/tool-call',
    modelId: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
    request: { additionalModelRequestFields: { output_config: anthropicFormat } },
  },
  {
    recorded: 'amazon-bedrock/tool-call',
    modelId: 'amazon.nova-pro-v1:0',
    request: {
      toolConfig: {
        tools: expect.arrayContaining([
          { toolSpec: expect.objectContaining({ name: 'json', inputSchema: expect.anything() }) },
        ]),
        toolChoice: { any: {} },
      },
    },
    jsonTool: 'always',
  },
  {
    recorded: 'cohere/tool-call',
    modelId: 'command-a',
    request: { response_format: { type: 'json_object', json_schema: schema } },
  },
  { recorded: 'mistral/incremental-tool-call', modelId: 'large', request: jsonSchemaFormat },
  {
    recorded: 'groq/tool-call',
    modelId: 'llama-3.3-70b-versatile',
    request: jsonSchemaFormat,
    besideTools: {
      tools: expect.arrayContaining([
        { type: 'function', function: expect.objectContaining({ name: 'json' }) },
      ]),
      tool_choice: 'required',
    },
    jsonTool: 'beside-tools',
  },
  {
    recorded: 'deepseek/tool-call-with-reasoning',
    modelId: 'deepseek-chat',
    request: {
      response_format: { type: 'json_object' },
      messages: expect.arrayContaining([
        { role: 'system', content: expect.stringContaining('"required":["city","degrees"]') },
      ]),
    },
  },
];

/** An agent that is asked for an object, and what came of it. */
interface Answered {
  readonly wire: WireAgent;
  readonly bodies: readonly unknown[];
  readonly outcome: PromiseSettledResult<RunResult>;
}

describe.each(ASKED)('an object asked of $recorded, $modelId,', (asked) => {
  const provider = providerOf(asked.recorded);
  const recorded = recordedCalls(asked.recorded);

  function answer(text: string, besideTools: boolean): RecordedResponse {
    const isCall = asked.jsonTool === 'always' || (besideTools && asked.jsonTool !== undefined);
    return isCall && isJsonTool(provider)
      ? jsonToolAnswer(provider, text)
      : textAnswer(provider, text);
  }

  async function ask(
    responses: readonly RecordedResponse[],
    toolNames: readonly string[],
  ): Promise<Answered> {
    const makeModel = (baseURL: string) => wireModel(provider, baseURL, asked.modelId);
    await using wire = await wireAgent(recorded, { responses, toolNames, makeModel });
    const { outcome } = await readRun(await wire.agent.stream(QUESTION, { output }));
    return { wire, bodies: wire.server.requests.map(({ body }) => body), outcome };
  }

  test("is asked for with the provider's own fields, and the answer is the object", async () => {
    const { bodies, outcome } = await ask([answer(FITTING, false)], []);
    expect(outcome).toMatchObject({ value: { object: OBJECT, finishReason: 'stop' } });
    expect(bodies).toHaveLength(1);
    expect(bodies[0], printed(bodies[0])).toMatchObject(asked.request);
  });

  test('is asked for again, once, where the answer does not fit: with what is wrong', async () => {
    const { bodies, outcome } = await ask([answer(UNFIT, false), answer(FITTING, false)], []);
    expect(outcome).toMatchObject({ value: { object: OBJECT, steps: [{}, {}] } });
    expect(bodies).toHaveLength(2);
    expect(bodies[1], printed(bodies[1])).toMatchObject(asked.request);
    const { turns, faults } = readHistory(provider, bodies[1]);
    expect(faults, printed(bodies[1])).toEqual([]);
    // the call of `json` is the adapter's own affair: to the conversation the answer is a text
    expect(turns.slice(-3), printed(bodies[1])).toMatchObject([
      { kind: 'says', text: expect.stringContaining(QUESTION) },
      { kind: 'says', text: expect.stringContaining('warm') },
      { kind: 'says', text: expect.stringMatching(/cannot be used.*degrees/s) },
    ]);
  });

  test('fails the run where the corrected answer does not fit either', async () => {
    const { bodies, outcome } = await ask([answer(UNFIT, false), answer(UNFIT, false)], []);
    expect(outcome).toMatchObject({
      reason: {
        code: 'INVALID_OBJECT',
        text: expect.stringContaining('warm'),
        message: expect.stringContaining('degrees'),
      },
    });
    expect(bodies).toHaveLength(2);
  });

  test('comes after the calls that the model makes first', async () => {
    const names = ownCalls(recorded).map(({ toolName }) => toolName);
    const responses = [recording(recorded.name), answer(FITTING, true)];
    const { wire, bodies, outcome } = await ask(responses, names);
    expect(outcome).toMatchObject({ value: { object: OBJECT, steps: [{}, {}] } });
    // what groq's model wrote lacks an argument, so that it must not run
    expect(wire.executed).toEqual(provider === 'groq' ? [] : ownCalls(recorded));
    for (const body of bodies) {
      expect(body, printed(body)).toMatchObject(asked.besideTools ?? asked.request);
      expect(JSON.stringify(body)).toContain(names[0]);
    }
    const { turns, faults } = readHistory(provider, bodies[1]);
    expect(faults, printed(bodies[1])).toEqual([]);
    expect(turns.filter(({ kind }) => kind === 'result')).toHaveLength(names.length);
  });

  test('may be asked for again beside tools, with the calls and results still there', async () => {
    const names = ownCalls(recorded).map(({ toolName }) => toolName);
    const responses = [recording(recorded.name), answer(UNFIT, true), answer(FITTING, true)];
    const { wire, bodies, outcome } = await ask(responses, names);
    expect(outcome).toMatchObject({ value: { object: OBJECT, steps: [{}, {}, {}] } });
    expect(wire.executed).toEqual(provider === 'groq' ? [] : ownCalls(recorded));
    const { turns, faults } = readHistory(provider, bodies[2]);
    expect(faults, printed(bodies[2])).toEqual([]);
    expect(turns.filter(({ kind }) => kind === 'result')).toHaveLength(names.length);
    expect(turns.at(-1)).toMatchObject({ text: expect.stringContaining('cannot be used') });
  });
});

test.each(['openai-compatible', 'alibaba'] as const)(
  'an application is warned where the adapter of %s does not hand the schema on',
  async (provider) => {
    const recorded = ASKED.find((asked) => providerOf(asked.recorded) === provider)?.recorded;
    if (recorded === undefined) throw new Error(`there is nothing of ${provider}`);
    const responses = [textAnswer(provider, FITTING)];
    await using wire = await wireAgent(recordedCalls(recorded), { responses, toolNames: [] });
    const { steps } = await (await wire.agent.stream(QUESTION, { output })).result;
    expect(steps[0]?.warnings.join('\n')).toMatch(/schema/i);
  },
);

test('a list that is asked for goes out in an object, and comes back as a list', async () => {
  for (const { recorded, modelId, jsonTool } of ASKED) {
    const provider = providerOf(recorded);
    const text = '{"value":["Oslo","Rome"]}';
    const isCall = jsonTool === 'always' && isJsonTool(provider);
    const responses = [isCall ? jsonToolAnswer(provider, text) : textAnswer(provider, text)];
    const makeModel = (baseURL: string) => wireModel(provider, baseURL, modelId);
    await using wire = await wireAgent(recordedCalls(recorded), {
      responses,
      toolNames: [],
      makeModel,
    });
    const cities = z.array(z.string());
    const { object } = await (await wire.agent.stream(QUESTION, { output: cities })).result;
    expect(object, recorded).toEqual(['Oslo', 'Rome']);
    const body = JSON.stringify(wire.server.requests[0]?.body);
    if (!body.includes('{"type":"json_object"}') || provider === 'deepseek') {
      expect(body.replaceAll('\\', ''), recorded).toMatch(
        /"properties":\{"value":\{"type":"array"/,
      );
    }
  }
});

test('every provider of which there are recordings is asked for an object', () => {
  const asked = new Set(ASKED.map(({ recorded }) => providerOf(recorded)));
  expect([...asked].toSorted()).toEqual([...WIRE_PROVIDERS].toSorted());
});

function isJsonTool(provider: WireProvider): provider is JsonToolProvider {
  return provider === 'anthropic' || provider === 'amazon-bedrock' || provider === 'groq';
}
