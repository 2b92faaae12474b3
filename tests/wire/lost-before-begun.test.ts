import { beforeEach, describe, expect, test } from 'vitest';
import { CUT_RECORDINGS } from './cut-recordings.ts';
import { expectOneEnd } from './expect-one-end.ts';
import { failureOf, readRun } from './read-run.ts';
import { recordedCalls } from './recorded-calls.ts';
import { missingRecordings, providerOf, recording } from './recording.ts';
import { skipWaits } from './skip-waits.ts';
import { textAnswer } from './text-answer.ts';
import { ANSWER, QUESTION, wireAgent } from './wire-agent.ts';

beforeEach(({ skip }) => skip(missingRecordings !== undefined, missingRecordings));

const LOST = ['closed', 'reset'] as const;

describe.each(CUT_RECORDINGS)('$name, lost before it says anything', ({ name, silent }) => {
  const provider = providerOf(name);

  test.each(LOST)('by a connection that is %s, is asked for again', async (lost) => {
    const { events } = recording(name);
    for (let length = 0; length <= silent; length++) {
      const where = `cut behind event ${length}`;
      using skipped = skipWaits();
      const half = { provider, events: events.slice(0, length), lost };
      const responses = [half, half, textAnswer(provider, ANSWER)];
      const agent = { logger: skipped.logger };
      await using wire = await wireAgent(recordedCalls(name), { responses, agent });
      const run = await readRun(await wire.agent.stream(QUESTION));
      expect(failureOf(run), where).toBeUndefined();
      expect(run.outcome, where).toMatchObject({ value: { text: ANSWER } });
      const [first, ...more] = wire.server.requests;
      expect(more, where).toEqual([first, first]);
      expect(run.chunks.filter(({ type }) => type === 'step-start')).toHaveLength(1);
      expect(run.chunks.filter(({ type }) => type === 'error')).toEqual([]);
    }
  });

  test.each(LOST)(
    'by a connection that is %s, each time, fails after three attempts',
    async (lost) => {
      using skipped = skipWaits();
      const half = { provider, events: recording(name).events.slice(0, silent), lost };
      const responses = [half, half, half, textAnswer(provider, ANSWER)];
      const agent = { logger: skipped.logger };
      await using wire = await wireAgent(recordedCalls(name), { responses, agent });
      const run = await readRun(await wire.agent.stream(QUESTION));
      expect(wire.server.requests).toHaveLength(3);
      expect(run.outcome.status).toBe('rejected');
      expect(run.chunks.map(({ type }) => type)).toEqual([
        'start',
        'step-start',
        'error',
        'finish',
      ]);
    },
  );
});

test("a provider's request for approval ends where its response breaks off", async () => {
  const name = 'openai-responses/provider-mcp-approval';
  const events = recording(name).events.slice(0, -1);
  for (const lost of LOST) {
    const responses = [{ provider: 'openai-responses' as const, events, lost }];
    await using wire = await wireAgent(recordedCalls(name), { responses });
    const run = await readRun(await wire.agent.stream(QUESTION));
    expect(run.outcome.status).toBe('rejected');
    // nobody can answer it any more: the history does not hold it
    for (const chunks of [run.chunks, run.displayed]) {
      expect(expectOneEnd(chunks, lost)).toMatchObject([
        { type: 'tool-error', payload: { code: 'RESPONSE_INCOMPLETE' } },
      ]);
    }
  }
});
