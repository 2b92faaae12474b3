import type { ModelOutputPart } from 'helve';
import { beforeEach, describe, expect, test } from 'vitest';
import { printed } from './expect-history.ts';
import { ENDING_IN_CALLS } from './recorded-calls.ts';
import { missingRecordings, providerOf } from './recording.ts';
import { ANSWER, QUESTION, wireAgent } from './wire-agent.ts';

beforeEach(({ skip }) => skip(missingRecordings !== undefined, missingRecordings));

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk';
const PDF = 'JVBERi0xLjQK';

/** Files that a tool may return, and what of each must reach the provider. */
const FILES: readonly (readonly [string, ModelOutputPart, string])[] = [
  ['a picture', { type: 'image-data', data: PNG, mediaType: 'image/png' }, PNG],
  ['a picture of a kind that only its content tells', { type: 'image-data', data: PNG }, PNG],
  [
    "a picture's address",
    { type: 'image-url', url: 'https://a.example/b.png' },
    'https://a.example/b.png',
  ],
  ['a document', { type: 'file-data', data: PDF, mediaType: 'application/pdf' }, PDF],
  [
    "a document's address",
    { type: 'file-url', url: 'https://a.example/b.pdf' },
    'https://a.example/b.pdf',
  ],
];

/** One recording a provider; the call of groq's has arguments that keep its tool from running. */
const oneEach = ENDING_IN_CALLS.filter(
  ({ name }, index, all) =>
    name !== 'groq/tool-call' &&
    all.findIndex((other) => providerOf(other.name) === providerOf(name)) === index,
);

describe.each(oneEach)('to the provider of $name a tool can give', (recorded) => {
  test.each(FILES)('%s', async (_what, part, expected) => {
    await using wire = await wireAgent(recorded, {
      toolExtras: { toModelOutput: () => ({ type: 'content', value: [part] }) },
    });
    // some adapters refuse what they cannot carry, and with it all that follows
    expect(await (await wire.agent.stream(QUESTION)).text).toBe(ANSWER);
    const body = wire.server.requests.at(-1)?.body;
    expect(JSON.stringify(body), printed(body)).toContain(expected);
  });
});
