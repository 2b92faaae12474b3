import { createTool } from 'helve';
import { z } from 'zod';
import type { Order, Shop } from '../database.ts';
import { orderSchema } from '../database.ts';
import { euros } from '../money.ts';
import { harmless, maskCustomer, removeCustomer } from '../redact.ts';

/** Finds an order. Everyone gets the order; the customer, each audience gets in its own form. */
export const lookupOrder = (shop: Shop) =>
  createTool({
    id: 'lookup-order',
    description:
      'Finds an order by its number: the item, where it is, what was paid for it and what of that was refunded, in euros.',
    inputSchema: z.object({ orderId: z.number().int() }),
    outputSchema: orderSchema,
    mcp: { annotations: { readOnlyHint: true } },

    execute: ({ orderId }) => shop.findOrder(orderId),

    // the model can do its work without knowing who the customer is
    toModelOutput: ({ customer, ...order }) => order,

    transform: {
      display: {
        ...harmless,
        output: ({ output }) => output && forScreen(output),
      },
      transcript: {
        ...harmless,
        output: ({ output }) => output && { ...output, customer: removeCustomer() },
      },
    },
  });

function forScreen({ item, status, total, refunded, customer }: Order): object {
  const money = { paid: euros(total), refunded: euros(refunded) };
  return { item, status, ...money, customer: maskCustomer(customer) };
}
