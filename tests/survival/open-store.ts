import type { Store } from 'helve/store';

/** Where a trial keeps its runs; several processes open the same place. */
export type StorePlace =
  | { readonly kind: 'sqlite'; readonly path: string; readonly maxBytes?: number }
  | { readonly kind: 'postgres'; readonly connectionString: string; readonly schema: string };

/** A store, and how it is closed. */
export interface OpenStore {
  readonly store: Store;
  readonly close: () => Promise<void>;
}

/** Long enough for several processes that write at once on a machine that is busy. */
const PATIENCE_MS = 30_000;

/** Loads only the package that is needed: processes are started by the hundred. */
export async function openStore(place: StorePlace): Promise<OpenStore> {
  if (place.kind === 'sqlite') {
    const { SqliteStore } = await import('@helve/sqlite');
    const { path, maxBytes } = place;
    const limit = maxBytes === undefined ? {} : { maxBytes };
    const store = new SqliteStore({ path, busyTimeoutMs: PATIENCE_MS, ...limit });
    return { store, close: async () => store.close() };
  }
  const { PostgresStore } = await import('@helve/postgres');
  const { connectionString, schema } = place;
  const options = { connectionString, schema, maxConnections: 4, retryMs: PATIENCE_MS };
  const store = new PostgresStore(options);
  return { store, close: () => store.close() };
}
