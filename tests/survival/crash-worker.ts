import type { WorkOrders } from './begin-work.ts';
import { beginWork, onMessage } from './begin-work.ts';
import { DeskWorker } from './desk-worker.ts';

// A process of a crash test: begins runs, takes over those of others that died, and decides, until
// it is killed or told to end. It is started ahead of time, and begins when it is told to.

/** What else a worker is told: to begin no more runs, or to end. */
export type Notice = 'begin no more' | 'end';

let told: Notice | undefined;
onMessage<WorkOrders | Notice>((message) => {
  if (typeof message === 'object') void work(message);
  else told = message;
});

async function work(orders: WorkOrders): Promise<void> {
  const { desk, journal, end } = await beginWork(orders);
  const worker = new DeskWorker(desk, journal, orders.seed);
  while (told !== 'end') {
    worker.act(told === undefined);
    await new Promise((resolve) => setTimeout(resolve, 3 + worker.random.below(10)));
  }
  await worker.idle();
  await end();
}
