import type { ChunkRecord } from './chunk-store.ts';
import type { ChunkLog } from './run-file.ts';

/**
 * Those of the chunks that are not there yet.
 *
 * @throws RangeError where one would leave a gap.
 */
export function newChunks(
  runId: string,
  log: ChunkLog | undefined,
  chunks: readonly ChunkRecord[],
): readonly ChunkRecord[] {
  const length = lengthOf(log);
  let next = length;
  return chunks.filter(({ number }) => {
    if (number > next) throw gapBefore(runId, number, next);
    if (number < next) return false;
    next += 1;
    return true;
  });
}

/** Adds those of the chunks that are not there yet, and tells whether there were any. */
export function addChunks(runId: string, log: ChunkLog, chunks: readonly ChunkRecord[]): boolean {
  const added = newChunks(runId, log, chunks);
  log.chunks.push(...added);
  return added.length > 0;
}

/** How many chunks there ever were. */
export function lengthOf(log: ChunkLog | undefined): number {
  return log ? log.first + log.chunks.length : 0;
}

/** Forgets the chunks, not how many there were. */
export function forgetChunks(log: ChunkLog | undefined): void {
  if (!log) return;
  log.first += log.chunks.length;
  log.chunks = [];
}

function gapBefore(runId: string, number: number, length: number): RangeError {
  return new RangeError(
    `Chunk ${number} of run "${runId}" does not follow on the ${length} that are there.`,
  );
}
