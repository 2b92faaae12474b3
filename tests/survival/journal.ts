import { appendFileSync, closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { CallRecord, DecisionRecord, MessageRecord } from 'helve/store';
import type { DecisionTry } from './make-decision.ts';

interface OfCall {
  readonly runId: string;
  readonly toolCallId: string;
}

/** One begun execution of a tool. */
export interface Execution extends OfCall {
  readonly toolName: string;
  readonly attempt: number;
  readonly idempotencyKey: string;
  /** It was given an answer. */
  readonly resumed: boolean;
  /** Tells it from every other. */
  readonly nonce: string;
}

/** What a process says of what it does. */
export type Fact =
  /** An API call that begins a run has resolved. */
  | { readonly kind: 'accepted'; readonly runId: string }
  /** The store has confirmed a transition. */
  | {
      readonly kind: 'committed';
      readonly run?: { readonly runId: string; readonly version: number };
      readonly calls: readonly (OfCall & {
        readonly version: number;
        /** What the model is to be told, of a call that has settled. */
        readonly result?: CallRecord['result'];
      })[];
      readonly messages: readonly MessageRecord[];
      readonly decisions: readonly DecisionRecord[];
    }
  | ({ readonly kind: 'began' | 'effect' | 'returned' } & Execution)
  /** A model was asked; the problems are what a provider would refuse. */
  | { readonly kind: 'asked'; readonly name: string; readonly problems: readonly string[] }
  | ({ readonly kind: 'decided' } & DecisionTry)
  | ({ readonly kind: 'refused'; readonly code: string; readonly message: string } & DecisionTry)
  /** A run was claimed whose lease had run out; then it goes on here. */
  | { readonly kind: 'claimed' | 'recovered'; readonly runId: string }
  /** Something was refused, or a run was given up here. */
  | {
      readonly kind: 'failed';
      readonly what: 'start' | 'run' | 'recover' | 'list';
      readonly runId?: string;
      readonly code: string;
      readonly message: string;
    }
  /** An error that nobody caught. */
  | { readonly kind: 'unhandled'; readonly message: string }
  /** Said by whoever watches: the process was ended, or stopped for a while. */
  | { readonly kind: 'killed' | 'frozen' };

/** A fact, with the life of the process it is from, and when it was, in milliseconds since 1970. */
export type Entry = Fact & { readonly life: number; readonly at: number };

/**
 * Writes down what a process does. Several processes share the file; what was written is there
 * whenever the process is killed.
 */
export class Journal {
  readonly life: number;
  readonly #file: number;
  #dieAt: number;
  #instants = 0;

  /** With `dieAt` the process kills itself at that instant: in the very middle of its work. */
  constructor(path: string, life: number, dieAt: number = Number.POSITIVE_INFINITY) {
    this.life = life;
    this.#file = openSync(path, 'a');
    this.#dieAt = dieAt;
  }

  /** The process may be killed at any instant; at these it may be made to. */
  instant(): void {
    this.#instants += 1;
    if (this.#instants === this.#dieAt) process.kill(process.pid, 'SIGKILL');
  }

  write(fact: Fact): void {
    const entry: Entry = { ...fact, life: this.life, at: Date.now() };
    // a line that was cut off ends where the next one begins
    writeSync(this.#file, `\n${JSON.stringify(entry)}\n`);
    // what a tool did to the world outlasts the machine, too
    if (fact.kind === 'effect') fsyncSync(this.#file);
    this.instant();
  }

  close(): void {
    this.#dieAt = Number.POSITIVE_INFINITY;
    closeSync(this.#file);
  }
}

/** Adds an entry about a process that cannot do so itself. */
export function note(path: string, fact: Fact, life: number): void {
  appendFileSync(path, `\n${JSON.stringify({ ...fact, life, at: Date.now() })}\n`);
}

/** Everything that was written, in order. A line that a kill has cut off is left out. */
export function readJournal(path: string): readonly Entry[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line === '') return [];
      try {
        // written by `write` or `note`
        return [JSON.parse(line) as Entry];
      } catch {
        return [];
      }
    });
}
