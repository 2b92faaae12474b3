import { z } from 'zod';

// One set of schemas for all contenders: whoever validates, validates the same. Optional fields and
// records are left out, because not every contender takes them.

/** The input of the loop's tool: two fields. */
export const twoInput = z.object({ a: z.string(), b: z.number() });

/** What every tool gives. */
export const output = z.object({ r: z.string() });

const line = z.object({ sku: z.string(), amount: z.number().int(), note: z.string().nullable() });
const address = z.object({ street: z.string(), city: z.string(), zip: z.string() });

/** A wide input: 30 fields, nested objects, arrays of objects, a union and a discriminated one. */
export const thirtyInput = z.object({
  id: z.string(),
  name: z.string().min(1),
  email: z.string(),
  phone: z.string().nullable(),
  age: z.number().int(),
  score: z.number(),
  active: z.boolean(),
  role: z.enum(['admin', 'member', 'guest']),
  tags: z.array(z.string()),
  address,
  billing: address,
  lines: z.array(line),
  payment: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('card'), number: z.string() }),
    z.object({ kind: z.literal('invoice'), days: z.number() }),
  ]),
  history: z.array(z.object({ at: z.string(), what: z.string() })),
  either: z.union([z.string(), z.number()]),
  f16: z.string(),
  f17: z.string(),
  f18: z.number(),
  f19: z.number(),
  f20: z.boolean(),
  f21: z.string().nullable(),
  f22: z.string().nullable(),
  f23: z.number().nullable(),
  f24: z.string(),
  f25: z.string(),
  f26: z.number(),
  f27: z.boolean(),
  f28: z.enum(['x', 'y']),
  f29: z.array(z.number()),
  f30: z.string(),
});

/** A value that fits {@link thirtyInput}: about 1 KB as JSON. */
export const thirtyValue: z.infer<typeof thirtyInput> = {
  id: 'c-1042',
  name: 'Ada Lovelace',
  email: 'ada@shop.example',
  phone: null,
  age: 36,
  score: 0.75,
  active: true,
  role: 'member',
  tags: ['early', 'loyal', 'engines'],
  address: { street: '12 St James Square', city: 'London', zip: 'SW1Y' },
  billing: { street: '1 Fish Street', city: 'Oslo', zip: '0150' },
  lines: [
    { sku: 'gear-7', amount: 3, note: 'the large one' },
    { sku: 'card-2', amount: 500, note: null },
  ],
  payment: { kind: 'invoice', days: 30 },
  history: [
    { at: '1842-10-01', what: 'translated' },
    { at: '1843-07-10', what: 'annotated' },
  ],
  either: 42,
  f16: 'sixteen',
  f17: 'seventeen',
  f18: 18,
  f19: 19.5,
  f20: false,
  f21: 'twenty-one',
  f22: null,
  f23: null,
  f24: 'twenty-four',
  f25: 'twenty-five',
  f26: 26,
  f27: true,
  f28: 'y',
  f29: [1, 2, 3, 5, 8, 13],
  f30: 'thirty',
};

/** The input of one of a thousand tools: four fields, one of them an array of objects. */
export function fourInput(index: number) {
  return z.object({
    [`query${index}`]: z.string().describe('What to look for.'),
    limit: z.number().int(),
    sort: z.enum(['up', 'down']),
    filters: z.array(z.object({ field: z.string(), value: z.union([z.string(), z.number()]) })),
  });
}

/** The input of the tool that is streamed to: a file, and what it holds. */
export const fileInput = z.object({ path: z.string(), content: z.string() });
