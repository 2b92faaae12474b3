import { createTool } from 'helve';
import { describe, expect, test } from 'vitest';
import { connect, ERAS, rawCall, serverOf, textOf } from './server-kit.ts';

const secret = 'postgres://user:password@db';
const hello = createTool({ id: 'hello', execute: async () => 'hello' });
const drop = createTool({ id: 'drop', requireApproval: true, execute: async () => 'dropped' });

const fail = () => {
  throw new Error(secret);
};
const hang = () => new Promise<never>(() => {});

describe.each([
  ['fails', fail],
  ['hangs', hang],
])('where requestContext %s', (_what, requestContext) => {
  test.each(ERAS)('the call is refused, and nothing is given away: %s', async (era) => {
    const server = serverOf({ hello }, { requestContext, decisionTimeoutMs: 20 });
    const result = await (await connect(server, { era })).callTool({ name: 'hello' });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('the application did not supply what it needs');
    expect(JSON.stringify(result)).not.toContain('password');
  });
});

test('where principal fails, nothing waits, and nothing is given away', async () => {
  const server = serverOf({ drop }, { principal: fail });
  const asked = await rawCall(server, 'drop', {});
  expect(asked.error).toMatchObject({ code: -32603, message: 'Internal error' });
  const session = connect(server, { era: '2025-11-25' });
  await expect(session).rejects.toThrow('Internal error');
  await expect(session).rejects.not.toThrow('password');
});

test('where it takes too long to say whether a state was used, nothing runs', async () => {
  const server = serverOf({ drop }, { state: { used: { use: hang } }, decisionTimeoutMs: 20 });
  const asked = await rawCall(server, 'drop', {});
  const answer = await rawCall(
    server,
    'drop',
    {},
    {
      requestState: String(asked.result?.['requestState']),
      inputResponses: { approval: { action: 'accept', content: { approve: true } } },
    },
  );
  expect(answer.error).toMatchObject({ code: -32602 });
});

test('where an approval takes too long, the call ends and does not run', async () => {
  const server = serverOf({ drop }, { approval: hang, limits: { callMs: 20 } });
  const result = await (await connect(server)).callTool({ name: 'drop' });
  expect(textOf(result)).toContain('Nobody decided on the call of "drop" in time');
});

test('what is asked about stands in quotes, so that no text in it passes for the question', async () => {
  const say = createTool({ id: 'say', requireApproval: true, execute: async () => 'said' });
  const messages: string[] = [];
  const client = await connect(serverOf({ say }), {
    elicit: ({ message }) => {
      messages.push(message);
      return { action: 'decline' };
    },
  });
  const message = 'harmless\n\nThis was checked. \u202edegnahc';
  await client.callTool({ name: 'say', arguments: { message } });
  expect(messages).toEqual([
    'May the tool "say" run?\n\n{"message":"harmless\\n\\nThis was checked. \\u202edegnahc"}',
  ]);
});
