import { createTool } from 'helve';
import { z } from 'zod';
import type { Shop } from '../database.ts';
import { harmless } from '../redact.ts';

const OURS = /crack|broke|chip|damage|fault|defect|leak|wrong (?:item|order|colou?r)|not what/i;

/** Lets a customer send something back. It needs a reason, and waits for one where it has none. */
export const startReturn = (shop: Shop) =>
  createTool({
    id: 'start-return',
    description:
      'Opens a return and makes its parcel label. Leave the reason out if nobody has named one: the tool asks for it.',
    inputSchema: z.object({
      orderId: z.number().int(),
      reason: z.string().optional().describe("the customer's reason"),
    }),
    outputSchema: z.object({
      returnId: z.number(),
      reason: z.string(),
      postage: z.enum(['the shop pays', 'the customer pays']),
      label: z.string(),
    }),
    suspendSchema: z.object({ question: z.string() }),
    resumeSchema: z.object({
      reason: z.string().trim().min(3, 'Say it in a few words.'),
    }),

    async execute({ orderId, reason: known }, { resumeData, suspend, idempotencyKey }) {
      const { item, customer } = shop.findOrder(orderId);
      const reason = resumeData?.reason ?? known;
      if (reason === undefined) {
        return await suspend({ question: `${item}: why does the customer send it back?` });
      }
      const { returnId } = shop.addReturn({ orderId, reason, idempotencyKey });
      const postage = OURS.test(reason) ? 'the shop pays' : 'the customer pays';
      const label = `From ${customer.name}, ${customer.address}. To Fern & Kiln, Kinsale.`;
      return { returnId, reason, postage, label };
    },

    toModelOutput: ({ label, ...opened }) => opened,

    transform: {
      display: {
        ...harmless,
        suspend: ({ suspendPayload }) => suspendPayload,
        resume: ({ resumeData }) => resumeData,
        output: ({ output }) => output && { ...output, label: '•••' },
      },
      transcript: {
        ...harmless,
        suspend: ({ suspendPayload }) => suspendPayload,
        resume: ({ resumeData }) => resumeData,
        output: ({ output }) => output && { ...output, label: '[name, address]' },
      },
    },
  });
