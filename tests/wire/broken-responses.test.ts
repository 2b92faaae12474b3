import { beforeEach, describe, expect, test } from 'vitest';
import { failureOf, readRun } from './read-run.ts';
import { ENDING_IN_CALLS, recordedCalls } from './recorded-calls.ts';
import type { RecordedResponse } from './recording.ts';
import { missingRecordings, providerOf, recording } from './recording.ts';
import { textAnswer } from './text-answer.ts';
import { ANSWER, ownCalls, QUESTION, wireAgent } from './wire-agent.ts';

beforeEach(({ skip }) => skip(missingRecordings !== undefined, missingRecordings));

const weather = recordedCalls('openai-responses/tool-call');

describe("a provider's refusal", () => {
  const responses = [recording_('openai-responses/error')];

  test('fails the run with what the provider said, by every promise of the stream', async () => {
    await using wire = await wireAgent(weather, { responses });
    const stream = await wire.agent.stream(QUESTION);
    const promises = [
      stream.text,
      stream.toolCalls,
      stream.toolResults,
      stream.finishReason,
      stream.usage,
      stream.steps,
      stream.messages,
      stream.waiting,
      stream.result,
    ];
    for (const { status, ...rest } of await Promise.allSettled(promises)) {
      expect(status).toBe('rejected');
      expect(String('reason' in rest && rest.reason)).toContain('exceeded your current quota');
    }
    // it is no passing failure, so the provider is not asked again
    expect(wire.server.requests).toHaveLength(1);
  });

  test('ends both streams: raw for the application, without internals for screens', async () => {
    await using wire = await wireAgent(weather, { responses });
    const run = await readRun(await wire.agent.stream(QUESTION));
    expect(run.chunks.map(({ type }) => type)).toEqual(['start', 'step-start', 'error', 'finish']);
    expect(run.chunks[2]?.payload).toMatchObject({ error: failureOf(run) });
    expect(run.displayed.map(({ type }) => type)).toEqual(run.chunks.map(({ type }) => type));
    const message = expect.stringContaining('model could not answer');
    expect(run.displayed[2]?.payload).toMatchObject({ error: { message } });
    const shown = JSON.stringify(run.displayed);
    for (const internal of [wire.server.url, QUESTION, 'not-a-real-key', 'resp_', 'stack', 'at ']) {
      expect(shown).not.toContain(internal);
    }
  });
});

describe('a response with events that are not JSON', () => {
  const recorded = recordedCalls('openai-responses/parallel-calls');

  test('fails the run; its call is ended, and does not run', async () => {
    await using wire = await wireAgent(recorded);
    const run = await readRun(await wire.agent.stream(QUESTION));
    expect(String(failureOf(run))).toContain('JSON');
    expect(wire.executed).toEqual([]);
    expect(wire.server.requests).toHaveLength(1);
    const ends = run.chunks.filter(({ type }) => /^tool-(result|error|output-denied)$/.test(type));
    expect(ends).toMatchObject([
      { type: 'tool-error', payload: { toolName: 'parallel', code: 'RESPONSE_INCOMPLETE' } },
    ]);
  });

  test('shows people nothing of what the events said', async () => {
    await using wire = await wireAgent(recorded);
    const run = await readRun(await wire.agent.stream(QUESTION));
    const errors = run.displayed.filter(({ type }) => type === 'error');
    expect(errors).toHaveLength(1);
    // the adapter's message quotes the whole event
    expect(JSON.stringify(failureOf(run), Object.getOwnPropertyNames(failureOf(run)))).toContain(
      'resp_parallel',
    );
    expect(JSON.stringify(errors)).not.toContain('resp_parallel');
  });
});

describe.each(ENDING_IN_CALLS)('a connection lost in the middle of $name', (recorded) => {
  const provider = providerOf(recorded.name);
  const calls = recorded.name === 'groq/tool-call' ? [] : ownCalls(recorded);

  // these are many runs
  const timeout = 60_000;

  test.each(['closed', 'reset'] as const)('and %s fails the run', { timeout }, async (lost) => {
    const whole = recording(recorded.name);
    const outcomes = new Set<string>();
    for (const length of cuts(whole.events.length)) {
      const events = whole.events.slice(0, length);
      const responses: RecordedResponse[] = [
        { provider, events, lost },
        textAnswer(provider, ANSWER),
      ];
      const agent = { maxRetries: 0 };
      await using wire = await wireAgent(recorded, { responses, agent });
      const run = await readRun(await wire.agent.stream(QUESTION));
      const where = `cut behind event ${length} of ${whole.events.length}`;
      outcomes.add(run.outcome.status);
      if (run.outcome.status === 'rejected') {
        expect(wire.executed, where).toEqual([]);
        expect(run.chunks.at(-1), where).toMatchObject({ payload: { finishReason: 'error' } });
      } else {
        // the provider had said why the response ended; only figures were to come
        expect(run.outcome.value.text, where).toBe(ANSWER);
        expect(wire.executed, where).toEqual(calls);
        expect(length, where).toBeGreaterThanOrEqual(whole.events.length - 2);
      }
    }
    expect(outcomes).toContain('rejected');
  });
});

/** Places to cut at: all of them, or a hundred where there are more. */
function cuts(length: number): readonly number[] {
  const step = Math.max(1, Math.floor(length / 40));
  const places = Array.from({ length }, (_, index) => index);
  return places.filter((place) => place % step === 0 || place > length - 10);
}

/** Reads a recording where there are some; the tests are skipped where there are none. */
function recording_(name: 'openai-responses/error'): RecordedResponse {
  return missingRecordings === undefined
    ? recording(name)
    : { provider: 'openai-responses', events: [] };
}
