import type { Chunk } from 'helve/agent';
import { Agent } from 'helve/agent';
import { MemoryStore } from 'helve/store';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CutRecording } from './cut-recordings.ts';
import { CUT_RECORDINGS } from './cut-recordings.ts';
import { printed } from './expect-history.ts';
import { expectOneEnd } from './expect-one-end.ts';
import { readHistory } from './history/read-history.ts';
import { fieldsOf, itemsOf, parsed } from './history/wire-turn.ts';
import type { WireRun } from './read-run.ts';
import { failureOf, readRun } from './read-run.ts';
import { recordedCalls } from './recorded-calls.ts';
import type { Execute } from './recorded-tools.ts';
import type { RecordedResponse } from './recording.ts';
import { missingRecordings, providerOf, recording, WIRE_PROVIDERS } from './recording.ts';
import { textAnswer } from './text-answer.ts';
import type { WireAgent, WireAgentOptions } from './wire-agent.ts';
import { ANSWER, ownCalls, QUESTION, wireAgent } from './wire-agent.ts';

// A connection that is lost in the middle of a recording: behind every one of its events, in turn.

beforeEach(({ skip }) => skip(missingRecordings !== undefined, missingRecordings));

const memory = { thread: 'one' };
const GO_ON = 'And?';
const READS = { mcp: { annotations: { readOnlyHint: true } } };

interface Cut {
  readonly wire: WireAgent;
  readonly run: WireRun;
}

/** Runs on what is left of a recording, and then asks on, from another process on the same store. */
async function cutAndGoOn(
  { name }: CutRecording,
  length: number,
  lost: RecordedResponse['lost'],
  given: WireAgentOptions & Pick<RecordedResponse, 'lostAfter'> = {},
): Promise<Cut> {
  const provider = providerOf(name);
  const { lostAfter, ...options } = given;
  const events = recording(name).events.slice(0, length);
  const half = { provider, events, lost, ...(lostAfter && { lostAfter }) } as RecordedResponse;
  const answers = [ANSWER, ANSWER].map((text) => textAnswer(provider, text));
  await using wire = await wireAgent(recordedCalls(name), {
    responses: [half, ...answers],
    agent: { store: new MemoryStore() },
    ...options,
  });
  const run = await readRun(await wire.agent.stream(QUESTION, { memory }));
  const next = await new Agent(wire.options).stream(GO_ON, { memory });
  expect(await next.text).toBe(ANSWER);
  return { wire, run };
}

/** Expects the turn after a response that was lost to know nothing of it. */
function expectNothingKept({ name }: CutRecording, { server }: WireAgent, where: string): void {
  expect(server.requests, where).toHaveLength(2);
  const body = server.requests[1]?.body;
  const { turns, faults } = readHistory(providerOf(name), body);
  expect(faults, `${where}: ${printed(body)}`).toEqual([]);
  // some providers' adapters make one message of what the user said in two
  const said = turns
    .map((turn) => (turn.kind === 'says' ? wordsIn(turn.text) : turn.kind))
    .join(' ');
  expect(said, `${where}: ${printed(body)}`).toMatch(/^What is the weather\?\W*And\?$/);
}

/** A text, also where it is written as a list of parts. */
function wordsIn(text: string): string {
  const parts = itemsOf(parsed(text)).map((part) => fieldsOf(part)['text']);
  return parts.length > 0 ? parts.join(' ') : text;
}

function textIn(chunks: readonly Chunk[]): string {
  return chunks.map(({ payload }) => ('text' in payload ? payload.text : '')).join('');
}

