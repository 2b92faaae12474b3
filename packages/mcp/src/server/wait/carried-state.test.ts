import { createTool } from 'helve';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { RawCall } from '../server-kit.ts';
import { rawCall, serverOf } from '../server-kit.ts';
import { MemoryUsedStates } from './used-states.ts';

const yes = { approval: { action: 'accept', content: { approve: true } } };
const ran = vi.fn();
beforeEach(() => ran.mockClear());

const drop = createTool({
  id: 'drop',
  inputSchema: z.object({ table: z.string() }),
  requireApproval: true,
  execute: async ({ table }) => {
    ran(table);
    return 'dropped';
  },
});
const other = drop.with({ title: 'Another tool' });

/** A question that waits to be answered, as the client has it. */
async function waiting(server = serverOf({ drop, other }), request: RawCall = {}) {
  const args = { table: 'a' };
  const asked = await rawCall(server, 'drop', args, request);
  expect(asked.result).toMatchObject({ resultType: 'input_required' });
  expect(ran).not.toHaveBeenCalled();
  return { server, args, requestState: String(asked.result?.['requestState']) };
}

describe('a state that a client gives back', () => {
  test('lets the call run, once: a replay is refused', async () => {
    const { server, args, requestState } = await waiting();
    const answer = { requestState, inputResponses: yes };
    expect((await rawCall(server, 'drop', args, answer)).result).toMatchObject({
      content: [{ text: 'dropped' }],
    });
    const replay = await rawCall(server, 'drop', args, answer);
    expect(replay.error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('used before'),
    });
    expect(ran).toHaveBeenCalledOnce();
  });

  test('runs once where it is given back twice at the same time', async () => {
    const { server, args, requestState } = await waiting();
    const answer = { requestState, inputResponses: yes };
    const both = await Promise.all([1, 2].map(() => rawCall(server, 'drop', args, answer)));
    expect(both.filter(({ error }) => error)).toHaveLength(1);
    expect(ran).toHaveBeenCalledOnce();
  });

  test('cannot be changed: any other text is refused', async () => {
    const { server, args, requestState } = await waiting();
    const flip = (at: number) => {
      const changed = requestState[at] === 'A' ? 'B' : 'A';
      return `${requestState.slice(0, at)}${changed}${requestState.slice(at + 1)}`;
    };
    const middle = Math.floor(requestState.length / 2);
    const texts = [
      flip(0),
      flip(middle),
      requestState.slice(0, -4),
      `${requestState}AAAA`,
      '',
      'x',
    ];
    for (const text of texts) {
      const answer = await rawCall(server, 'drop', args, {
        requestState: text,
        inputResponses: yes,
      });
      expect(answer.error, text).toMatchObject({ code: -32602 });
    }
    expect(ran).not.toHaveBeenCalled();
  });

  test('belongs to the input that was asked about', async () => {
    const { server, requestState } = await waiting();
    const moved = await rawCall(
      server,
      'drop',
      { table: 'b' },
      { requestState, inputResponses: yes },
    );
    expect(moved.error).toMatchObject({
      code: -32602,
      message: 'This state belongs to another call.',
    });
    expect(ran).not.toHaveBeenCalled();
  });

  test('belongs to the tool that was asked about', async () => {
    const { server, args, requestState } = await waiting();
    const moved = await rawCall(server, 'other', args, { requestState, inputResponses: yes });
    expect(moved.error).toMatchObject({ code: -32602 });
    expect(ran).not.toHaveBeenCalled();
  });

  test('belongs to whom was asked', async () => {
    const server = serverOf(
      { drop },
      { principal: ({ request }) => request?.headers.get('x-user') ?? '' },
    );
    const { args, requestState } = await waiting(server, { headers: { 'x-user': 'ada' } });
    const answer = { requestState, inputResponses: yes };
    const foreign = await rawCall(server, 'drop', args, {
      ...answer,
      headers: { 'x-user': 'eve' },
    });
    expect(foreign.error).toMatchObject({ code: -32602 });
    expect(ran).not.toHaveBeenCalled();
    const own = await rawCall(server, 'drop', args, { ...answer, headers: { 'x-user': 'ada' } });
    expect(own.result).toMatchObject({ content: [{ text: 'dropped' }] });
  });

  test('expires', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const { server, args, requestState } = await waiting();
      vi.setSystemTime(Date.now() + 601_000);
      const late = await rawCall(server, 'drop', args, { requestState, inputResponses: yes });
      expect(late.error).toMatchObject({
        code: -32602,
        message: 'Invalid or expired requestState.',
      });
      expect(ran).not.toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
    }
  });

  test('is of no use to a server with another key', async () => {
    const { args, requestState } = await waiting();
    const answer = { requestState, inputResponses: yes };
    expect((await rawCall(serverOf({ drop }), 'drop', args, answer)).error).toBeDefined();
    expect(ran).not.toHaveBeenCalled();
  });

  test('is asked about again where the answer is missing, and stays good', async () => {
    const { server, args, requestState } = await waiting();
    const again = await rawCall(server, 'drop', args, { requestState, inputResponses: {} });
    expect(again.result).toMatchObject({ resultType: 'input_required' });
    const done = await rawCall(server, 'drop', args, { requestState, inputResponses: yes });
    expect(done.result).toMatchObject({ content: [{ text: 'dropped' }] });
  });

  test('approves nothing after it declined', async () => {
    const { server, args, requestState } = await waiting();
    const no = { approval: { action: 'decline' } };
    await rawCall(server, 'drop', args, { requestState, inputResponses: no });
    const then = await rawCall(server, 'drop', args, { requestState, inputResponses: yes });
    expect(then.error).toMatchObject({ code: -32602 });
    expect(ran).not.toHaveBeenCalled();
  });

  test('does not pass over what the server asks for by now', async () => {
    const { server, args, requestState } = await waiting();
    server.setTools({ tools: { other } });
    const gone = await rawCall(server, 'drop', args, { requestState, inputResponses: yes });
    expect(gone.error).toMatchObject({ code: -32602, message: expect.stringContaining('Unknown') });
    expect(ran).not.toHaveBeenCalled();
  });
});

