import type { Prepared, Sample } from '../measure/workload.ts';
import { openFresh } from '../stores/open-fresh.ts';
import type { OpenStore, StoreContender } from '../stores/store-contender.ts';
import type { Task } from '../work/task.ts';

/** Sets work up on an empty store, where there is one. */
export async function onStore(
  contender: StoreContender,
  task: Task,
  prepare: (store: OpenStore) => Prepared | Promise<Prepared>,
): Promise<Prepared> {
  const store = await openFresh(contender, task);
  if (store !== undefined) return prepare(store);
  return { kind: 'cannot', why: 'PostgreSQL is not installed on this machine' };
}

/** Work that measures for itself, after something that is done before it the first time. */
export function sampled(first: () => Promise<void>, sample: () => Promise<Sample>): Prepared {
  let ready: Promise<void> | undefined;
  return {
    kind: 'sampled',
    sample: async () => {
      ready ??= first();
      await ready;
      return sample();
    },
  };
}
