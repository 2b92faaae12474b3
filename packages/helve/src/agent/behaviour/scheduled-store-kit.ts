import type { Scheduler } from 'fast-check';
import type { Store } from '../../store/store.ts';

/**
 * A store whose every answer comes when a scheduler says so, and whose every change may be seen by
 * others before its writer hears of it: what many machines do to one store, in one process.
 */
export function scheduledStore(store: Store, scheduler: Scheduler, name: string): Store {
  return new Proxy(store, {
    get: (target, key) => {
      const method: unknown = Reflect.get(target, key, target);
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]): Promise<unknown> => {
        const label = `${name}.${String(key)}`;
        await scheduler.schedule(Promise.resolve(), `${label} goes`);
        const result: unknown = await Reflect.apply(method, target, args);
        await scheduler.schedule(Promise.resolve(), `${label} answers`);
        return result;
      };
    },
  });
}
