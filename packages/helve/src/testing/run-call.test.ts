import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from '../call/create-tool.ts';
import { RequestContext } from '../tool/request-context.ts';
import { isValidationError } from '../tool/validation-error.ts';
import { runCall } from './run-call.ts';

const customer = createTool({
  id: 'lookup customer',
  inputSchema: z.object({ id: z.string(), path: z.string() }),
  outputSchema: z.object({ name: z.string(), key: z.string() }),
  execute: async ({ id }) => {
    if (id === 'none') throw new Error('There is no such customer.');
    return { name: 'Acme', key: 'secret' };
  },
  toModelOutput: ({ name }) => `The customer is ${name}.`,
  transform: {
    display: { input: ({ input }) => ({ id: input?.id }), output: () => 'shown' },
    transcript: { output: ({ output }) => output?.name },
  },
});

const refund = createTool({
  id: 'refund',
  inputSchema: z.object({ amount: z.number() }),
  suspendSchema: z.object({ question: z.string() }),
  resumeSchema: z.object({ to: z.string() }),
  requireApproval: ({ amount }) => amount > 50,
  execute: async ({ amount }, { resumeData, suspend }) => {
    if (!resumeData) return suspend({ question: 'To whom?' });
    return { amount, to: resumeData.to };
  },
});

describe('a call that runs', () => {
  test('shows each audience what it may see', async () => {
    const call = await runCall(customer, { id: 'c-7', path: '/srv' }, { chunkSize: [1, 5] });
    expect(call.status).toBe('result');
    expect(call.output?.key).toBe('secret');
    expect(call.modelOutput).toEqual({ type: 'text', value: 'The customer is Acme.' });
    expect(call.transcript).toMatchObject({ state: 'result', output: 'Acme' });
    expect(call.display.map(({ type }) => type)).toEqual([
      'tool-call-input-streaming-start',
      'tool-call-input-streaming-end',
      'tool-call',
      'tool-result',
    ]);
    expect(call.display.at(-1)?.payload).toMatchObject({ args: { id: 'c-7' }, result: 'shown' });
    expect(call.chunks.at(-1)?.payload).toMatchObject({ result: { key: 'secret' } });
    expect(JSON.stringify([call.display, call.transcript])).not.toMatch(/secret|srv/);
    expect(call.logs).toEqual([]);
  });

  test('ends with what the tool throws', async () => {
    const call = await runCall(customer, { id: 'none', path: '' });
    expect(call).toMatchObject({ status: 'error', code: 'TOOL_FAILED', output: undefined });
    expect(call.error).toEqual(new Error('There is no such customer.'));
    expect(call.modelOutput).toEqual({ type: 'error-text', value: 'There is no such customer.' });
  });

  test('ends with what is wrong with its input, or with the text of it', async () => {
    const wrong = await runCall(customer, undefined as never, { inputText: '{"id":1}' });
    expect(wrong).toMatchObject({ status: 'error', code: 'INVALID_INPUT' });
    expect(isValidationError(wrong.error)).toBe(true);
    const broken = await runCall(customer, undefined as never, { inputText: '{"id":' });
    expect(broken).toMatchObject({ status: 'error', code: 'MALFORMED_INPUT' });
  });

  test('takes inputs that are no objects as a model would send them', async () => {
    const inputSchema = z.string().array();
    const count = createTool({ id: 'count', inputSchema, execute: async (list) => list.length });
    expect((await runCall(count, ['a', 'b'])).output).toBe(2);
  });

  test('is given the request context, and has what the tool writes', async () => {
    const greet = createTool({
      id: 'greet',
      requestContextSchema: z.object({ user: z.string() }),
      execute: async (_input, { requestContext, writer }) => {
        await writer.write('half');
        await writer.custom({ type: 'data-note', data: 1 });
        return requestContext.get('user');
      },
    });
    const requestContext = new RequestContext({ user: 'Ada' });
    const call = await runCall(greet, {}, { requestContext });
    expect(call.output).toBe('Ada');
    expect(call.display.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['tool-output', 'data-note', 'tool-result']),
    );
    expect(await runCall(greet, {})).toMatchObject({ code: 'INVALID_REQUEST_CONTEXT' });
  });

  test('ends with an abort, or throws its reason where there is no call yet', async () => {
    const abort = new AbortController();
    const hang = createTool({
      id: 'hang',
      execute: () => {
        abort.abort(new Error('enough'));
        return new Promise<string>(() => undefined);
      },
    });
    const { signal: abortSignal } = abort;
    const call = await runCall(hang, {}, { abortSignal });
    expect(call).toMatchObject({ status: 'error', code: 'ABORTED' });
    await expect(runCall(hang, {}, { abortSignal })).rejects.toThrow('enough');
  });
});

describe('a call that waits', () => {
  test('is approved, suspends, is answered', async () => {
    const gated = await runCall(refund, { amount: 80 });
    expect(gated).toMatchObject({ status: 'approval', waiting: { payload: { amount: 80 } } });
    const suspended = await gated.approve({ by: 'ada' });
    expect(suspended.status).toBe('suspended');
    expect(suspended.waiting?.payload).toEqual({ question: 'To whom?' });
    await expect(suspended.resume({ to: 7 })).rejects.toThrow('to');
    const done = await suspended.resume({ to: 'Bob' });
    expect(done).toMatchObject({ status: 'result', output: { amount: 80, to: 'Bob' } });
    expect(done.chunks.map(({ type }) => type).slice(-5)).toEqual([
      'tool-call',
      'tool-call-approval',
      'tool-call-suspended',
      'tool-call-resumed',
      'tool-result',
    ]);
    await expect(done.approve()).rejects.toThrow();
  });

  test('is decided on beforehand', async () => {
    const input = { amount: 80 };
    const edited = { approve: { input: { amount: 60 } }, resumeData: { to: 'Bob' } };
    expect((await runCall(refund, input, edited)).output).toEqual({ amount: 60, to: 'Bob' });
    const denied = await runCall(refund, input, { decline: { by: 'ada', reason: 'too much' } });
    expect(denied).toMatchObject({ status: 'denied', reason: 'too much' });
    expect(denied.modelOutput).toMatchObject({ type: 'denied' });
  });

  test('keeps the rules of its agent beside its own', async () => {
    const call = await runCall(refund, { amount: 1 }, { requireToolApproval: 'destructive' });
    expect(call.status).toBe('approval');
    const beforeToolCall = () => ({ proceed: false, reason: 'closed' }) as const;
    const refused = await runCall(refund, { amount: 1 }, { hooks: { beforeToolCall } });
    expect(refused).toMatchObject({ status: 'error', code: 'REFUSED' });
  });

  test('waits for its client where the tool has no execute', async () => {
    const call = await runCall(createTool({ id: 'pick' }), {});
    expect(call.status).toBe('client');
    expect((await call.addResult({ chosen: 'blue' })).output).toEqual({ chosen: 'blue' });
  });
});
