/**
 * How files are downloaded whose address a model cannot fetch by itself. Sizes are in bytes, times
 * in milliseconds.
 *
 * Only files of user messages are downloaded, over `http` and `https`, and never from addresses
 * inside your network, unless you allow it. Names are looked up and judged where the runtime can do
 * so (Node, Deno, Bun). A name can still be made to lead elsewhere between that look-up and the
 * download's own: where users may name any address and something inside must not be reached, give a
 * `fetch` that goes through a proxy without access to the inside.
 *
 * @example
 * const downloads: DownloadOptions = {
 *   maxBytes: 5 * 1024 * 1024,
 *   timeoutMs: 10_000,
 *   allowPrivateAddresses: ({ host }) => host === 'files.internal:8080',
 * };
 */
export interface DownloadOptions {
  /** How large one file may be. Default 20 MiB. */
  readonly maxBytes?: number;
  /** How large all files of one run may be together. Default 64 MiB. */
  readonly maxTotalBytes?: number;
  /** How long one file may take, redirects included. Default 30,000. */
  readonly timeoutMs?: number;
  /** How many redirects are followed; each address on the way is checked. Default 5. */
  readonly maxRedirects?: number;
  /**
   * Allows addresses of private, local and special networks: all of them, or those for which a
   * function gives `true`. It is asked for redirects, too. Default `false`.
   */
  readonly allowPrivateAddresses?: boolean | ((url: URL) => boolean);
  /**
   * Fetches in place of the runtime's `fetch`: to add headers, or to go through a proxy. It must pass
   * `redirect` and `signal` on.
   */
  readonly fetch?: DownloadFetch;
}

/** A function like `fetch`, as far as downloads use it. */
export type DownloadFetch = (
  url: URL,
  init: { readonly redirect: 'manual'; readonly signal: AbortSignal },
) => Promise<Response>;
