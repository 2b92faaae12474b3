import { builtinModule } from '../../tool/builtin-module.ts';

/** What a runtime knows of a name: where it leads, that it leads nowhere, or nothing. */
export type HostLookup =
  | { readonly kind: 'found'; readonly addresses: readonly string[] }
  | { readonly kind: 'not-found'; readonly error: unknown }
  /** The runtime has no way to look. */
  | { readonly kind: 'unknown' };

/** Looks a name up. Never rejects. */
export type LookUpHost = (hostname: string) => Promise<HostLookup>;

/** What is used of `node:dns`, which Node, Deno and Bun have. */
interface Dns {
  readonly promises: {
    lookup(
      hostname: string,
      options: { readonly all: true },
    ): Promise<readonly { readonly address: string }[]>;
  };
}

/** Looks a name up as the runtime's `fetch` will. */
export async function lookUpHost(
  hostname: string,
  // the module's own documentation says what it has
  dns = builtinModule('node:dns') as Dns | undefined,
): Promise<HostLookup> {
  if (!dns) return { kind: 'unknown' };
  try {
    const found = await dns.promises.lookup(hostname, { all: true });
    return { kind: 'found', addresses: found.map(({ address }) => address) };
  } catch (error) {
    // some runtimes have the function and nothing behind it
    return isNotImplemented(error) ? { kind: 'unknown' } : { kind: 'not-found', error };
  }
}

/** A name that leads nowhere has a code of the system's own, such as `ENOTFOUND`. */
function isNotImplemented(error: unknown): boolean {
  const code: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  return typeof code !== 'string' || code.startsWith('ERR_');
}
