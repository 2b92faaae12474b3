import type { AgentOptions } from 'helve/agent';
import { Agent } from 'helve/agent';
import { beforeEach, describe, expect, test } from 'vitest';
import { printed } from './expect-history.ts';
import { readHistory } from './history/read-history.ts';
import { readRun } from './read-run.ts';
import type { RecordedCall } from './recorded-calls.ts';
import { recordedTools } from './recorded-tools.ts';
import type { WireProvider } from './recording.ts';
import { missingRecordings, providerOf, recording } from './recording.ts';
import { refusal } from './refusal.ts';
import type { RecordingServer, ServedResponse } from './serve-recording.ts';
import { serveRecording } from './serve-recording.ts';
import { skipWaits } from './skip-waits.ts';
import { textAnswer } from './text-answer.ts';
import { ANSWER, QUESTION } from './wire-agent.ts';
import { wireModel } from './wire-model.ts';

beforeEach(({ skip }) => skip(missingRecordings !== undefined, missingRecordings));

const RECORDINGS = [
  'openai-responses/tool-call',
  'anthropic/tool-call',
  'google/tool-call',
  'openai-compatible/tool-call-with-reasoning',
  'deepseek/tool-call-with-reasoning',
] as const;
const CALL = { toolName: 'weather', input: { location: 'San Francisco' } };
const BROKEN = 'The server had an error.';

/** Every provider, with every other to turn to. */
const PAIRS = RECORDINGS.flatMap((first) =>
  RECORDINGS.filter((second) => second !== first).map((second) => [first, second] as const),
);

interface TwoModels extends AsyncDisposable {
  readonly agent: Agent;
  readonly server: RecordingServer;
  readonly executed: readonly RecordedCall[];
}

/** An agent with a model, and one of another provider to turn to. */
async function twoModels(
  first: WireProvider,
  second: WireProvider,
  responses: readonly ServedResponse[],
  given: Partial<AgentOptions> = {},
): Promise<TwoModels> {
  const server = await serveRecording(responses);
  const executed: RecordedCall[] = [];
  const tools = recordedTools(['weather'], (call) => `result number ${executed.push(call) - 1}`);
  const agent = new Agent({
    id: 'two',
    model: wireModel(first, server.url),
    fallbackModels: [wireModel(second, server.url, 'second-model')],
    tools,
    maxRetries: 0,
    logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    ...given,
  });
  return { agent, server, executed, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** What is asked of a model, in words that all providers share. */
function asked(provider: WireProvider, body: unknown) {
  const { turns, faults } = readHistory(provider, body);
  expect(faults, printed(body)).toEqual([]);
  return turns;
}

describe.each(PAIRS)('where %s fails, %s', (firstName, secondName) => {
  const [first, second] = [providerOf(firstName), providerOf(secondName)];

  test('answers, once the first was asked as often as it may be', async () => {
    using skipped = skipWaits();
    const failing = [429, 500, 503].map((status) => refusal(first, status, BROKEN));
    const responses = [...failing, recording(secondName), textAnswer(first, ANSWER)];
    const { logger } = skipped;
    await using two = await twoModels(first, second, responses, { maxRetries: 2, logger });
    const { text, steps } = await (await two.agent.stream(QUESTION)).result;
    expect(text).toBe(ANSWER);
    expect(steps).toHaveLength(2);
    expect(skipped.waits).toHaveLength(2);
    expect(two.executed).toEqual([CALL]);
    expect(two.server.requests).toHaveLength(5);
    // the first is asked again in the next step, and understands what the second has said
    const turns = asked(first, two.server.requests[4]?.body);
    expect(turns.filter(({ kind }) => kind !== 'says')).toMatchObject([
      { kind: 'call', name: 'weather', input: CALL.input },
      { kind: 'result', text: expect.stringContaining('result number 0') },
    ]);
  });

  test('is asked with a history that it understands, of calls that the first made', async () => {
    const responses = [
      recording(firstName),
      refusal(first, 500, BROKEN),
      recording(secondName),
      textAnswer(first, ANSWER),
    ];
    await using two = await twoModels(first, second, responses);
    const run = await readRun(await two.agent.stream(QUESTION));
    expect(run.outcome).toMatchObject({ value: { text: ANSWER, steps: [{}, {}, {}] } });
    expect(two.executed).toEqual([CALL, CALL]);
    const [, , askedSecond, askedFirst] = two.server.requests.map(({ body }) => body);
    const once = [
      { kind: 'call', name: 'weather', input: CALL.input },
      { kind: 'result', text: expect.stringContaining('result number 0') },
    ];
    const isCallOrResult = ({ kind }: { readonly kind: string }) => kind !== 'says';
    expect(asked(second, askedSecond).filter(isCallOrResult)).toMatchObject(once);
    // and the other way round
    expect(asked(first, askedFirst).filter(isCallOrResult)).toMatchObject([
      ...once,
      { kind: 'call', name: 'weather', input: CALL.input },
      { kind: 'result', text: expect.stringContaining('result number 1') },
    ]);
  });

  test('is told none of the ids and signatures that are for the first alone', async () => {
    const responses = [
      recording(firstName),
      refusal(first, 500, BROKEN),
      textAnswer(second, ANSWER),
    ];
    await using two = await twoModels(first, second, responses);
    expect(await (await two.agent.stream(QUESTION)).text).toBe(ANSWER);
    const body = JSON.stringify(two.server.requests[2]?.body);
    const own = [/\bfc_\w+/, /thoughtSignature/, /item_reference/];
    // its adapter hands Gemini's signatures on, since Gemini may be what it speaks to
    if (second !== 'openai-compatible') own.push(/EqUCCqICAb4/);
    for (const pattern of own) expect(body).not.toMatch(pattern);
  });

  test('is not asked where the answer of the first breaks off after it has begun', async () => {
    const { events } = recording(firstName);
    const half = { provider: first, events: events.slice(0, -3), lost: 'reset' } as const;
    const started = first === 'google' ? { ...half, events: events.slice(0, 1) } : half;
    const responses = [started, textAnswer(second, ANSWER)];
    await using two = await twoModels(first, second, responses);
    const { outcome } = await readRun(await two.agent.stream(QUESTION));
    expect(outcome.status).toBe('rejected');
    expect(two.executed).toEqual([]);
    expect(two.server.requests).toHaveLength(1);
  });

  test('says why there is no answer, where it fails too', async () => {
    const responses = [refusal(first, 500, BROKEN), refusal(second, 503, 'We are closed.')];
    await using two = await twoModels(first, second, responses);
    const { outcome } = await readRun(await two.agent.stream(QUESTION));
    expect(outcome).toMatchObject({ reason: { message: 'We are closed.', statusCode: 503 } });
    expect(two.server.requests).toHaveLength(2);
  });
});

test('a request that the first model refuses for what it holds is one for the second', async () => {
  const responses = [
    refusal('anthropic', 400, 'prompt is too long'),
    textAnswer('google', ANSWER),
  ] as const;
  await using two = await twoModels('anthropic', 'google', responses, { maxRetries: 2 });
  expect(await (await two.agent.stream(QUESTION)).text).toBe(ANSWER);
  expect(two.server.requests).toHaveLength(2);
});
