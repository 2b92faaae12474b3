import { createTool, isValidationError, jsonSchema } from 'helve';
import { Agent } from 'helve/agent';
import { MemoryStore } from 'helve/store';
import { collect, collectChunks, recordingLogger, scriptedModel } from 'helve/testing';
import { expectEqual, expectError } from './expect-equal.ts';
import type { SmokeTests } from './run-smoke.ts';

// Made for every runtime there is: nothing but Web APIs. Tools are made while the module loads, as
// applications do, because some runtimes allow less there than later.

const add = createTool({
  id: 'add',
  description: 'Adds two numbers.',
  inputSchema: jsonSchema<{ a: number; b: number }>({
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  }),
  execute: async ({ a, b }) => ({ sum: a + b }),
});

const refund = createTool({
  id: 'refund',
  description: 'Pays money back for an order.',
  inputSchema: jsonSchema<{ orderId: string; amount: number }>({
    type: 'object',
    properties: { orderId: { type: 'string' }, amount: { type: 'number', default: 10 } },
    required: ['orderId', 'amount'],
  }),
  requireApproval: ({ amount }) => amount > 50,
  execute: async ({ orderId }) => ({ receipt: `R-${orderId}`, cardNumber: '4242' }),
  toModelOutput: ({ receipt }) => `Refunded: ${receipt}.`,
  transform: {
    display: {
      input: ({ input }) => ({ order: input?.orderId }),
      output: ({ output }) => ({ receipt: output?.receipt }),
    },
  },
});

const transfer = createTool({
  id: 'transfer',
  inputSchema: jsonSchema<{ amount: number }>({
    type: 'object',
    properties: { amount: { type: 'number' } },
    required: ['amount'],
  }),
  suspendSchema: jsonSchema<{ question: string }>({ type: 'object', required: ['question'] }),
  resumeSchema: jsonSchema<{ iban: string }>({
    type: 'object',
    properties: { iban: { type: 'string', pattern: '^NL\\d+$' } },
    required: ['iban'],
  }),
  execute: async ({ amount }, { resumeData, suspend }) => {
    if (resumeData === undefined) return suspend({ question: 'To which account?' });
    return { amount, iban: resumeData.iban };
  },
});

const stubborn = createTool({
  id: 'stubborn',
  timeoutMs: 5,
  execute: () => new Promise<string>(() => {}),
});

const exotic = createTool({
  id: 'exotic',
  execute: async () => ({
    at: new Date(0),
    big: 2n ** 64n,
    map: new Map([['a', 1]]),
    address: new URL('https://example.com/a'),
    bytes: new Uint8Array([1, 2]),
  }),
});

const picture = createTool({
  id: 'picture',
  execute: async () => 'data:image/svg+xml,%3Csvg%2F%3E',
  toModelOutput: (url) => ({ type: 'content', value: [{ type: 'image-url', url }] }),
});

const callOf = (toolName: string, input: object) => ({ toolCalls: [{ toolName, input }] });