describe('two processes with one key', () => {
  const key = 'k'.repeat(32);

  test('take each other’s states, each once, where they share what was used', async () => {
    const used = new MemoryUsedStates();
    const [one, two] = [1, 2].map(() => serverOf({ drop }, { state: { key, used } }));
    if (!one || !two) throw new Error('unreachable');
    const { args, requestState } = await waiting(one);
    const answer = { requestState, inputResponses: yes };
    expect((await rawCall(two, 'drop', args, answer)).result).toBeDefined();
    expect((await rawCall(one, 'drop', args, answer)).error).toBeDefined();
    expect(ran).toHaveBeenCalledOnce();
  });

  test('run nothing where it cannot be said whether a state was used', async () => {
    const used = {
      use: () => {
        throw new Error('the database is down');
      },
    };
    const server = serverOf({ drop }, { state: { key, used } });
    const { args, requestState } = await waiting(server);
    const answer = await rawCall(server, 'drop', args, { requestState, inputResponses: yes });
    expect(answer.error).toBeDefined();
    expect(ran).not.toHaveBeenCalled();
  });

  test('say so where the call is running in the other one, which still takes the answer', async () => {
    const used = new MemoryUsedStates();
    const ask = createTool({
      id: 'ask',
      execute: async (_input, { mcp }) => {
        const question = { message: '?', requestedSchema: { type: 'object' } };
        return (await mcp?.elicitation.sendRequest(question))?.action;
      },
    });
    const [one, two] = [1, 2].map(() => serverOf({ ask }, { state: { key, used } }));
    if (!one || !two) throw new Error('unreachable');
    const asked = await rawCall(one, 'ask', {}, {});
    const requestState = String(asked.result?.['requestState']);
    const answer = { requestState, inputResponses: { q1: { action: 'accept' } } };
    const elsewhere = await rawCall(two, 'ask', {}, answer);
    expect(elsewhere.error?.message).toContain('it runs in another process');
    const here = await rawCall(one, 'ask', {}, answer);
    expect(here.result).toMatchObject({ content: [{ text: 'accept' }] });
    await one.close();
  });
});

test('a short key is refused when the server is made', () => {
  expect(() => serverOf({ drop }, { state: { key: 'short' } })).toThrow('at least 32 bytes');
});

test('what was used is forgotten when it has expired, and not before', () => {
  const used = new MemoryUsedStates();
  const now = Date.now();
  for (let index = 0; index < 500; index += 1) {
    expect(used.use(`old-${index}`, now - 1)).toBe(true);
  }
  expect(used.use('fresh', now + 60_000)).toBe(true);
  for (let index = 0; index < 500; index += 1) used.use(`older-${index}`, now - 1);
  expect(used.use('fresh', now + 60_000)).toBe(false);
  expect(used.use('old-1', now + 60_000)).toBe(true);
});
