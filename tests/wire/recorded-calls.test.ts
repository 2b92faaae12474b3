import { readdirSync } from 'node:fs';
import type { AgentChunk, Chunk, ChunkType } from 'helve/agent';
import { beforeEach, describe, expect, test } from 'vitest';
import { RECORDED_CALLS } from './recorded-calls.ts';
import { missingRecordings, recordingsDirectory, WIRE_PROVIDERS } from './recording.ts';
import { ANSWER, ownCalls, QUESTION, wireAgent } from './wire-agent.ts';

/** Recordings without a call to be expected: a refusal has a test of its own. */
const ELSEWHERE = ['openai-responses/error'];

/** A recording that breaks off; that its call does not run has a test of its own. */
const BROKEN = 'openai-responses/parallel-calls';

beforeEach(({ skip }) => skip(missingRecordings !== undefined, missingRecordings));

describe.each(RECORDED_CALLS)('$name, read by its real adapter', (recorded) => {
  async function replay(): Promise<Chunk[]> {
    await using wire = await wireAgent(recorded);
    const stream = await wire.agent.stream(QUESTION);
    // awaited, since the server goes when this ends
    return await Array.fromAsync(stream.fullStream);
  }

  test('gives exactly the calls that were recorded, and why the response ended', async () => {
    const chunks = await replay();
    const calls = ofType(chunks, 'tool-call').map(({ toolName, args, providerExecuted }) => ({
      toolName,
      input: args,
      ...(providerExecuted && { providerExecuted }),
    }));
    expect(calls).toEqual(recorded.calls);
    const ends = [...ofType(chunks, 'step-finish'), ...ofType(chunks, 'finish')];
    expect(ends[0]?.finishReason).toBe(recorded.finishReason);
  });

  test('gives the arguments in pieces that add up to those of the call', async () => {
    const chunks = await replay();
    const deltas = ofType(chunks, 'tool-call-delta');
    expect(deltas).toHaveLength(recorded.deltas);
    for (const { toolCallId, args } of ofType(chunks, 'tool-call')) {
      const pieces = deltas.filter((delta) => delta.toolCallId === toolCallId);
      if (pieces.length === 0) continue;
      // an adapter may write the whole anew, with other spaces
      expect(JSON.parse(pieces.map(({ argsTextDelta }) => argsTextDelta).join(''))).toEqual(args);
    }
  });

  test('shows each call from the start of its arguments to its one end', async () => {
    const chunks = await replay();
    for (const { toolCallId, providerExecuted } of ofType(chunks, 'tool-call')) {
      const types = chunks.filter((chunk) => isOf(chunk, toolCallId)).map(({ type }) => type);
      const pattern = providerExecuted
        ? /^start (delta )*end call (result|approval) $/
        : /^start (delta )*end call (result|error) $/;
      expect(types.map((type) => `${SHORT[type] ?? type} `).join('')).toMatch(pattern);
    }
  });
});

test.each(RECORDED_CALLS.filter(({ name }) => name !== BROKEN))(
  'after $name its calls are carried out, and the run goes on to the answer',
  async (recorded) => {
    await using wire = await wireAgent(recorded);
    const stream = await wire.agent.stream(QUESTION);
    const { text, finishReason } = await stream.result;
    const calls = ownCalls(recorded);
    expect(finishReason).toBe('stop');
    if (calls.length > 0) expect(text).toBe(ANSWER);
    expect(wire.server.requests).toHaveLength(calls.length > 0 ? 2 : 1);
    // what groq's model wrote lacks an argument, so that it must not run
    expect(wire.executed).toEqual(recorded.name === 'groq/tool-call' ? [] : calls);
  },
);

test('every recording there is has its calls written down', () => {
  const found = WIRE_PROVIDERS.flatMap((provider) =>
    readdirSync(`${recordingsDirectory}/${provider}`).map(
      (file) => `${provider}/${file.replace('.chunks.txt', '')}`,
    ),
  );
  const expected = [...RECORDED_CALLS.map(({ name }) => name), ...ELSEWHERE];
  expect(expected.sort()).toEqual(found.sort());
});

/** What the chunks of a call are called here. */
const SHORT: Readonly<Record<string, string>> = {
  'tool-call-input-streaming-start': 'start',
  'tool-call-delta': 'delta',
  'tool-call-input-streaming-end': 'end',
  'tool-call': 'call',
  'tool-call-approval': 'approval',
  'tool-result': 'result',
  'tool-error': 'error',
};

type PayloadOf<Type extends ChunkType> = Extract<AgentChunk, { readonly type: Type }>['payload'];

function ofType<Type extends ChunkType>(
  chunks: readonly Chunk[],
  type: Type,
): readonly PayloadOf<Type>[] {
  // the type decides which payload it is, which a filter cannot tell the compiler
  return chunks.filter((chunk) => chunk.type === type).map(({ payload }) => payload as never);
}

function isOf({ payload }: Chunk, toolCallId: string): boolean {
  return 'toolCallId' in payload && payload.toolCallId === toolCallId;
}
