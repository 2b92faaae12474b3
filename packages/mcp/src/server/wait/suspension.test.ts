import { createTool } from 'helve';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { connect, ERAS, serverOf, textOf } from '../server-kit.ts';

const deliver = createTool({
  id: 'deliver',
  inputSchema: z.object({ order: z.string() }),
  suspendSchema: z.object({ question: z.string(), secret: z.string() }),
  resumeSchema: z.object({
    address: z.string().min(3),
    floor: z.int().optional(),
    speed: z.enum(['slow', 'fast']).default('slow'),
  }),
  transform: {
    display: { suspend: ({ suspendPayload }) => ({ question: suspendPayload?.question }) },
  },
  execute: async ({ order }, { resumeData, suspendPayload, suspend, attempt }) => {
    if (!resumeData) return suspend({ question: 'Which address?', secret: 'code-7' });
    return { order, attempt, ...resumeData, secret: suspendPayload?.secret };
  },
});

describe.each(ERAS)('a client of %s', (era) => {
  test('asks its user what a suspended tool asks, and the tool goes on with the answer', async () => {
    const asked: unknown[] = [];
    const client = await connect(serverOf({ deliver }), {
      era,
      elicit: (params) => {
        asked.push(params);
        return { action: 'accept', content: { address: 'Main Street 1' } };
      },
    });
    const result = await client.callTool({ name: 'deliver', arguments: { order: 'o-1' } });
    expect(JSON.parse(textOf(result))).toEqual({
      order: 'o-1',
      attempt: 2,
      address: 'Main Street 1',
      speed: 'slow',
      secret: 'code-7',
    });
    expect(asked).toMatchObject([
      {
        message: 'Which address?',
        requestedSchema: {
          type: 'object',
          properties: {
            address: { type: 'string', minLength: 3 },
            floor: { type: 'integer' },
            speed: { type: 'string', enum: ['slow', 'fast'], default: 'slow' },
          },
          required: ['address'],
        },
      },
    ]);
  });

  test('is asked again, and told why, after an answer that does not fit', async () => {
    const answers = ['x', 'Main Street 1'];
    const messages: string[] = [];
    const client = await connect(serverOf({ deliver }), {
      era,
      elicit: ({ message }) => {
        messages.push(message);
        return { action: 'accept', content: { address: answers.shift() ?? '' } };
      },
    });
    const result = await client.callTool({ name: 'deliver', arguments: { order: 'o-1' } });
    expect(result.isError).toBeUndefined();
    expect(messages).toHaveLength(2);
    expect(messages[1]).toContain('The answer does not fit what tool "deliver" asked for');
  });

  test('ends the call where its user does not answer', async () => {
    const client = await connect(serverOf({ deliver }), {
      era,
      elicit: () => ({ action: 'cancel' }),
    });
    const result = await client.callTool({ name: 'deliver', arguments: { order: 'o-1' } });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('The user did not answer what "deliver" asked');
  });

  test('that cannot ask is told so', async () => {
    const client = await connect(serverOf({ deliver }), { era });
    const result = await client.callTool({ name: 'deliver', arguments: { order: 'o-1' } });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('this client cannot ask them');
  });

  test('approves a call and answers it, one after the other', async () => {
    const both = deliver.with({ requireApproval: true });
    const elicit = vi.fn(({ message }: { readonly message: string }) => ({
      action: 'accept' as const,
      content: message.startsWith('May') ? { approve: true } : { address: 'Main Street 1' },
    }));
    const client = await connect(serverOf({ both }), { era, elicit });
    const result = await client.callTool({ name: 'both', arguments: { order: 'o-1' } });
    expect(textOf(result)).toContain('Main Street 1');
    expect(elicit).toHaveBeenCalledTimes(2);
  });
});

test('what a tool suspended with does not travel in the clear', async () => {
  const bodies: string[] = [];
  const server = serverOf({ deliver });
  const client = await connect(
    {
      fetch: async (request) => {
        const response = await server.fetch(request);
        bodies.push(await response.clone().text());
        return response;
      },
    },
    { elicit: () => ({ action: 'accept', content: { address: 'Main Street 1' } }) },
  );
  const seen: string[] = [];
  await client.callTool({ name: 'deliver', arguments: { order: 'o-1' } }).then(() => {
    seen.push(...bodies);
  });
  const asking = seen.filter((body) => body.includes('requestState'));
  expect(asking).toHaveLength(1);
  expect(asking.join()).not.toContain('code-7');
  expect(Buffer.from(asking.join(), 'base64url').toString('latin1')).not.toContain('code-7');
});

test.each([
  [
    'an object in it',
    z.object({ where: z.object({ street: z.string() }) }),
    '"where" is an object',
  ],
  ['a list of texts', z.object({ names: z.array(z.string()) }), '"names" is a list of something'],
  ['a choice of numbers', z.object({ n: z.literal([1, 2]) }), '"n" '],
  ['null', z.object({ n: z.string().nullable() }), '"n" has several types'],
  [
    'a union',
    z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
    'the schema is a union',
  ],
])('a resumeSchema with %s is refused when the server is made', (_what, resumeSchema, message) => {
  const ask = createTool({ id: 'ask', resumeSchema, execute: async () => 1 });
  expect(() => serverOf({ ask })).toThrow(message);
  expect(() => serverOf({ ask })).toThrow('tool "ask"');
});

test('a resumeSchema of one value is asked as a form of one field', async () => {
  const ask = createTool({
    id: 'ask',
    resumeSchema: z.boolean(),
    execute: async (_input, { resumeData, suspend }) => resumeData ?? suspend('Really?'),
  });
  const elicit = vi.fn(() => ({ action: 'accept' as const, content: { value: false } }));
  const client = await connect(serverOf({ ask }), { elicit });
  expect(textOf(await client.callTool({ name: 'ask' }))).toBe('false');
});
