import type { Run, RunOutcome } from '../contender.ts';
import type { Task } from '../work/task.ts';

/** What a store of a contender's is opened in. */
export interface StorePlace {
  /** A file that is not there yet. */
  readonly file: string;
  /** A database of PostgreSQL, where there is one. */
  readonly url: string;
  /** A schema of it that is not there yet. */
  readonly schema: string;
}

/** A run that has stopped until somebody approves its last call. */
export interface StoredWait {
  /** Approves, and carries the run to its end. */
  resume(): Promise<RunOutcome>;
  /** The stored messages of the run, where they can be told from the rest. */
  messages?(): Promise<readonly unknown[]>;
}

/** Which waiting runs to list. */
export interface WaitFilter {
  readonly toolName?: string;
  readonly threadId?: string;
}

/** A call that waits, as a list has it. */
export interface ListedCall {
  readonly runId: string;
  readonly toolName: string;
}

/** The list of what waits. */
export interface WaitList {
  /** Adds so many waiting runs to those there are, alike but for what is given. */
  add(count: number, shape: WaitShape): Promise<void>;
  /** The first so many waiting calls. */
  page(limit: number, filter: WaitFilter): Promise<readonly ListedCall[]>;
  /** What a page may be asked by. */
  readonly filters: readonly (keyof WaitFilter)[];
}

/** Runs that wait: each for a call of the task's last tool. */
export interface WaitShape {
  readonly task: Task;
  /** Where the numbers of their threads begin. */
  readonly firstThread: number;
  /** How many runs are on one thread. */
  readonly perThread: number;
}

/** The name of a thread that runs were put on. */
export const threadName = (number: number): string => `thread-${number}`;

/** An agent and the store that it keeps its runs in. */
export interface OpenStore {
  /** A run from its beginning to its end. */
  readonly run: Run<RunOutcome>;
  /** Starts a run that stops at its last call, until that is approved. */
  readonly wait: Run<StoredWait>;
  /** How many bytes all that is stored takes, indexes included. Absent where it is in memory. */
  size?(): Promise<number>;
  /** How many of them the messages take, where they can be told from the rest. */
  messagesSize?(): Promise<number>;
  readonly list?: WaitList;
  /** Lets the database look at how much there is of what, where that does not happen by itself. */
  analyze?(): Promise<void>;
  close(): Promise<void>;
}

/** A library with one of its stores, as its documentation shows it. */
export interface StoreContender {
  readonly engine: 'memory' | 'sqlite' | 'postgres';
  /** Opens a store that is empty, with an agent for the task. */
  open(task: Task, place: StorePlace): Promise<OpenStore>;
  /** What it keeps, and how, in a sentence. */
  readonly does: string;
}
