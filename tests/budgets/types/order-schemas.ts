import { z } from 'zod';

// Zod: objects in objects, enums, defaults, transforms and records.

export const address = z.object({
  street: z.string().min(1),
  city: z.string(),
  zip: z.string().regex(/^\d{5}$/),
  country: z.enum(['DE', 'AT', 'CH', 'FR', 'NL']).default('DE'),
});

const lineItem = z.object({
  sku: z.string(),
  quantity: z.number().int().positive().default(1),
  price: z.object({ amount: z.number(), currency: z.enum(['EUR', 'CHF', 'USD']) }),
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
});

export const order = z.object({
  id: z.string(),
  state: z.enum(['open', 'paid', 'packed', 'sent', 'delivered', 'cancelled']),
  items: z.array(lineItem),
  shipTo: address,
  billTo: address.partial().optional(),
  placedAt: z.iso.datetime().transform((text) => new Date(text)),
  notes: z.array(z.object({ by: z.string(), text: z.string() })),
});

export const orderId = z.object({ orderId: z.string() });
export const orderSearch = z.object({
  text: z.string().optional(),
  states: z.array(order.shape.state).optional(),
  between: z.tuple([z.iso.date(), z.iso.date()]).optional(),
  sort: z
    .object({ by: z.enum(['date', 'total']), descending: z.boolean().default(true) })
    .optional(),
  limit: z.number().int().max(100).default(20),
});
export const orderPage = z.object({
  orders: z.array(order.pick({ id: true, state: true, placedAt: true })),
  next: z.string().nullable(),
});
export const newOrder = order.omit({ id: true, state: true, placedAt: true });
export const refund = z.object({
  orderId: z.string(),
  reason: z.enum(['damaged', 'late', 'wrong-item', 'other']),
  lines: z.array(z.object({ sku: z.string(), quantity: z.number() })).min(1),
  note: z.string().optional(),
});
export const refunded = z.object({ refundId: z.string(), amount: z.number(), at: z.date() });
export const refundDoubt = z.object({ question: z.string(), amounts: z.array(z.number()) });
export const refundAnswer = z.object({ amount: z.number(), by: z.string() });
export const addressChange = z.object({ orderId: z.string(), to: address.partial() });
export const parcel = z.object({
  carrier: z.union([z.literal('dhl'), z.literal('ups'), z.literal('post')]),
  weightGrams: z.number(),
  size: z.tuple([z.number(), z.number(), z.number()]),
});
export const shipment = z.object({ orderId: z.string(), parcels: z.array(parcel).min(1) });
export const shipped = z.object({ tracking: z.array(z.string()), eta: z.date().nullable() });
export const clerk = z.object({ clerkId: z.string(), limit: z.number().default(100) });
export const stockQuery = z.object({ skus: z.array(z.string()).or(z.string()) });
export const stockLevels = z.record(
  z.string(),
  z.object({ free: z.number(), reserved: z.number() }),
);
export const discount = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percent'), percent: z.number().min(1).max(90) }),
  z.object({ kind: z.literal('fixed'), amount: z.number(), currency: z.string() }),
  z.object({ kind: z.literal('gift'), sku: z.string() }),
]);
