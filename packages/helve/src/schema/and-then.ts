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

/** All values: at once where they are there, otherwise when the last has come. */
export function allOf<const Values extends readonly unknown[]>(
  values: Values,
):
  | { readonly [Index in keyof Values]: Awaited<Values[Index]> }
  | Promise<{
      readonly [Index in keyof Values]: Awaited<Values[Index]>;
    }> {
  if (values.some((value) => value instanceof Promise)) return Promise.all(values);
  // None of them is a promise, so each is what awaiting it would give.
  return values as { readonly [Index in keyof Values]: Awaited<Values[Index]> };
}
