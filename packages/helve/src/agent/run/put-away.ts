import type { RunState } from '../../store/records.ts';
import type { ChunkPayloads, ChunkType, FinishReason } from '../stream/chunk.ts';
import type { StoredLog } from '../stream/stored-log.ts';
import type { Run } from './run.ts';

/** A chunk that ends a run's log, but for the run's id. */
export type LastChunk = {
  readonly [Type in ChunkType]: { readonly type: Type; readonly payload: ChunkPayloads[Type] };
}[ChunkType];

/**
 * Commits that the run waits or has ended. Where its stream is stored, what is left of it and its last
 * chunks go with that, so that whoever sees the run ended sees the end of its stream.
 */
export function putAway(run: Run, state: RunState, last: readonly LastChunk[]): Promise<void> {
  const { stored } = run;
  return stored ? putStored(run, stored, state, last) : run.commit({ run: run.next({ state }) });
}

async function putStored(
  run: Run,
  stored: StoredLog,
  state: RunState,
  last: readonly LastChunk[],
): Promise<void> {
  const { runId } = run;
  const ending = last.map((chunk) => ({ ...chunk, runId, from: 'AGENT' as const }));
  const { chunkLog, chunks } = await stored.last(ending);
  await run.commit({ run: run.next({ state, chunkLog }), chunks, tell: true });
}

/** The chunks with which a run ends that goes on no further here. */
export function lastChunks(run: Run, finishReason: FinishReason): readonly LastChunk[] {
  const { step, usage } = run;
  return [
    ...(step?.result ? [stepFinish(step.result)] : []),
    { type: 'finish', payload: { finishReason, usage } },
  ];
}

/** The chunk that ends a step. */
export function stepFinish({
  stepNumber,
  finishReason,
  usage,
}: ChunkPayloads['step-finish']): Extract<LastChunk, { readonly type: 'step-finish' }> {
  return { type: 'step-finish', payload: { stepNumber, finishReason, usage } };
}
