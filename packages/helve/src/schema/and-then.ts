/**
 * Goes on with a value: at once where it is there, so that nothing waits that need not; otherwise
 * when it has come. What `next` throws at once is thrown, so call it where both kinds are caught.
 */
export function andThen<T, Next>(
  value: T | Promise<T>,
  next: (value: T) => Next | Promise<Next>,
): Next | Promise<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
