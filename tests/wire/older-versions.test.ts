import { createAnthropic as createAnthropicV2 } from 'ai-anthropic-v2';
import { createAnthropic as createAnthropicV3 } from 'ai-anthropic-v3';
import { createGoogleGenerativeAI as createGoogleV2 } from 'ai-google-v2';
import { createGoogleGenerativeAI as createGoogleV3 } from 'ai-google-v3';
import { createOpenAI as createOpenAIV2 } from 'ai-openai-v2';
import { createOpenAI as createOpenAIV3 } from 'ai-openai-v3';
import type { LanguageModel } from 'helve/agent';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectHistory, printed } from './expect-history.ts';
import { fieldsOf, itemsOf } from './history/wire-turn.ts';
import { readRun } from './read-run.ts';
import { recordedCalls } from './recorded-calls.ts';
import { missingRecordings, providerOf, recording } from './recording.ts';
import type { WireAgentOptions } from './wire-agent.ts';
import { ANSWER, QUESTION, wireAgent } from './wire-agent.ts';

const apiKey = 'not-a-real-key';
const MODEL_ID = 'recorded-model';
const PICTURE = 'iVBORw0KGgoAAAA';

/** Adapters of providers as they were before spec version v4. */
const MODELS = [
  ['v2', 'openai-responses/tool-call', (baseURL) => createOpenAIV2({ baseURL, apiKey })(MODEL_ID)],
  ['v3', 'openai-responses/tool-call', (baseURL) => createOpenAIV3({ baseURL, apiKey })(MODEL_ID)],
  ['v2', 'anthropic/tool-call', (baseURL) => createAnthropicV2({ baseURL, apiKey })(MODEL_ID)],
  ['v3', 'anthropic/tool-call', (baseURL) => createAnthropicV3({ baseURL, apiKey })(MODEL_ID)],
  ['v2', 'google/tool-call', (baseURL) => createGoogleV2({ baseURL, apiKey })(MODEL_ID)],
  ['v3', 'google/tool-call', (baseURL) => createGoogleV3({ baseURL, apiKey })(MODEL_ID)],
] as const satisfies readonly (readonly [string, string, (baseURL: string) => LanguageModel])[];

beforeEach(({ skip }) => skip(missingRecordings !== undefined, missingRecordings));

describe.each(MODELS)('through an adapter of spec version %s, %s', (version, name, makeModel) => {
  const recorded = recordedCalls(name);
  const provider = providerOf(name);

  /** Runs to the end; a call that waits is declined. */
  async function converse(given: WireAgentOptions = {}) {
    await using wire = await wireAgent(recorded, { ...given, makeModel });
    const stream = await wire.agent.stream(QUESTION);
    const { waiting, runId } = await stream.result;
    const end = waiting[0]
      ? await wire.agent.declineToolCall({ ...waiting[0], runId, reason: 'Not on Sundays.' })
      : stream;
    return { wire, run: await readRun(end), result: await end.result };
  }

  test('gives the call with its arguments, its pieces and its usage', async () => {
    const { wire, run, result } = await converse();
    expect(makeModel('http://127.0.0.1').specificationVersion).toBe(version);
    expect(wire.executed).toEqual(recorded.calls);
    const deltas = run.chunks.filter(({ type }) => type === 'tool-call-delta');
    expect(deltas).toHaveLength(recorded.deltas);
    expect(result.steps[0]).toMatchObject({
      finishReason: 'tool-calls',
      usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
    });
    expect(result.text).toBe(ANSWER);
  });

  test.each<[string, WireAgentOptions, string]>([
    ['a text', { execute: () => 'It rains.' }, 'It rains.'],
    ['JSON', { execute: () => ({ degrees: 21 }) }, '21'],
    ['an error', { execute: () => Promise.reject(new Error('No station.')) }, 'No station.'],
    ['a refusal', { agent: { requireToolApproval: true } }, 'Not on Sundays.'],
    [
      'a picture',
      {
        toolExtras: {
          toModelOutput: () => ({
            type: 'content',
            value: [{ type: 'image-data', data: PICTURE }],
          }),
        },
      },
      PICTURE,
    ],
  ])('is given %s as the result, in a valid history', async (what, given, expected) => {
    const { wire } = await converse(given);
    const body = wire.server.requests.at(-1)?.body;
    if (what === 'a picture' && provider === 'google') {
      // Gemini takes pictures beside its results, not in them
      expect(JSON.stringify(body)).toContain(expected);
    } else if (provider === 'openai-responses' && version === 'v2') {
      // this adapter names the call by the id under which the provider keeps it
      const added = itemsOf(fieldsOf(body)['input']).slice(1).map(fieldsOf);
      expect(added, printed(body)).toMatchObject([
        { type: 'item_reference', id: expect.stringMatching(/^fc_/) },
        { type: 'function_call_output', call_id: expect.stringMatching(/^call_/) },
      ]);
      expect(JSON.stringify(added[1]?.['output']), printed(body)).toContain(expected);
    } else {
      expectHistory(provider, wire.server, recorded.calls, [expected]);
    }
  });

  test('is told what its version can be told, and the application what it cannot', async () => {
    const toolExtras = {
      strict: true,
      inputExamples: [{ input: { location: 'Oslo' } }],
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    };
    const { wire, result } = await converse({ toolExtras });
    const body = JSON.stringify(wire.server.requests[0]?.body);
    expect(body.includes('cache_control')).toBe(provider === 'anthropic');
    expect(body.includes('Oslo')).toBe(provider === 'anthropic' && version === 'v3');
    const warnings = result.steps[0]?.warnings.join('\n');
    if (version === 'v2') expect(warnings).toContain('without `strict`');
    else if (provider === 'openai-responses') expect(body).toContain('"strict":true');
  });

  test('fails, and nothing runs, where the connection is lost behind the call', async () => {
    const { events } = recording(name);
    const reason = /"stop_reason":"\w|"finishReason"|"response\.completed"/;
    const end = events.findIndex((event) => reason.test(event.replaceAll(': ', ':')));
    for (const length of [0, 1, end]) {
      const responses = [{ provider, events: events.slice(0, length), lost: 'closed' as const }];
      const agent = { maxRetries: 0 };
      await using wire = await wireAgent(recorded, { responses, agent, makeModel });
      const stream = await wire.agent.stream(QUESTION);
      await expect(stream.result).rejects.toThrow('broke off');
      expect(wire.executed).toEqual([]);
    }
  });
});
