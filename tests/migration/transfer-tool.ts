import { createTool } from 'helve';
import { z } from 'zod';

// One tool in the style of the reference page that most such tools are written by; of a file like
// this only the first line was changed.

/** Money that was moved, for the test to look at. */
export const ledger: { account: string; amount: number; by: string; confirmed: boolean }[] = [];

export const transferTool = createTool({
  id: 'transfer-money',
  description: 'Transfers money to an account',
  inputSchema: z.object({
    account: z.string(),
    amount: z.number(),
    note: z.string().optional(),
  }),
  outputSchema: z.object({
    transferId: z.string(),
    balance: z.number(),
  }),
  suspendSchema: z.object({
    question: z.string(),
    amount: z.number(),
  }),
  resumeSchema: z.object({
    confirmed: z.boolean(),
  }),
  requestContextSchema: z.object({
    userId: z.string(),
  }),
  requireApproval: true,
  execute: async (inputData, context) => {
    const { account, amount } = inputData;
    const { resumeData, suspend } = context?.agent ?? {};
    if (!resumeData && amount > 1000) {
      return await suspend?.({ question: `Really move ${amount}?`, amount });
    }
    if (resumeData && !resumeData.confirmed) {
      throw new Error('The customer did not confirm the transfer');
    }
    const userId = context?.requestContext?.get('userId');
    ledger.push({ account, amount, by: userId, confirmed: resumeData?.confirmed ?? false });
    return { transferId: `t-${ledger.length}`, balance: 5000 - amount };
  },
  transform: {
    display: {
      input: ({ input }) => ({ amount: input?.amount }),
      output: ({ output }) => ({ transferId: output?.transferId }),
      error: () => ({ message: 'The transfer failed' }),
      approval: ({ input }) => ({ moves: input?.amount }),
      suspend: ({ suspendPayload }) => ({ question: suspendPayload?.question }),
      resume: () => ({ message: 'The customer answered' }),
    },
    transcript: {
      input: ({ input }) => ({ amount: input?.amount }),
      output: ({ output }) => ({ transferId: output?.transferId }),
      error: () => ({ message: 'The transfer failed' }),
    },
  },
});
