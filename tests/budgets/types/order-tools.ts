import { createTool } from 'helve';
import * as schemas from './order-schemas.ts';

export const findOrders = createTool({
  id: 'find-orders',
  description: 'Orders by text, state and date.',
  inputSchema: schemas.orderSearch,
  outputSchema: schemas.orderPage,
  mcp: { annotations: { readOnlyHint: true } },
  inputExamples: [{ input: { text: 'lamp', limit: 5 } }],
  execute: async ({ limit, sort }) => ({
    orders: Array.from({ length: limit }, (_, at) => ({
      id: `order-${at}`,
      state: sort?.descending ? ('open' as const) : ('sent' as const),
      placedAt: '2026-01-01T00:00:00Z',
    })),
    next: null,
  }),
  toModelOutput: ({ orders }) => orders.map(({ id, state }) => `${id}: ${state}`).join('\n'),
});

export const readOrder = createTool({
  id: 'read-order',
  inputSchema: schemas.orderId,
  outputSchema: schemas.order,
  execute: async ({ orderId }) => {
    if (orderId === '') throw new Error('There is no such order.');
    return {
      id: orderId,
      state: 'paid',
      items: [{ sku: 'lamp', price: { amount: 20, currency: 'EUR' } }],
      shipTo: { street: 'Elm Street 12', city: 'Oslo', zip: '12345' },
      placedAt: '2026-01-01T00:00:00Z',
      notes: [],
    };
  },
  transform: {
    display: {
      input: ({ input }) => input?.orderId,
      output: ({ output }) => ({ id: output?.id, placed: output?.placedAt.toDateString() }),
    },
    transcript: { output: ({ output }) => output?.items.map(({ sku }) => sku) },
  },
});

export const placeOrder = createTool({
  id: 'place-order',
  inputSchema: schemas.newOrder,
  requireApproval: ({ items }) => items.reduce((sum, { price }) => sum + price.amount, 0) > 500,
  timeoutMs: 10_000,
  execute: async ({ items, shipTo }, { idempotencyKey }) => ({
    id: idempotencyKey,
    pieces: items.reduce<number>((sum, { quantity }) => sum + quantity, 0),
    abroad: shipTo.country !== 'DE',
  }),
});

export const refundOrder = createTool({
  id: 'refund-order',
  description: 'Gives money back.',
  inputSchema: schemas.refund,
  outputSchema: schemas.refunded,
  suspendSchema: schemas.refundDoubt,
  resumeSchema: schemas.refundAnswer,
  requestContextSchema: schemas.clerk,
  requireApproval: ({ lines, reason }, { requestContext }) =>
    reason === 'other' || lines.length > requestContext.get('limit'),
  mcp: { annotations: { destructiveHint: true, idempotentHint: false } },
  execute: async ({ orderId, lines }, { suspend, resumeData }) => {
    const amount = resumeData?.amount;
    if (amount === undefined) return suspend({ question: 'How much?', amounts: [lines.length] });
    return { refundId: `refund-${orderId}`, amount, at: new Date() };
  },
  toModelOutput: ({ amount, at }) => ({ type: 'text', value: `${amount} on ${at.toISOString()}` }),
  transform: {
    display: {
      suspend: ({ suspendPayload }) => suspendPayload?.question,
      resume: ({ resumeData }) => resumeData?.amount,
      output: ({ output }) => output?.amount,
    },
  },
});

export const changeAddress = createTool({
  id: 'change-address',
  inputSchema: schemas.addressChange,
  outputSchema: schemas.address,
  requireApproval: true,
  execute: async ({ to: { street = '', city = '', zip = '', country } }) => ({
    street,
    city,
    zip,
    country,
  }),
});

export const shipOrder = createTool({
  id: 'ship-order',
  inputSchema: schemas.shipment,
  outputSchema: schemas.shipped,
  suspendSchema: schemas.parcel,
  resumeSchema: schemas.parcel,
  execute: async ({ parcels }, { suspend, resumeData, writer }) => {
    const [first] = parcels;
    if (first && first.weightGrams > 30_000 && !resumeData) return suspend(first);
    await writer.write({ parcels: parcels.length });
    return { tracking: parcels.map(({ carrier }) => carrier), eta: null };
  },
});

export const cancelOrder = createTool({
  id: 'cancel-order',
  inputSchema: schemas.orderId,
  requestContextSchema: schemas.clerk,
  requireApproval: (_, { requestContext }) => requestContext.get('clerkId') === '',
  execute: async ({ orderId }, { requestContext }) => ({
    orderId,
    by: requestContext.get('clerkId'),
    state: 'cancelled',
  }),
});

export const stock = createTool({
  id: 'stock',
  inputSchema: schemas.stockQuery,
  outputSchema: schemas.stockLevels,
  mcp: { annotations: { readOnlyHint: true } },
  execute: ({ skus }) =>
    Object.fromEntries([skus].flat().map((sku) => [sku, { free: 3, reserved: 1 }])),
});

export const addDiscount = createTool({
  id: 'add-discount',
  inputSchema: schemas.discount,
  execute: async (discount) =>
    discount.kind === 'percent'
      ? { ok: true, percent: discount.percent }
      : { ok: false, why: `${discount.kind} is for the shop alone` },
  onOutput: ({ output }) => (output.ok ? output.percent : output.why),
});

export const noteOrder = createTool({
  id: 'note-order',
  inputSchema: schemas.order.pick({ id: true, notes: true }),
  onInputAvailable: ({ input }) => input.notes.length,
  execute: async () => {},
});
