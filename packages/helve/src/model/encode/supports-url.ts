import { fieldsOf } from '../decode/read-fields.ts';

/** Whether a model fetches a file from its address by itself. */
export type SupportsUrl = (url: URL, mediaType: string) => boolean;

/**
 * Reads what a model says of the addresses it takes: a record of media types, such as `image/*`,
 * and the patterns of addresses it takes for them. A model that says nothing is trusted.
 */
export async function readSupportedUrls(model: {
  readonly supportedUrls?: unknown;
}): Promise<SupportsUrl> {
  let supported: unknown;
  try {
    supported = await model.supportedUrls;
  } catch {
    // an adapter that cannot tell now is treated like one that does not
  }
  if (typeof supported !== 'object' || supported === null) return () => true;
  const entries = Object.entries(fieldsOf(supported));
  return (url, mediaType) =>
    entries.some(
      ([pattern, addresses]) =>
        coversMediaType(pattern, mediaType) &&
        Array.isArray(addresses) &&
        addresses.some((address) => matches(address, url.href)),
    );
}

/** `*` and `*\/*` stand for every type, `image/*` for every image. */
function coversMediaType(pattern: string, mediaType: string): boolean {
  if (pattern === '*' || pattern === '*/*' || pattern === mediaType) return true;
  const [topLevel, subtype] = pattern.split('/');
  return subtype === '*' && topLevel === mediaType.split('/')[0];
}

/** The interface has its patterns compared with the address in lower case. */
function matches(pattern: unknown, address: string): boolean {
  // `search` begins at the start also where a pattern is global, which `test` does not
  return pattern instanceof RegExp && address.toLowerCase().search(pattern) !== -1;
}
