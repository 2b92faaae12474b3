import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { euros } from './money.ts';

/** Who bought something. Nobody but the tools gets to see all of this. */
export const customerSchema = z.object({
  name: z.string(),
  email: z.string(),
  address: z.string(),
  card: z.string(),
});

/** An order, with what was paid for it and given back so far, in euros. */
export const orderSchema = z.object({
  orderId: z.number(),
  item: z.string(),
  status: z.string(),
  total: z.number(),
  refunded: z.number(),
  customer: customerSchema,
});

export type Customer = z.output<typeof customerSchema>;
export type Order = z.output<typeof orderSchema>;

/** A line in the books. However often it is written, its key makes sure that it is there once. */
interface Entry {
  readonly orderId: number;
  readonly reason: string;
  readonly idempotencyKey: string;
}

/** What the tools can do with the database. */
export interface Shop {
  /** @throws where there is no such order. */
  findOrder(orderId: number): Order;
  /** @throws where the amount, in euros, is more than is left of what was paid. */
  addRefund(refund: Entry & { readonly amount: number }): { readonly refundId: number };
  addReturn(entry: Entry): { readonly returnId: number };
  close(): void;
}

const idRow = z.object({ id: z.number() });
const orderRow = customerSchema.extend({
  id: z.number(),
  item: z.string(),
  status: z.string(),
  total: z.number(),
  refunded: z.number(),
});

/** Opens the database in `file`. */
export function openShop(file: string): Shop {
  const database = new DatabaseSync(file);

  const orders = database.prepare(`
    select orders.id, item, status, name, email, address, card, total_cents / 100.0 as total,
      (select coalesce(sum(amount_cents), 0) from refunds where order_id = orders.id) / 100.0
        as refunded
    from orders join customers on customers.id = customer_id
    where orders.id = ?`);

  const refundByKey = database.prepare('select id from refunds where idempotency_key = ?');
  // one statement, so that two refunds at once cannot both take what is left
  const newRefund = database.prepare(`
    insert into refunds (order_id, amount_cents, reason, idempotency_key)
    select id, $cents, $reason, $key from orders where id = $order and $cents <= total_cents -
      (select coalesce(sum(amount_cents), 0) from refunds where order_id = $order)
    returning id`);

  const newReturn = database.prepare(`
    insert into returns (order_id, reason, idempotency_key) values ($order, $reason, $key)
    on conflict (idempotency_key) do update set order_id = order_id
    returning id`);

  function findOrder(orderId: number): Order {
    const row = orders.get(orderId);
    if (!row) throw new Error(`There is no order ${orderId}.`);
    const { id, item, status, total, refunded, ...customer } = orderRow.parse(row);
    return { orderId: id, item, status, total, refunded, customer };
  }

  return {
    findOrder,
    addRefund({ orderId, amount, reason, idempotencyKey: key }) {
      const cents = Math.round(amount * 100);
      const { total, refunded } = findOrder(orderId);
      const row =
        refundByKey.get(key) ??
        newRefund.get({ $order: orderId, $cents: cents, $reason: reason, $key: key });
      if (row) return { refundId: idRow.parse(row).id };
      const left = euros(total - refunded);
      throw new Error(`${euros(amount)} is too much: order ${orderId} has ${left} left to refund.`);
    },
    addReturn({ orderId, reason, idempotencyKey: key }) {
      const row = newReturn.get({ $order: orderId, $reason: reason, $key: key });
      return { returnId: idRow.parse(row).id };
    },
    close: () => database.close(),
  };
}
