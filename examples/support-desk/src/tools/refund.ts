import { createTool } from 'helve';
import { z } from 'zod';
import type { Shop } from '../database.ts';
import { customerSchema } from '../database.ts';
import { euros } from '../money.ts';
import { harmless, maskCustomer, removeCustomer } from '../redact.ts';

/** Pays back, once a person has approved it. */
export const refund = (shop: Shop) =>
  createTool({
    id: 'refund',
    description: 'Pays the customer of an order back, in euros. A person is asked first.',
    inputSchema: z.object({
      orderId: z.number().int(),
      amount: z.number().positive().describe('in euros, at most what is left to refund'),
      reason: z.string().describe('a few words, for the books'),
    }),
    outputSchema: z.object({
      refundId: z.number(),
      amount: z.number(),
      customer: customerSchema,
    }),
    requireApproval: true,

    execute({ orderId, amount, reason }, { idempotencyKey }) {
      const { customer } = shop.findOrder(orderId);
      // the key is the same however often this call is executed: the money goes out once
      const { refundId } = shop.addRefund({ orderId, amount, reason, idempotencyKey });
      return { refundId, amount, customer };
    },

    toModelOutput: ({ customer, ...refunded }) => refunded,

    transform: {
      display: {
        ...harmless,
        // what the person is asked
        approval: ({ input }) =>
          input && { question: `Refund ${euros(input.amount)} for order ${input.orderId}?` },
        output: ({ output }) => output && { ...output, customer: maskCustomer(output.customer) },
      },
      transcript: {
        ...harmless,
        output: ({ output }) => output && { ...output, customer: removeCustomer() },
      },
    },
  });
