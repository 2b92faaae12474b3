import type { ModelMessage } from '../../tool/message.ts';

/** Where a live run starts from: from nothing, or from what the store has of it. */
export interface RunStart {
  readonly history: ModelMessage[];
  readonly added: ModelMessage[];
  readonly committed: number;
  readonly resultsPlace?: number | undefined;
  readonly usedIds: Set<string>;
  readonly callCount?: number;
  readonly discovered?: readonly string[];
  readonly asleep: boolean;
}
