import type { ChunkRecord, ChunkStore } from './chunk-store.ts';
import type {
  CallRecord,
  CallState,
  DecisionRecord,
  MessageRecord,
  RunRecord,
  RunState,
} from './records.ts';

/**
 * Everything that changes together. A record whose `version` is 0 is created and must not be there
 * yet; any other takes the place of the record that is exactly one version older. Calls, messages
 * and decisions belong to a run that is there already or comes with them, and a record comes at
 * most once.
 */
export interface Transition {
  readonly run?: RunRecord;
  readonly calls?: readonly CallRecord[];
  /** Messages behind the last one there is; positions must follow on. */
  readonly messages?: readonly MessageRecord[];
  readonly decisions?: readonly DecisionRecord[];
  /**
   * Chunks behind the last one in the log of `run`; those that are there already are left as they
   * are. One that would leave a gap is an error, as in `appendChunks`.
   */
  readonly chunks?: readonly ChunkRecord[];
  /** Tells those who watch `run`, as chunks do. */
  readonly tell?: true;
  /**
   * Settled calls whose records go, each at the version that is there. Nothing finds them any more,
   * but within their run their ids stay taken: nobody who was too late can make such a call again.
   */
  readonly forget?: readonly CallReference[];
  /**
   * Claims `run` for its writer, in the same transaction. It is refused with a conflict of the run
   * while somebody else's lease on it has not run out, also where the version is right.
   */
  readonly lease?: Lease;
}

/** One version of a call. */
export type CallReference = Pick<CallRecord, 'runId' | 'toolCallId' | 'version'>;

/** Which calls of a run to load. All that is given must hold. */
export interface CallFilter {
  readonly open?: boolean;
  /** Those that this step made. */
  readonly step?: number;
}

/** Who carries a running run out, and how long others leave it alone. */
export interface Lease {
  /** Names a process, or a part of one: no two may have the same. */
  readonly owner: string;
  /** How long it holds if it is not renewed, in milliseconds. */
  readonly leaseMs: number;
  /**
   * Takes the turn on the run's thread, too, for as long as the lease lasts. The transition is refused
   * with a conflict of the thread while the lease of another run that has taken it has not run out.
   */
  readonly turn?: boolean;
}

/** What came of a transition: all of it, or nothing and the record that stood in the way. */
export type CommitResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly conflict: Conflict };

/**
 * The record that was not what the writer had seen; `current` is absent where there is none. Where
 * several stand in the way, it is any of them.
 */
export type Conflict =
  | { readonly kind: 'run'; readonly runId: string; readonly current?: RunRecord }
  | {
      readonly kind: 'call';
      readonly runId: string;
      readonly toolCallId: string;
      readonly current?: CallRecord;
    }
  | { readonly kind: 'message'; readonly runId: string; readonly position: number }
  /** It is the turn of the run `runId` on the thread. */
  | { readonly kind: 'thread'; readonly threadId: string; readonly runId: string };

/** Which runs to list. All that is given must hold. */
export interface RunFilter {
  readonly agentId?: string;
  readonly threadId?: string;
  readonly resourceId?: string;
  readonly state?: RunState;
  /** Runs with an open call of this tool. */
  readonly toolName?: string;
  /** Created at or after, in milliseconds since 1970. */
  readonly from?: number;
  /** Created before. */
  readonly to?: number;
  /** Running, and nobody's: there is no lease on them, or it has run out. */
  readonly claimable?: true;
}

/** Which waits to list. All that is given must hold. */
export interface ExpiryFilter {
  /** Of runs of one of these agents. */
  readonly agentIds?: readonly string[];
  /** That expire at or after, in milliseconds since 1970. */
  readonly from?: number;
  /** That expire before. */
  readonly to?: number;
}

/** What is old enough to be forgotten; each in milliseconds since 1970. What is absent is kept. */
export interface Retention {
  /** Chunk logs of runs that ended before. */
  readonly chunksBefore?: number;
  /**
   * Runs on no thread that ended before, with all that belongs to them. Those of sub-agents go with
   * the run above them.
   */
  readonly runsBefore?: number;
  /** Threads on which every run ended before. */
  readonly threadsBefore?: number;
}

