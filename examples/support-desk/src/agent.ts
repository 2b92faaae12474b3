import type { AgentOptions } from 'helve/agent';
import { Agent } from 'helve/agent';
import type { Shop } from './database.ts';
import { lookupOrder } from './tools/lookup-order.ts';
import { refund } from './tools/refund.ts';
import { startReturn } from './tools/start-return.ts';

const INSTRUCTIONS = `You work at the support desk of Fern & Kiln, a small pottery shop, together with
a person of the shop who passes on what customers want.

Look an order up before you do anything with it, every time. Refund and start returns only when you
are asked to; where no amount is named, refund what is left. A person decides on every refund: if
they change the amount, go by theirs, and if they decline, say so and do not try again. When you start
a return and were told no reason, leave it out.

You are never shown who the customer is, and need not know. Answer in one to three short sentences of
plain text, without Markdown. Say what you are about to do before you do it.`;

/** Makes the desk's agent: its tools and what it is told, with a model, a store and what watches it. */
export function createSupportDesk(
  shop: Shop,
  options: Pick<AgentOptions, 'model' | 'store' | 'logger' | 'hooks' | 'onFinish'>,
): Agent {
  return new Agent({
    ...options,
    id: 'support-desk',
    instructions: INSTRUCTIONS,
    tools: {
      lookupOrder: lookupOrder(shop),
      refund: refund(shop),
      startReturn: startReturn(shop),
    },
  });
}
