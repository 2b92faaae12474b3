import type { Task, ToolSpec } from './work/task.ts';

/** What came of a run. */
export interface RunOutcome {
  readonly text: string;
}

/** What came of a run that was read while it went on. */
export interface StreamOutcome extends RunOutcome {
  /** Pieces of text or of arguments that the reader was handed. */
  readonly deltas: number;
}

/** What came of a run whose tool input was looked at while it streamed in. */
export interface PartialOutcome extends StreamOutcome {
  /** How often a partial value was looked at. */
  readonly values: number;
  /** How long the text was in the last partial value. */
  readonly lastLength: number;
}

/** A tool called by the program itself. */
export interface DirectTool {
  /** Gives the output, validated; anything else if the input does not fit. */
  call(input: unknown): Promise<unknown>;
  /** Whether what {@link call} gave, or threw, is a refusal. */
  refused(result: unknown): boolean;
}

/** What is kept of a waiting run, as JSON. */
export interface AtRest {
  readonly everything: string;
  /** The messages in it, where they can be told from the rest. */
  readonly transcript?: string;
}

/** A run that has stopped until somebody approves a call. */
export interface WaitingRun {
  /** What is kept of it, as JSON. */
  atRest(): Promise<AtRest>;
  /** Approves, and carries the run to its end. */
  resume(): Promise<RunOutcome>;
}

/** Does one run of a task from its beginning to its end. */
export type Run<Outcome> = () => Promise<Outcome>;

/** The parts of the benchmark that a contender may have no answer to. */
export type Capability = 'direct' | 'generate' | 'stream' | 'readInput' | 'partial' | 'wait';

/** One library, in its best documented use. Everything is set up before the clock runs. */
export interface Contender {
  /** One tool, called by the program itself and validated. */
  readonly direct?: (spec: ToolSpec) => DirectTool;
  /** A run that is awaited as a whole. */
  readonly generate: (task: Task) => Run<RunOutcome>;
  /** A run whose text is read as it comes. */
  readonly stream?: (task: Task) => Run<StreamOutcome>;
  /** A run whose tool input is read as text as it comes. */
  readonly readInput?: (task: Task) => Run<StreamOutcome>;
  /** A run that gives a value of the tool input so far with each piece. */
  readonly partial?: (task: Task) => Run<PartialOutcome>;
  /** Starts a run that stops at its last call, until that is approved. */
  readonly wait?: (task: Task) => Run<WaitingRun>;
  /** Why a capability is not there, in a few words. */
  readonly cannot: Partial<Readonly<Record<Capability, string>>>;
  /** What it does for each capability, and what it does not, in a sentence. */
  readonly does: Readonly<Partial<Record<Capability, string>>>;
}
