/** Where timers are objects, as in Node.js, this one keeps no process alive. */
export function letProcessEnd(timer: unknown): void {
  if (typeof timer !== 'object' || timer === null) return;
  const unref: unknown = Reflect.get(timer, 'unref');
  if (typeof unref === 'function') unref.call(timer);
}