// these are many runs
describe.each(CUT_RECORDINGS)('$name, cut behind every event', { timeout: 60_000 }, (cut) => {
  const recorded = recordedCalls(cut.name);

  /** Groq's model wrote a call that is refused at once, for its arguments. */
  const calls = cut.name === 'groq/tool-call' ? [] : ownCalls(recorded);

  test.each(['closed', 'reset'] as const)(
    'by a connection that is %s, runs nothing, ends each call once, and is forgotten',
    async (lost) => {
      for (let length = cut.silent + 1; length < cut.told; length++) {
        const where = `cut behind event ${length}`;
        const { wire, run } = await cutAndGoOn(cut, length, lost);
        expect(run.outcome.status, where).toBe('rejected');
        // nobody is shown half an answer, and then another
        expectNothingKept(cut, wire, where);
        expect(wire.executed, where).toEqual([]);
        for (const chunks of [run.chunks, run.displayed]) {
          const ends = expectOneEnd(chunks, where);
          const own = ends.filter(({ payload }) => !('providerExecuted' in payload));
          for (const end of own) {
            expect(end, where).toMatchObject({
              type: 'tool-error',
              payload: { code: 'RESPONSE_INCOMPLETE' },
            });
          }
          expect(chunks.at(-2)?.type, where).toBe('error');
          expect(chunks.at(-1), where).toMatchObject({ payload: { finishReason: 'error' } });
        }
      }
    },
  );

  test('by a connection that is closed once the end was told, is whole', async () => {
    const { events } = recording(cut.name);
    for (let length = cut.told; length <= events.length; length++) {
      const where = `cut behind event ${length}`;
      const provider = providerOf(cut.name);
      const closed = { provider, events: events.slice(0, length), lost: 'closed' } as const;
      const responses = [closed, textAnswer(provider, ANSWER)];
      await using wire = await wireAgent(recorded, { responses });
      const run = await readRun(await wire.agent.stream(QUESTION));
      expect(run.outcome.status, where).toBe('fulfilled');
      expect(wire.executed, where).toEqual(calls);
      for (const chunks of [run.chunks, run.displayed]) expectOneEnd(chunks, where);
    }
  });
});

test('what had come of an answer that broke off is shown, and the failure says so', async () => {
  const cut = named('anthropic/text');
  const { wire, run } = await cutAndGoOn(cut, 5, 'closed');
  expect(failureOf(run)).toMatchObject({
    code: 'MODEL_STREAM_INCOMPLETE',
    message: expect.stringMatching(/broke off.*try again/is),
  });
  for (const chunks of [run.chunks, run.displayed]) expect(textIn(chunks)).toBe('Hello! I');
  expectNothingKept(cut, wire, 'after a text');
});

/** Recordings whose adapter hands a call on before the response has ended. */
const EARLY = CUT_RECORDINGS.filter(({ called }) => called !== undefined);

describe.each(EARLY)('a call of $name that is whole in a response that is not', (cut) => {
  const { called = 0 } = cut;
  const first = ownCalls(recordedCalls(cut.name)).slice(0, 1);

  test.each(['closed', 'reset'] as const)(
    'is aborted where its tool only reads, and so began early (%s)',
    async (lost) => {
      const begun = Promise.withResolvers<void>();
      const signals: AbortSignal[] = [];
      const execute: Execute = async (_call, { abortSignal }) => {
        begun.resolve();
        if (abortSignal === undefined) throw new Error('there is no signal');
        signals.push(abortSignal);
        // it ends by being aborted, or never
        await new Promise(() => {});
      };
      const { wire, run } = await cutAndGoOn(cut, called, lost, {
        execute,
        toolExtras: READS,
        lostAfter: begun.promise,
      });
      expect(run.outcome.status).toBe('rejected');
      expect(wire.executed.slice(0, 1)).toEqual(first);
      expect(signals.every(({ aborted }) => aborted)).toBe(true);
      for (const chunks of [run.chunks, run.displayed]) {
        for (const { type } of expectOneEnd(chunks, cut.name)) expect(type).toBe('tool-error');
      }
      expectNothingKept(cut, wire, cut.name);
    },
  );

  test('has an end and leaves nothing behind, although its tool had read all', async () => {
    const done = Promise.withResolvers<void>();
    const execute: Execute = () => {
      // the result is there before the connection is lost
      setImmediate(done.resolve);
      return 'It rains.';
    };
    const { wire, run } = await cutAndGoOn(cut, called, 'reset', {
      execute,
      toolExtras: READS,
      lostAfter: done.promise,
    });
    expect(run.outcome.status).toBe('rejected');
    for (const chunks of [run.chunks, run.displayed]) expectOneEnd(chunks, cut.name);
    expectNothingKept(cut, wire, cut.name);
    expect(JSON.stringify(wire.server.requests[1]?.body)).not.toContain('It rains.');
  });
});

test('every provider of which there are recordings is cut', () => {
  const cut = new Set(CUT_RECORDINGS.map(({ name }) => providerOf(name)));
  expect([...cut].toSorted()).toEqual([...WIRE_PROVIDERS].toSorted());
});

function named(name: CutRecording['name']): CutRecording {
  const found = CUT_RECORDINGS.find((cut) => cut.name === name);
  if (found === undefined) throw new Error(`${name} is not cut`);
  return found;
}
