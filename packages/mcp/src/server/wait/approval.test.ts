import { createTool } from 'helve';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { connect, ERAS, serverOf, textOf } from '../server-kit.ts';

function payTool() {
  const execute = vi.fn(async ({ amount }: { amount: number }) => ({ paid: amount }));
  const pay = createTool({
    id: 'pay',
    title: 'Pay',
    inputSchema: z.object({ amount: z.number(), iban: z.string().default('DE00') }),
    requireApproval: ({ amount }) => amount > 10,
    transform: { display: { input: ({ input }) => ({ amount: input?.amount }) } },
    execute,
  });
  return { pay, execute };
}

const accept = () => ({ action: 'accept', content: { approve: true } }) as const;

describe.each(ERAS)('a client of %s', (era) => {
  test('asks its user before a tool runs that wants approval', async () => {
    const { pay, execute } = payTool();
    const asked: unknown[] = [];
    const client = await connect(serverOf({ pay }), {
      era,
      elicit: (params) => {
        expect(execute).not.toHaveBeenCalled();
        asked.push(params.message);
        return accept();
      },
    });
    const result = await client.callTool({ name: 'pay', arguments: { amount: 50 } });
    expect(textOf(result)).toBe('{"paid":50}');
    expect(asked).toEqual(['May the tool "Pay" (pay) run?\n\n{"amount":50}']);
    expect(execute).toHaveBeenCalledOnce();
  });

  test('is not asked where the tool wants no approval', async () => {
    const { pay } = payTool();
    const client = await connect(serverOf({ pay }), { era });
    expect(textOf(await client.callTool({ name: 'pay', arguments: { amount: 5 } }))).toBe(
      '{"paid":5}',
    );
  });

  test.each([
    ['declines', { action: 'decline' }],
    ['cancels', { action: 'cancel' }],
    ['sends the form off without a yes', { action: 'accept', content: { approve: false } }],
    ['sends something that is no plain yes', { action: 'accept', content: { approve: 'true' } }],
    ['sends nothing', { action: 'accept' }],
  ] as const)('runs nothing where its user %s', async (_what, answer) => {
    const { pay, execute } = payTool();
    const client = await connect(serverOf({ pay }), {
      era,
      elicit: () => ({
        ...answer,
        ...('content' in answer ? { content: { ...answer.content } } : {}),
      }),
    });
    const result = await client.callTool({ name: 'pay', arguments: { amount: 50 } });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('The user declined the call of "pay"');
    expect(execute).not.toHaveBeenCalled();
  });

  test('that cannot ask is refused, and told why', async () => {
    const { pay, execute } = payTool();
    const client = await connect(serverOf({ pay }), { era });
    const result = await client.callTool({ name: 'pay', arguments: { amount: 50 } });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('this client cannot ask them');
    expect(execute).not.toHaveBeenCalled();
  });

  test('is refused where the server takes no approvals', async () => {
    const { pay, execute } = payTool();
    const elicit = vi.fn(accept);
    const client = await connect(serverOf({ pay }, { approval: 'refuse' }), { era, elicit });
    const result = await client.callTool({ name: 'pay', arguments: { amount: 50 } });
    expect(textOf(result)).toContain('this server takes no approvals');
    expect(elicit).not.toHaveBeenCalled();
    expect(execute).not.toHaveBeenCalled();
  });
});

describe('a handler of the application', () => {
  const call = async (approval: () => unknown) => {
    const { pay, execute } = payTool();
    const server = serverOf({ pay }, { approval: approval as () => boolean });
    const client = await connect(server);
    const result = await client.callTool({ name: 'pay', arguments: { amount: 50 } });
    return { text: textOf(result), ran: execute.mock.calls.length };
  };

  test('decides in the place of the user', async () => {
    expect(await call(() => true)).toEqual({ text: '{"paid":50}', ran: 1 });
    expect(await call(async () => ({ approved: true }))).toEqual({ text: '{"paid":50}', ran: 1 });
    const no = await call(() => ({ approved: false, reason: 'not on Sundays' }));
    expect(no.text).toContain('declined the call of "pay": not on Sundays.');
    expect(no.ran).toBe(0);
  });

  test.each([
    ['throws', () => Promise.reject(new Error('down'))],
    ['gives nothing', () => undefined],
    ['gives a text', () => 'yes'],
    ['says something other than true', () => ({ approved: 'yes' })],
  ])('that %s declines', async (_what, approval) => {
    expect((await call(approval)).ran).toBe(0);
  });
});

test('rules of the server ask beside those of its tools', async () => {
  const look = createTool({
    id: 'look',
    mcp: { annotations: { readOnlyHint: true } },
    execute: async () => 'seen',
  });
  const drop = createTool({ id: 'drop', execute: async () => 'dropped' });
  const server = serverOf({ look, drop }, { requireToolApproval: 'destructive' });
  const client = await connect(server);
  expect(textOf(await client.callTool({ name: 'look' }))).toBe('seen');
  expect((await client.callTool({ name: 'drop' })).isError).toBe(true);
});

test('a guard refuses before anybody is asked', async () => {
  const { pay, execute } = payTool();
  const elicit = vi.fn(accept);
  const server = serverOf(
    { pay },
    { beforeToolCall: () => ({ proceed: false, reason: 'The books are closed.' }) },
  );
  const client = await connect(server, { elicit });
  const result = await client.callTool({ name: 'pay', arguments: { amount: 50 } });
  expect(textOf(result)).toContain('The books are closed.');
  expect(elicit).not.toHaveBeenCalled();
  expect(execute).not.toHaveBeenCalled();
});
