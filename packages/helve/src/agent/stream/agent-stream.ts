import type { Usage } from '../../model/model-part.ts';
import type { ModelMessage } from '../../tool/message.ts';
import type { Run } from '../run/run.ts';
import type {
  RunEnd,
  RunResult,
  StepResult,
  ToolCallEntry,
  ToolResultEntry,
  Waiting,
} from '../run/run-result.ts';
import { summarizeRun } from '../run/summarize-run.ts';
import type { Chunk, FinishReason } from './chunk.ts';
import { displayOf } from './display-chunk.ts';
import { select } from './select.ts';

/**
 * A run, while it goes on. Streams may be read any number of times, from the beginning, early or
 * late; a run that nobody reads completes all the same. The promises resolve when the run has ended
 * or waits, and reject where it failed.
 *
 * @example
 * const stream = await agent.stream('Where is order 1042?');
 * for await (const text of stream.textStream) process.stdout.write(text);
 * for (const wait of await stream.waiting) console.log(wait.toolName, wait.payload);
 */
export interface AgentStream<Answer = unknown> {
  readonly runId: string;
  /** Every chunk, raw: for the application. */
  readonly fullStream: AsyncIterable<Chunk>;
  /** Every chunk in the form that screens may see: for people. */
  readonly displayStream: AsyncIterable<Chunk>;
  /** The text alone. */
  readonly textStream: AsyncIterable<string>;
  readonly text: Promise<string>;
  readonly object: Promise<Answer | undefined>;
  readonly toolCalls: Promise<readonly ToolCallEntry[]>;
  readonly toolResults: Promise<readonly ToolResultEntry[]>;
  readonly finishReason: Promise<FinishReason>;
  readonly usage: Promise<Usage>;
  readonly steps: Promise<readonly StepResult[]>;
  readonly messages: Promise<readonly ModelMessage[]>;
  readonly waiting: Promise<readonly Waiting[]>;
  /** All of the above at once. */
  readonly result: Promise<RunResult<Answer>>;
}

/** A view on a run from chunk `start` of its log on. */
export function streamOf<Answer>(run: Run, start = 0): AgentStream<Answer> {
  const { runId, config } = run;
  const log = run.openLog();
  const { logger, decisionTimeoutMs } = config;
  const result = (): Promise<RunResult<Answer>> => resultOf<Answer>(run);
  return {
    runId,
    fullStream: select(log.read(start), ({ chunk }) => chunk),
    displayStream: select(log.read(start), (entry) =>
      displayOf(entry, { logger, decisionTimeoutMs }),
    ),
    textStream: select(log.read(start), ({ chunk }) =>
      chunk.type === 'text-delta' ? chunk.payload.text : undefined,
    ),
    get text() {
      return result().then(({ text }) => text);
    },
    get object() {
      return result().then(({ object }) => object);
    },
    get toolCalls() {
      return result().then(({ toolCalls }) => toolCalls);
    },
    get toolResults() {
      return result().then(({ toolResults }) => toolResults);
    },
    get finishReason() {
      return result().then(({ finishReason }) => finishReason);
    },
    get usage() {
      return result().then(({ usage }) => usage);
    },
    get steps() {
      return result().then(({ steps }) => steps);
    },
    get messages() {
      return result().then(({ messages }) => messages);
    },
    get waiting() {
      return result().then(({ waiting }) => waiting);
    },
    get result() {
      return result();
    },
  };
}

/** What the run came to. Made only for those who ask, so that nobody's failure goes unhandled. */
export async function resultOf<Answer>(run: Run): Promise<RunResult<Answer>> {
  return resultAt(run, await run.ended);
}

/** What a run came to that ended so. @throws what it failed with. */
export function resultAt<Answer>(run: Run, end: RunEnd): RunResult<Answer> {
  if (!end.ok) throw end.error;
  // The object was parsed by the schema that the caller's type is taken from.
  return summarizeRun(run, end) as RunResult<Answer>;
}
