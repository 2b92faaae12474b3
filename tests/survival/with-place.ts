import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../postgres/start-postgres.ts';
import type { StorePlace } from './open-store.ts';

export const STORES = ['sqlite', 'postgres'] as const;
export type StoreKind = (typeof STORES)[number];

/** A new place for a store, and a folder for what is written down beside it. */
export interface TrialPlace {
  readonly place: StorePlace;
  readonly folder: string;
}

/** Makes a place, lets something happen there, and takes it away again. */
export async function withPlace<T>(
  kind: StoreKind,
  work: (place: TrialPlace) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'helve-survival-'));
  const server = kind === 'postgres' ? await startPostgres() : undefined;
  const place: StorePlace = server
    ? { kind: 'postgres', connectionString: server.url, schema: 'survival' }
    : { kind: 'sqlite', path: join(folder, 'helve.db') };
  try {
    return await work({ place, folder });
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