/** A part of a list; ask again with `cursor` for what follows. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly cursor?: string;
}

/**
 * Where runs, calls, messages, decisions and chunk logs are kept.
 *
 * A store promises: a transition takes place whole or not at all; two writers that saw the same
 * version cannot both succeed, nor two that claim the same run; what `commit` has resolved with is
 * there for every later reader; and a record is never changed in place, so what was read stays as it
 * was read.
 */
export interface Store extends ChunkStore {
  commit(transition: Transition): Promise<CommitResult>;
  loadRun(runId: string): Promise<RunRecord | undefined>;
  loadCall(runId: string, toolCallId: string): Promise<CallRecord | undefined>;
  /** The calls of a run, in the order of step and index; of several runs, one run after the other. */
  loadCalls(runId: string | readonly string[], filter?: CallFilter): Promise<readonly CallRecord[]>;
  /** A run's messages in order, from `position` on. */
  loadMessages(runId: string, position?: number): Promise<readonly MessageRecord[]>;
  /** The messages of all runs on a thread, in the order in which they were committed. */
  loadThread(threadId: string): Promise<readonly MessageRecord[]>;
  loadDecisions(runId: string): Promise<readonly DecisionRecord[]>;
  /**
   * Runs, oldest first. Whoever follows the cursors sees every run once that is there and fits all
   * the while, whatever is added, changed or deleted between pages.
   *
   * `limit` is at least 1; default 100. @throws RangeError for a limit or a cursor that is none.
   */
  listRuns(
    filter: RunFilter,
    page?: { readonly limit?: number; readonly cursor?: string },
  ): Promise<Page<RunRecord>>;
  /**
   * Calls that wait and have an `expiresAt`, the one that expires first in front. Whoever follows the
   * cursors sees every call once that is there and fits all the while.
   *
   * `limit` is at least 1; default 100. @throws RangeError for a limit or a cursor that is none.
   */
  listExpiring(
    filter: ExpiryFilter,
    page?: { readonly limit?: number; readonly cursor?: string },
  ): Promise<Page<CallRecord>>;
  /**
   * Claims a running run that nobody holds: there is no lease on it, it has run out, or it is the
   * owner's own. Gives the run as it is then, or nothing where it cannot be claimed.
   *
   * Where somebody else's lease had run out, the version of the run grows by one, so that whatever the
   * former owner still writes on the run is refused, and the run has no turn on its thread. A run that
   * stops running loses its lease, and with it the turn.
   *
   * @throws RangeError where `leaseMs` is not a number above 0.
   */
  claimRun(runId: string, owner: string, leaseMs: number): Promise<RunRecord | undefined>;
  /**
   * Holds a running run for `leaseMs` more from now on. `false` where the owner does not hold it any
   * more: another has claimed it, or it does not run.
   *
   * @throws RangeError where `leaseMs` is not a number above 0.
   */
  renewRun(runId: string, owner: string, leaseMs: number): Promise<boolean>;
  /** Gives a lease up; nothing happens where the owner does not hold it. */
  releaseRun(runId: string, owner: string): Promise<void>;
  /**
   * Forgets a run and all that belongs to it, the runs of its sub-agents too; nothing happens where
   * it is not there.
   */
  deleteRun(runId: string): Promise<void>;
  /** Forgets a thread: every run on it, and all that belongs to them. */
  deleteThread(threadId: string): Promise<void>;
  /** Forgets whatever belongs to a resource: every run for it, and all that belongs to them. */
  deleteResource(resourceId: string): Promise<void>;
  /** Forgets what is old. A run ended when it was last updated. */
  prune(retention: Retention): Promise<void>;
}

/** A run that has ended, and goes on only if something new happens to it. */
export function hasEnded({ state }: { readonly state: RunState }): boolean {
  return state !== 'running' && state !== 'waiting';
}

/** A call that is not settled. */
export function isOpen(call: { readonly state: CallState }): boolean {
  return call.state !== 'settled';
}
