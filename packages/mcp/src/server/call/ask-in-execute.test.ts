import { createTool } from 'helve';
import { describe, expect, test, vi } from 'vitest';
import { connect, ERAS, serverOf, textOf } from '../server-kit.ts';

const form = (field: string) => ({
  type: 'object',
  properties: { [field]: { type: 'string' } },
  required: [field],
});

describe.each(ERAS)('a client of %s', (era) => {
  test('asks its user what a tool asks while it runs, and the tool runs once', async () => {
    const begun = vi.fn();
    const greet = createTool({
      id: 'greet',
      execute: async (_input, { mcp }) => {
        begun();
        const ask = (message: string, field: string) =>
          mcp?.elicitation.sendRequest({ message, requestedSchema: form(field) });
        const first = await ask('Your name?', 'name');
        const second = await ask('Your town?', 'town');
        return `${first?.content?.['name']} of ${second?.content?.['town']}`;
      },
    });
    const messages: string[] = [];
    const client = await connect(serverOf({ greet }), {
      era,
      elicit: ({ message }) => {
        messages.push(message);
        return message === 'Your name?'
          ? { action: 'accept', content: { name: 'Ada' } }
          : { action: 'accept', content: { town: 'London' } };
      },
    });
    expect(textOf(await client.callTool({ name: 'greet' }))).toBe('Ada of London');
    expect(messages).toEqual(['Your name?', 'Your town?']);
    expect(begun).toHaveBeenCalledOnce();
  });

  test('is asked to go on by a form of no fields', async () => {
    const wait = createTool({
      id: 'wait',
      execute: async (_input, { mcp }) => {
        const question = { message: 'Ready?', requestedSchema: { type: 'object' } };
        return (await mcp?.elicitation.sendRequest(question))?.action;
      },
    });
    const client = await connect(serverOf({ wait }), { era, elicit: () => ({ action: 'accept' }) });
    expect(textOf(await client.callTool({ name: 'wait' }))).toBe('accept');
  });

  test('is not asked what it has no form for, and the tool is told so', async () => {
    const elicit = vi.fn();
    const nested = createTool({
      id: 'nested',
      execute: async (_input, { mcp }) => {
        const requestedSchema = { type: 'object', properties: { a: { type: 'object' } } };
        await mcp?.elicitation.sendRequest({ message: '?', requestedSchema });
      },
    });
    const client = await connect(serverOf({ nested }), { era, elicit });
    const result = await client.callTool({ name: 'nested' });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('The requestedSchema of tool "nested"');
    expect(textOf(result)).toContain('the field "a" is an object');
    expect(elicit).not.toHaveBeenCalled();
  });

  test('is asked several things at once', async () => {
    const both = createTool({
      id: 'both',
      execute: async (_input, { mcp }) => {
        const fields = ['one', 'two'];
        const answers = await Promise.all(
          fields.map((field) =>
            mcp?.elicitation.sendRequest({ message: field, requestedSchema: form(field) }),
          ),
        );
        return answers.map((answer, index) => answer?.content?.[fields[index] ?? '']);
      },
    });
    const client = await connect(serverOf({ both }), {
      era,
      elicit: ({ message }) => ({ action: 'accept', content: { [message]: message.length } }),
    });
    // numbers, where texts were asked for
    expect((await client.callTool({ name: 'both' })).isError).toBe(true);
    const right = await connect(serverOf({ both }), {
      era,
      elicit: ({ message }) => ({ action: 'accept', content: { [message]: `${message}!` } }),
    });
    expect(textOf(await right.callTool({ name: 'both' }))).toBe('["one!","two!"]');
  });

  test('that cannot ask fails what the tool asks, and the tool may do without', async () => {
    const ask = createTool({
      id: 'ask',
      execute: async (_input, { mcp }) => {
        const request = { message: '?', requestedSchema: form('a') };
        const answer = await mcp?.elicitation.sendRequest(request).catch((error: Error) => error);
        return answer instanceof Error ? answer.message : 'answered';
      },
    });
    const client = await connect(serverOf({ ask }), { era });
    expect(textOf(await client.callTool({ name: 'ask' }))).toContain(
      'did not declare the capability "elicitation"',
    );
  });

  test('is told what it lacks where a tool cannot do without', async () => {
    const ask = createTool({
      id: 'ask',
      execute: (_input, { mcp }) => mcp?.extra.sendRequest({ method: 'roots/list' }),
    });
    const client = await connect(serverOf({ ask }), { era });
    const calling = client.callTool({ name: 'ask' });
    if (era === '2026-07-28') await expect(calling).rejects.toMatchObject({ code: -32021 });
    else expect(textOf(await calling)).toContain('did not declare the capability "roots"');
  });
});

test('a question that nobody answers in time ends the call, and the tool hears of it', async () => {
  const heard = Promise.withResolvers<unknown>();
  const ask = createTool({
    id: 'ask',
    execute: async (_input, { mcp, abortSignal }) => {
      abortSignal.addEventListener('abort', () => heard.resolve(abortSignal.reason));
      await mcp?.elicitation.sendRequest({ message: '?', requestedSchema: form('a') });
    },
  });
  const server = serverOf({ ask }, { state: { ttlMs: 20 } });
  const client = await connect(server, {
    elicit: async () => {
      await heard.promise;
      return { action: 'accept', content: { a: 'late' } };
    },
  });
  await expect(client.callTool({ name: 'ask' })).rejects.toThrow('Invalid or expired requestState');
  expect(await heard.promise).toMatchObject({ message: 'Nobody answered in time.' });
});

test('no more calls are parked than the limit allows', async () => {
  const asking = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const ask = createTool({
    id: 'ask',
    execute: async (_input, { mcp }) => {
      await mcp?.elicitation.sendRequest({ message: '?', requestedSchema: form('a') });
      return 'done';
    },
  });
  const server = serverOf({ ask }, { limits: { parkedCalls: 1 } });
  const client = await connect(server, {
    elicit: async () => {
      asking.resolve();
      await goOn.promise;
      return { action: 'accept', content: { a: 'yes' } };
    },
  });
  const first = client.callTool({ name: 'ask' });
  await asking.promise;
  const second = await client.callTool({ name: 'ask' });
  expect(textOf(second)).toContain('Too many calls wait for an answer');
  goOn.resolve();
  expect(textOf(await first)).toBe('done');
});
