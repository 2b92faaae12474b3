import type { RunResult } from 'helve/agent';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectHistory } from './expect-history.ts';
import type { WireRun } from './read-run.ts';
import { failureOf, readRun } from './read-run.ts';
import { ENDING_IN_CALLS, recordedCalls } from './recorded-calls.ts';
import type { WireProvider } from './recording.ts';
import { missingRecordings, providerOf, recording } from './recording.ts';
import { refusal } from './refusal.ts';
import type { ServedResponse } from './serve-recording.ts';
import { NOW, skipWaits } from './skip-waits.ts';
import { textAnswer } from './text-answer.ts';
import type { WireAgent, WireAgentOptions } from './wire-agent.ts';
import { ANSWER, ownCalls, QUESTION, wireAgent } from './wire-agent.ts';

beforeEach(({ skip }) => skip(missingRecordings !== undefined, missingRecordings));

const BUSY = 'You are asking too often.';
const BROKEN = 'The server had an error.';

interface Replayed {
  readonly wire: WireAgent;
  readonly run: WireRun;
  readonly waits: readonly number[];
}

/** Serves the refusals, and then what comes after. */
async function replay(
  name: (typeof ENDING_IN_CALLS)[number]['name'],
  responses: readonly ServedResponse[],
  agent: WireAgentOptions['agent'] = {},
): Promise<Replayed> {
  using skipped = skipWaits();
  const options = { responses, agent: { logger: skipped.logger, ...agent } };
  await using wire = await wireAgent(recordedCalls(name), options);
  const run = await readRun(await wire.agent.stream(QUESTION));
  return { wire, run, waits: skipped.waits };
}

