import type { ProjectionRuntime, ProjectionSource } from '../../call/project.ts';
import type { Chunk } from './chunk.ts';

/** A chunk in a run's log, with what its display form is made from. */
export interface LogEntry {
  readonly chunk: Chunk;
  /** The call that the chunk is about. */
  readonly source?: ProjectionSource;
  /** The chunk of a sub-agent's run that this one carries, and what its display form needs. */
  readonly nested?: { readonly entry: LogEntry; readonly runtime: ProjectionRuntime };
  /** The display form, once somebody asked for it; `undefined` inside means: not shown. */
  display?: Promise<Chunk | undefined>;
}

const HIDDEN = Promise.resolve(undefined);

/** An entry; a hidden one is no screen's. */
export function logEntry(
  chunk: Chunk,
  source: ProjectionSource | undefined,
  hidden: boolean,
): LogEntry {
  if (hidden) return source ? { chunk, source, display: HIDDEN } : { chunk, display: HIDDEN };
  return source ? { chunk, source } : { chunk };
}

/**
 * A chunk of a sub-agent's run, as the run above carries it: as output of the call there. Screens may
 * look after an abort, so no signal is kept with it.
 */
export function nestEntry(
  source: ProjectionSource,
  entry: LogEntry,
  { logger, decisionTimeoutMs }: ProjectionRuntime,
): LogEntry {
  const { runId, toolCallId, toolName } = source;
  const payload = { toolCallId, toolName, output: entry.chunk };
  const chunk = { type: 'tool-output', runId, from: 'AGENT', payload } as const;
  return { chunk, source, nested: { entry, runtime: { logger, decisionTimeoutMs } } };
}
