import { appendFileSync } from 'node:fs';
import type { AnyTool } from 'helve';
import { createTool } from 'helve';
import { z } from 'zod';

/** Tools that write down in `effects`, a line each, that they ran and with what. */
export function deskTools(effects: string): Readonly<Record<string, AnyTool>> {
  const ran = (what: string, input: unknown): void =>
    appendFileSync(effects, `${JSON.stringify([what, input])}\n`);

  const amounts = z.object({ amount: z.number().default(7) });
  const paying = (what: string) => async (input: { amount: number }) => {
    ran(what, input);
    return { paid: input.amount };
  };
  const answers = z.union([z.boolean(), z.number(), z.string(), z.null()]);

  return {
    free: createTool({
      id: 'free',
      inputSchema: amounts,
      execute: paying('free'),
    }),
    pay: createTool({
      id: 'pay',
      inputSchema: amounts,
      requireApproval: true,
      execute: paying('pay'),
    }),
    payMuch: createTool({
      id: 'payMuch',
      inputSchema: amounts,
      requireApproval: ({ amount }) => amount > 5,
      execute: paying('payMuch'),
    }),
    payUnsurely: createTool({
      id: 'payUnsurely',
      inputSchema: amounts,
      requireApproval: () => {
        throw new Error('the rule is broken');
      },
      execute: paying('payUnsurely'),
    }),
    payAsGuest: createTool({
      id: 'payAsGuest',
      inputSchema: amounts,
      mcp: { annotations: { destructiveHint: true } },
      requireApproval: (_input, { requestContext, annotations }) =>
        annotations.destructiveHint === true && requestContext.get('tier') !== 'gold',
      execute: async (input, { requestContext }) => {
        ran('payAsGuest', { ...input, tier: requestContext.get('tier') });
        return { tier: String(requestContext.get('tier')) };
      },
    }),
    paySecretly: createTool({
      id: 'paySecretly',
      inputSchema: z.object({ card: z.string() }),
      requireApproval: true,
      execute: async (input) => {
        ran('paySecretly', input);
        return { receipt: 'secret-output' };
      },
      toModelOutput: () => 'Paid.',
      transform: {
        transcript: { input: () => ({ card: '•••' }), output: () => ({ receipt: '•••' }) },
      },
    }),
    ask: createTool({
      id: 'ask',
      inputSchema: z.object({ n: z.number().default(0) }),
      suspendSchema: z.object({ question: z.string() }),
      resumeSchema: answers,
      execute: async ({ n }, { resumeData, suspend }) => {
        if (resumeData === undefined) return suspend({ question: `What of ${n}?` });
        ran('ask', { n, answer: resumeData });
        return { n, answer: resumeData };
      },
    }),
    askTwice: createTool({
      id: 'askTwice',
      inputSchema: z.object({}),
      requireApproval: true,
      suspendSchema: z.object({ question: z.number() }),
      resumeSchema: answers,
      execute: async (_input, { resumeData, suspendPayload, suspend }) => {
        if (resumeData === undefined) return suspend({ question: 1 });
        ran('askTwice', { question: suspendPayload?.question, answer: resumeData });
        return suspendPayload?.question === 1 ? suspend({ question: 2 }) : 'Thanks.';
      },
    }),
    askParsed: createTool({
      id: 'askParsed',
      inputSchema: z.object({
        word: z.string().transform((word) => word.length),
        times: z.number().default(3),
      }),
      resumeSchema: z.object({ answer: z.string().transform((answer) => answer.toUpperCase()) }),
      execute: async (input, { resumeData, suspend }) =>
        resumeData === undefined ? suspend({}) : { ...input, ...resumeData },
    }),
    askBadly: createTool({
      id: 'askBadly',
      inputSchema: z.object({}),
      suspendSchema: z.object({ question: z.string().max(3) }),
      execute: async (_input, { suspend }) => suspend({ question: 'too long' }),
    }),
    askAndCatch: createTool({
      id: 'askAndCatch',
      inputSchema: z.object({}),
      resumeSchema: answers,
      execute: async (_input, { resumeData, suspend }) => {
        if (resumeData !== undefined) return { answer: resumeData };
        try {
          await suspend({});
          ran('behind suspend', {});
        } catch {
          return { answer: 'caught' };
        } finally {
          ran('finally', {});
        }
        return { answer: 'fell through' };
      },
    }),
    forms: createTool({
      id: 'forms',
      inputSchema: z.object({ approved: z.boolean(), resumeData: z.string() }),
      requireApproval: true,
      execute: async (input) => {
        ran('forms', input);
        return input;
      },
    }),
  };
}