function resultOf({ outcome }: WireRun): RunResult {
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

/** One recording a provider. */
const oneEach = ENDING_IN_CALLS.filter(
  ({ name }, index, all) =>
    all.findIndex((other) => providerOf(other.name) === providerOf(name)) === index,
);

describe.each(oneEach)('when the provider of $name cannot answer', (recorded) => {
  const provider = providerOf(recorded.name);
  // what groq's model wrote lacks an argument, so that it must not run
  const calls = provider === 'groq' ? [] : ownCalls(recorded);
  const whole = (): ServedResponse[] => [recording(recorded.name), textAnswer(provider, ANSWER)];

  test.each([
    [429, BUSY],
    [500, BROKEN],
    [503, BROKEN],
  ])('for now (%i), the same is asked again, and nothing else shows', async (status, message) => {
    const refused = refusal(provider, status, message);
    const { wire, run, waits } = await replay(recorded.name, [refused, refused, ...whole()]);
    const [first, second, third, ...more] = wire.server.requests;
    expect(more).toHaveLength(1);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
    expect(resultOf(run)).toMatchObject({ text: ANSWER, steps: [{}, {}] });
    expect(resultOf(run).steps).toHaveLength(2);
    expect(wire.executed).toEqual(calls);
    for (const type of ['step-start', 'step-finish']) {
      expect(run.chunks.filter((chunk) => chunk.type === type)).toHaveLength(2);
    }
    expect(run.chunks.filter(({ type }) => type === 'error')).toEqual([]);
    // later and later, and no two runs at the same instant
    expect(waits).toHaveLength(2);
    expect(waits[0]).toBeGreaterThanOrEqual(500);
    expect(waits[0]).toBeLessThanOrEqual(1_000);
    expect(waits[1]).toBeGreaterThanOrEqual(1_000);
    expect(waits[1]).toBeLessThanOrEqual(2_000);
  });

  test('in the second step, that step is asked for again, and no call runs twice', async () => {
    const [calling, answer] = whole();
    if (!calling || !answer) throw new Error('there are two responses');
    const refused = refusal(provider, 500, BROKEN);
    const { wire, run } = await replay(recorded.name, [calling, refused, refused, answer]);
    const [, second, third, fourth] = wire.server.requests;
    expect(third).toEqual(second);
    expect(fourth).toEqual(second);
    expect(resultOf(run).steps).toHaveLength(2);
    expect(wire.executed).toEqual(calls);
    const results = ownCalls(recorded).map(() => /result number|missing/);
    expectHistory(provider, wire.server, recorded.calls, results);
  });

  test.each([
    ['seconds', '7', 7_000],
    ['none', '0', 0],
    ['a date', new Date(NOW + 9_000).toUTCString(), 9_000],
    ['a date that is past', new Date(NOW - 9_000).toUTCString(), 0],
  ])('it is asked again when it says to, in %s', async (_how, retryAfter, wait) => {
    const refused = refusal(provider, 429, BUSY, { 'retry-after': retryAfter });
    const { run, waits } = await replay(recorded.name, [refused, ...whole()]);
    expect(resultOf(run).text).toBe(ANSWER);
    expect(waits).toEqual([wait]);
  });

  test.each([
    [429, BUSY],
    [500, BROKEN],
  ])('at all (%i), the run fails after three attempts, with why', async (status, message) => {
    const refused = Array.from({ length: 4 }, () => refusal(provider, status, message));
    const { wire, run } = await replay(recorded.name, refused);
    expect(wire.server.requests).toHaveLength(3);
    expect(failureOf(run)).toMatchObject({
      message: expect.stringContaining(message),
      statusCode: status,
      isRetryable: true,
    });
    expect(run.chunks.map(({ type }) => type)).toEqual(['start', 'step-start', 'error', 'finish']);
    expect(run.displayed[2]?.payload).toMatchObject({
      error: { message: 'The model could not answer. Try again later.' },
    });
    expect(JSON.stringify(run.displayed)).not.toContain(message);
  });

  test.each([400, 401, 403, 404, 422])(
    'because of the request (%i), it is not asked again',
    async (status) => {
      const refused = refusal(provider, status, 'No.');
      const { wire, run, waits } = await replay(recorded.name, [refused, ...whole()]);
      expect(wire.server.requests).toHaveLength(1);
      expect(waits).toEqual([]);
      expect(failureOf(run)).toMatchObject({ message: expect.stringContaining('No.') });
    },
  );
});

describe.each<WireProvider>(['openai-responses', 'anthropic', 'google'])(
  'a run that asks %s',
  (provider) => {
    const name = `${provider}/tool-call` as const;

    test('asks once where it is to ask no more often', async () => {
      const refused = refusal(provider, 500, BROKEN);
      const { wire, run } = await replay(known(name), [refused, refused], { maxRetries: 0 });
      expect(failureOf(run)).toMatchObject({ statusCode: 500 });
      expect(wire.server.requests).toHaveLength(1);
    });

    test('does not wait for longer than a minute, whatever it is told', async () => {
      const refused = refusal(provider, 429, BUSY, { 'retry-after': '3600' });
      const { wire, run, waits } = await replay(known(name), [refused, refused]);
      expect(failureOf(run)).toMatchObject({ statusCode: 429 });
      expect(wire.server.requests).toHaveLength(1);
      expect(waits).toEqual([]);
    });

    test('can be aborted while it waits', async () => {
      const abort = new AbortController();
      const responses = [refusal(provider, 429, BUSY, { 'retry-after': '50' })];
      // a wait is told of just before it begins
      const warn = () => setImmediate(() => abort.abort(new Error('enough')));
      const logger = { debug: () => {}, info: () => {}, warn, error: () => {} };
      await using wire = await wireAgent(recordedCalls(known(name)), {
        responses,
        agent: { logger },
      });
      const stream = await wire.agent.stream(QUESTION, { abortSignal: abort.signal });
      const run = await readRun(stream);
      expect(run.chunks.map(({ type }) => type)).toContain('abort');
      expect(wire.server.requests).toHaveLength(1);
    });
  },
);

/** The name as one of which there is a recording. */
function known(name: string): (typeof ENDING_IN_CALLS)[number]['name'] {
  const found = ENDING_IN_CALLS.find((recorded) => recorded.name === name);
  if (found === undefined) throw new Error(`there is no recording ${name}`);
  return found.name;
}

test('an overload that Anthropic tells of in the stream, before all else, passes too', async () => {
  const error = { type: 'overloaded_error', message: 'Overloaded' };
  const overloaded = {
    provider: 'anthropic',
    events: [JSON.stringify({ type: 'error', error })],
  } as const;
  const responses = [overloaded, recording('anthropic/tool-call'), textAnswer('anthropic', ANSWER)];
  const { wire, run } = await replay('anthropic/tool-call', responses);
  expect(resultOf(run)).toMatchObject({ text: ANSWER });
  expect(resultOf(run).steps).toHaveLength(2);
  expect(wire.server.requests[1]).toEqual(wire.server.requests[0]);
});