/** What Helve without a schema library does, in short. */
export const helveTests: SmokeTests = {
  'a direct call returns the output': async () => {
    expectEqual(await add.execute({ a: 1, b: 2 }), { sum: 3 });
  },

  'a direct call with a bad input returns what is wrong': async () => {
    const input: object = { a: 1 };
    // a caller that the compiler does not hold back
    const refused = await add.execute(input as { a: number; b: number });
    expectEqual(isValidationError(refused), true);
  },

  'an agent calls a tool, with arguments that come in pieces, and answers': async () => {
    const logger = recordingLogger();
    const model = scriptedModel([
      { toolCalls: [{ toolName: 'add', input: { a: 20, b: 22 } }], chunkSize: [1, 3] },
      'It is 42.',
    ]);
    const agent = new Agent({ id: 'adder', model, tools: { add }, logger });
    const { text, toolResults } = await agent.generate('20 + 22?');
    expectEqual(text, 'It is 42.');
    expectEqual(
      toolResults.map((entry) => entry.kind === 'result' && entry.result),
      [{ sum: 42 }],
    );
    expectEqual(logger.lines, []);
  },

  'a model that writes a bad input is told what is wrong': async () => {
    const model = scriptedModel([
      callOf('add', { a: 1, b: 'two' }),
      callOf('add', { a: 1, b: 2 }),
      'It is 3.',
    ]);
    const { toolResults } = await new Agent({ id: 'adder', model, tools: { add } }).generate('Go');
    expectEqual(
      toolResults.map(({ kind }) => kind),
      ['error', 'result'],
    );
  },

  'a stream can be read while it goes on, again, and as screens see it': async () => {
    const model = scriptedModel([callOf('refund', { orderId: '7', amount: 5 }), 'Done, as asked.']);
    const stream = await new Agent({ id: 'desk', model, tools: { refund } }).stream('Refund 7');
    const [text, display] = await Promise.all([
      collect(stream.textStream),
      collectChunks(stream.displayStream),
    ]);
    expectEqual(text.join(''), 'Done, as asked.');
    expectEqual(display.text, 'Done, as asked.');
    expectEqual(display.call('refund').end?.payload, {
      ...display.call('refund').end?.payload,
      args: { order: '7' },
      result: { receipt: 'R-7' },
    });
    expectEqual(JSON.stringify(await collect(stream.displayStream)).includes('4242'), false);
    expectEqual(JSON.stringify(await collect(stream.fullStream)).includes('4242'), true);
  },

  'a call waits for approval and runs once it is approved': async () => {
    const model = scriptedModel([callOf('refund', { orderId: '7', amount: 80 }), 'Refunded.']);
    const agent = new Agent({ id: 'desk', model, tools: { refund }, store: new MemoryStore() });
    const stream = await agent.stream('Refund 7');
    const [wait, ...others] = await stream.waiting;
    expectEqual(await stream.finishReason, 'suspended');
    expectEqual(
      [wait?.kind, wait?.payload, others],
      ['approval', { orderId: '7', amount: 80 }, []],
    );
    if (wait === undefined) throw new Error('no call waits');
    const { text, toolResults } = await agent.approveToolCallGenerate({ ...wait, by: 'ada' });
    expectEqual(text, 'Refunded.');
    expectEqual(toolResults[0]?.kind, 'result');
    await expectError(() => agent.declineToolCall({ ...wait }), 'approved');
  },

  'a call that is declined does not run': async () => {
    const model = scriptedModel([callOf('refund', { orderId: '7', amount: 80 }), 'A pity.']);
    const agent = new Agent({ id: 'desk', model, tools: { refund } });
    const [wait] = (await agent.generate('Refund 7')).waiting;
    if (wait === undefined) throw new Error('no call waits');
    const { toolResults } = await agent.declineToolCallGenerate({ ...wait, reason: 'too much' });
    expectEqual(toolResults[0]?.kind, 'denied');
  },

  'a tool suspends, refuses an answer that does not fit, and goes on with one that does':
    async () => {
      const model = scriptedModel([callOf('transfer', { amount: 9 }), 'Sent.']);
      const agent = new Agent({ id: 'bank', model, tools: { transfer } });
      const [wait] = (await agent.generate('Send 9')).waiting;
      expectEqual(wait?.payload, { question: 'To which account?' });
      if (wait === undefined) throw new Error('no call waits');
      await expectError(() => agent.resumeGenerate({ iban: 'DE1' }, wait), 'iban');
      const { text, toolResults } = await agent.resumeGenerate({ iban: 'NL1' }, wait);
      expectEqual(text, 'Sent.');
      expectEqual(
        toolResults.map((entry) => entry.kind === 'result' && entry.result),
        [{ amount: 9, iban: 'NL1' }],
      );
    },

  'an object of a schema is the answer': async () => {
    const agent = new Agent({ id: 'reader', model: scriptedModel(['{ "urgent": "true" }']) });
    const { object } = await agent.generate('Is it urgent?', {
      output: jsonSchema<{ urgent: boolean }>({
        type: 'object',
        properties: { urgent: { type: 'boolean' } },
        required: ['urgent'],
        additionalProperties: false,
      }),
    });
    expectEqual(object, { urgent: true });
  },

  'a tool that ignores its time-out is ended': async () => {
    const model = scriptedModel([callOf('stubborn', {}), 'It took too long.']);
    const agent = new Agent({
      id: 'clock',
      model,
      tools: { stubborn },
      logger: recordingLogger(),
    });
    const { text, toolResults } = await agent.generate('Go');
    expectEqual([text, toolResults[0]?.kind], ['It took too long.', 'error']);
  },

  'a run can be aborted': async () => {
    const abort = new AbortController();
    const model = scriptedModel([{ text: 'never', delayMs: 600_000 }]);
    const agent = new Agent({ id: 'slow', model, logger: recordingLogger() });
    const running = agent.generate('Go', { abortSignal: abort.signal });
    abort.abort(new Error('enough'));
    await expectError(() => running, 'enough');
  },

  'a model is given dates, big numbers, maps and addresses as JSON': async () => {
    const model = scriptedModel([callOf('exotic', {}), 'Well.']);
    await new Agent({ id: 'zoo', model, tools: { exotic } }).generate('Go');
    const prompt = JSON.stringify(model.requests[1]?.prompt.at(-1));
    for (const part of ['1970-01-01T00:00:00.000Z', '18446744073709551616', '["a",1]']) {
      expectEqual([part, prompt.includes(part)], [part, true]);
    }
  },

  'a model is given the bytes of a file': async () => {
    const model = scriptedModel([callOf('picture', {}), 'Nice.']);
    await new Agent({ id: 'painter', model, tools: { picture } }).generate('Go');
    const prompt = JSON.stringify(model.requests[1]?.prompt.at(-1));
    expectEqual([prompt, prompt.includes('PHN2Zy8+')], [prompt, true]);
  },

  'a conversation goes on, and its transcript is listed': async () => {
    const model = scriptedModel(['Hello Bo.', 'Bo.']);
    const agent = new Agent({ id: 'chat', model });
    const memory = { thread: 't-1', resource: 'u-1' };
    await agent.generate('I am Bo.', { memory });
    expectEqual((await agent.generate('Who am I?', { memory })).text, 'Bo.');
    const messages = await agent.listMessages({ threadId: 't-1' });
    expectEqual(
      messages.map(({ role }) => role),
      ['user', 'assistant', 'user', 'assistant'],
    );
  },
};
