import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const HOME: string = join(import.meta.dirname, '../.desks');

/** Where a desk keeps its shop and its runs. */
export interface DeskFolder {
  readonly path: string;
  /** Whether a desk that has closed, or was killed, left it behind. */
  readonly isInherited: boolean;
  /** Throws away what is in it; the folder stays. */
  clear(): void;
  /** For the end: what nobody named, and nothing waits in, is not kept. */
  leave(hasWaits: boolean): void;
}

/**
 * Opens the folder that was named; else one that a desk left behind, else a new one. Folders are
 * named after the process that uses them, so that two desks at once never share one.
 */
export function openDeskFolder(named: string | undefined, home: string = HOME): DeskFolder {
  const path = named ?? join(home, String(process.pid));
  const isInherited = named === undefined && inherit(home, path);
  mkdirSync(path, { recursive: true });
  return {
    path,
    isInherited,
    clear() {
      rmSync(path, { recursive: true, force: true });
      mkdirSync(path, { recursive: true });
    },
    leave(hasWaits) {
      if (named === undefined && !hasWaits) rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Takes over the folder of a process that is gone; whether there was one. */
function inherit(home: string, path: string): boolean {
  mkdirSync(home, { recursive: true });
  return readdirSync(home).some((owner) => {
    const left = join(home, owner);
    // a process of the same number in another container, long ago
    if (left === path) return true;
    if (isAlive(Number(owner))) return false;
    try {
      renameSync(left, path);
      return true;
    } catch {
      // another desk that opens at this moment was faster
      return false;
    }
  });
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid)) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
