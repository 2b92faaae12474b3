import type { Part, Place } from './fed-desk.ts';
import { openDesk } from './fed-desk.ts';

/** What the process is told to do. */
export type Order =
  | { readonly open: Place; readonly leaseMs: number }
  | { readonly stream: string }
  | { readonly feed: readonly Part[] }
  | { readonly finishSlow: true };

let desk: ReturnType<typeof openDesk> | undefined;

process.on('message', (order: Order) => {
  if ('open' in order) desk = openDesk(order.open, order.leaseMs);
  else if ('feed' in order) desk?.feed(...order.feed);
  else if ('finishSlow' in order) desk?.finishSlow();
  else void desk?.agent.stream('go', { runId: order.stream }).then(() => process.send?.('streams'));
});
process.send?.('ready');
