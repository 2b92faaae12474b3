import { isThenable } from '../../call/is-thenable.ts';
import type { RequestContext } from '../../tool/request-context.ts';
import type { PerRequest } from '../agent-options.ts';

/** What is set, or is made for one request. */
export function perRequest<T>(
  value: PerRequest<T> | undefined,
  requestContext: RequestContext,
): T | undefined | Promise<T> {
  if (!isFunction(value)) return value;
  const given = value({ requestContext });
  return isThenable(given) ? Promise.resolve(given) : given;
}

function isFunction<T>(
  value: PerRequest<T> | undefined,
): value is (request: { readonly requestContext: RequestContext }) => T | Promise<T> {
  return typeof value === 'function';
}
