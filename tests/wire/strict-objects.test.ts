import { expect, test } from 'vitest';
import { z } from 'zod';
import { printed } from './expect-history.ts';
import { fieldsOf, itemsOf } from './history/wire-turn.ts';
import { recordedCalls } from './recorded-calls.ts';
import { providerOf } from './recording.ts';
import { textAnswer } from './text-answer.ts';
import { QUESTION, wireAgent } from './wire-agent.ts';

// Providers that hold a model to a schema refuse, with status 400, a schema with an object that does
// not say `additionalProperties: false`. Their adapters ask for strictness and add nothing.

const output = z.object({
  place: z.object({ city: z.string() }),
  days: z.array(z.object({ degrees: z.number() })),
});

/** Objects in a schema that may have members which it does not name. */
function openObjects(schema: unknown): readonly unknown[] {
  const { type, properties, items, additionalProperties } = fieldsOf(schema);
  const below = [...Object.values(fieldsOf(properties)), ...(items === undefined ? [] : [items])];
  const isOpen = type === 'object' && additionalProperties !== false;
  return [...(isOpen ? [schema] : []), ...below.flatMap(openObjects)];
}

test.each(['openai-responses/tool-call', 'groq/tool-call'] as const)(
  'the schema of an object asked of the provider of %s is one that strictness allows',
  async (name) => {
    const answer = '{"place":{"city":"Oslo"},"days":[{"degrees":21}]}';
    const responses = [textAnswer(providerOf(name), answer)];
    await using wire = await wireAgent(recordedCalls(name), { responses, toolNames: [] });
    await (await wire.agent.stream(QUESTION, { output })).result;
    const body = wire.server.requests[0]?.body;
    const { text, response_format } = fieldsOf(body);
    const format = fieldsOf(fieldsOf(text)['format'] ?? fieldsOf(response_format)['json_schema']);
    expect(format['strict']).toBe(true);
    expect(itemsOf(fieldsOf(format['schema'])['required'])).toEqual(['place', 'days']);
    expect(openObjects(format['schema']), printed(body)).toEqual([]);
  },
);
