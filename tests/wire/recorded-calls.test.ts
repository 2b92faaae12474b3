import { readdirSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { adaptModel } from '../../packages/helve/src/model/adapt-model.ts';
import type { ModelPart } from '../../packages/helve/src/model/model-part.ts';
import type { ModelTool, ProviderTool } from '../../packages/helve/src/model/model-request.ts';
import { RECORDED_CALLS } from './recorded-calls.ts';
import type { WireProvider } from './recording.ts';
import { missingRecordings, recording, recordingsDirectory, WIRE_PROVIDERS } from './recording.ts';
import { serveRecording } from './serve-recording.ts';
import { wireModel } from './wire-model.ts';

/** Recordings without a call to be expected: a refusal has a test of its own. */
const ELSEWHERE = ['openai-responses/error'];

const weather: ModelTool = {
  name: 'weather',
  description: 'Tells the weather of a place.',
  inputSchema: {
    type: 'object',
    properties: { location: { type: 'string' } },
    required: ['location'],
    additionalProperties: false,
  },
  strict: true,
  inputExamples: [{ input: { location: 'Oslo' } }],
};

async function replay(
  name: `${WireProvider}/${string}`,
  tools: readonly ProviderTool[] = [],
): Promise<ModelPart[]> {
  const recorded = recording(name);
  await using server = await serveRecording([recorded]);
  const parts: ModelPart[] = [];
  const response = await adaptModel(wireModel(recorded.provider, server.url)).stream({
    messages: [{ role: 'user', content: 'What is the weather?' }],
    tools: [weather, ...tools],
  });
  for await (const part of response) parts.push(part);
  return parts;
}

function ofType<Type extends ModelPart['type']>(
  parts: readonly ModelPart[],
  type: Type,
): Extract<ModelPart, { readonly type: Type }>[] {
  return parts.filter(
    (part): part is Extract<ModelPart, { readonly type: Type }> => part.type === type,
  );
}

beforeEach(({ skip }) => skip(missingRecordings !== undefined, missingRecordings));

describe.each(RECORDED_CALLS)('$name, read by its real adapter', (expected) => {
  test('gives exactly the calls that were recorded, and why it ended', async () => {
    const parts = await replay(expected.name, expected.providerTools);
    const calls = ofType(parts, 'tool-call').map(({ toolName, input, providerExecuted }) => ({
      toolName,
      input: JSON.parse(input),
      ...(providerExecuted && { providerExecuted }),
    }));
    expect(calls).toEqual(expected.calls);
    expect(ofType(parts, 'finish')).toMatchObject([{ finishReason: expected.finishReason }]);
    expect(parts.at(-1)?.type).toBe('finish');
  });

  test('gives the arguments in pieces that add up to those of the call', async () => {
    const parts = await replay(expected.name, expected.providerTools);
    const deltas = ofType(parts, 'tool-input-delta');
    expect(deltas).toHaveLength(expected.deltas);
    const starts = ofType(parts, 'tool-input-start');
    for (const { toolCallId, input } of ofType(parts, 'tool-call')) {
      const pieces = deltas.filter(({ id }) => id === toolCallId).map(({ delta }) => delta);
      if (pieces.length === 0) continue;
      // an adapter may write the whole anew, with other spaces
      expect(JSON.parse(pieces.join(''))).toEqual(JSON.parse(input));
      expect(starts.map(({ id }) => id)).toContain(toolCallId);
    }
  });
});

test('what a provider did by itself comes with its results', async () => {
  const search = RECORDED_CALLS.find(({ name }) => name.endsWith('provider-web-search'));
  const parts = await replay('openai-responses/provider-web-search', search?.providerTools);
  const called = ofType(parts, 'tool-call').map(({ toolCallId }) => toolCallId);
  const answered = ofType(parts, 'tool-result').map(({ toolCallId }) => toolCallId);
  expect(answered).toEqual(called);
  const text = ofType(parts, 'text-delta').map(({ delta }) => delta);
  expect(text.join('').length).toBeGreaterThan(100);
  expect(ofType(parts, 'source').every(({ url }) => url?.startsWith('https://'))).toBe(true);
});

test("a provider's wish for approval names the call it is about", async () => {
  const mcp = RECORDED_CALLS.find(({ name }) => name.endsWith('provider-mcp-approval'));
  const parts = await replay('openai-responses/provider-mcp-approval', mcp?.providerTools);
  const [call] = ofType(parts, 'tool-call');
  expect(ofType(parts, 'tool-approval-request')).toEqual([
    {
      type: 'tool-approval-request',
      approvalId: expect.stringMatching(/^mcpr_/),
      toolCallId: call?.toolCallId,
    },
  ]);
});

test('long reasoning arrives before the call', async () => {
  for (const name of ['deepseek', 'openai-compatible'] as const) {
    const parts = await replay(`${name}/tool-call-with-reasoning`);
    const types = parts.map(({ type }) => type);
    expect(types.indexOf('reasoning-end')).toBeLessThan(types.indexOf('tool-call'));
    expect(ofType(parts, 'reasoning-delta').length).toBeGreaterThan(30);
  }
});

test("a provider's refusal rejects with what it said", async () => {
  await expect(replay('openai-responses/error')).rejects.toThrow('exceeded your current quota');
});

test('every recording there is has its calls written down', () => {
  const found = WIRE_PROVIDERS.flatMap((provider) =>
    readdirSync(`${recordingsDirectory}/${provider}`).map(
      (file) => `${provider}/${file.replace('.chunks.txt', '')}`,
    ),
  );
  const expected = [...RECORDED_CALLS.map(({ name }) => name), ...ELSEWHERE];
  expect(expected.sort()).toEqual(found.sort());
});
