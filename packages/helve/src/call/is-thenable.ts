/**
 * Whether a value is waited for by `await`: a promise, of any realm and library.
 *
 * @throws what a hostile `then` getter throws.
 */
export function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    'then' in value &&
    typeof value.then === 'function'
  );
}
