import type { ToolObserve } from '../tool/tool-context.ts';
import type { Resumption } from './call.ts';

/** What one execution adds to what the runtime knows. */
export interface ExecutionParts {
  readonly suspend: (payload?: unknown) => Promise<never>;
  readonly observe: ToolObserve;
  readonly resumption: Resumption | undefined;
  /** Aborted when the run is, or when the tool's time is over. */
  readonly abortSignal: AbortSignal | undefined;
  /** Whether the call has ended: what a tool writes then comes too late, and is dropped. */
  readonly isOver: () => boolean;
}
