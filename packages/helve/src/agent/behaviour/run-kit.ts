import type { LanguageModel } from '../../model/language-model.ts';
import type { Logger } from '../../tool/logger.ts';
import type { Agent } from '../agent.ts';
import type { AgentInput, GenerateOptions } from '../agent-options.ts';
import type { RunResult } from '../run/run-result.ts';
import type { Chunk } from '../stream/chunk.ts';

/** What tests of runs share: a logger, a model fed by hand, and checks of chunks and histories. */

/** What was logged. */
export interface LogRecord {
  readonly level: keyof Logger;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;
}

/** A logger that keeps everything and prints nothing. */
export function recordingLogger(): Logger & { readonly records: readonly LogRecord[] } {
  const records: LogRecord[] = [];
  const keep =
    (level: keyof Logger): Logger[keyof Logger] =>
    (message, details) =>
      records.push({ level, message, details });
  return {
    records,
    debug: keep('debug'),
    info: keep('info'),
    warn: keep('warn'),
    error: keep('error'),
  };
}

/** A part of a response in spec v4. */
export type FedPart = { readonly type: string } & Readonly<Record<string, unknown>>;

/** A model whose one response the test writes while the run goes on. */
export interface FedModel extends LanguageModel {
  /** Resolves when the model has been asked. */
  readonly asked: Promise<void>;
  feed(...parts: readonly FedPart[]): void;
  /** Ends the response; with an error, the connection broke. */
  end(error?: unknown): void;
}

/** Makes a {@link FedModel}; it can be asked once. */
export function fedModel(): FedModel {
  const queue: (FedPart | { readonly error: unknown } | 'end')[] = [];
  let wake: () => void = () => undefined;
  const add = (...entries: typeof queue): void => {
    queue.push(...entries);
    wake();
  };
  const pull = async (controller: ReadableStreamDefaultController<FedPart>): Promise<void> => {
    if (queue.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const next = queue.shift();
    if (next === 'end') controller.close();
    else if (next && 'type' in next) controller.enqueue(next);
    else controller.error(next?.error);
  };
  let tellAsked: () => void = () => undefined;
  return {
    specificationVersion: 'v4',
    provider: 'fed',
    modelId: 'fed',
    supportedUrls: {},
    asked: new Promise((resolve) => {
      tellAsked = resolve;
    }),
    feed: add,
    end: (error) => add(error === undefined ? 'end' : { error }),
    doGenerate: () => Promise.reject(new Error('a fed model only streams')),
    doStream: async () => {
      tellAsked();
      // Nothing is read ahead, since what was is lost when a stream breaks.
      return { stream: new ReadableStream({ pull }, { highWaterMark: 0 }) };
    },
  };
}

/** The part that ends a response. */
export function finishPart(unified = 'stop'): FedPart {
  return { type: 'finish', finishReason: { unified, raw: unified }, usage: {} };
}

/** The chunks about calls, by call. */
export function chunksByCall(chunks: readonly Chunk[]): ReadonlyMap<string, readonly Chunk[]> {
  const byCall = new Map<string, Chunk[]>();
  for (const chunk of chunks) {
    if (!('toolCallId' in chunk.payload)) continue;
    const { toolCallId } = chunk.payload;
    const own = byCall.get(toolCallId) ?? [];
    byCall.set(toolCallId, own);
    own.push(chunk);
  }
  return byCall;
}

const LETTERS: Readonly<Record<string, string>> = {
  'tool-call-input-streaming-start': 's',
  'tool-call-delta': 'd',
  'tool-call-input-streaming-end': 'e',
  'tool-call': 'c',
  'tool-call-approval': 'a',
  'tool-output': 'o',
  'tool-call-suspended': 'u',
  'tool-call-resumed': 'r',
  'tool-result': 'T',
  'tool-error': 'T',
  'tool-output-denied': 'T',
};

/** An input that never became a call, or a call through its waits; one terminal chunk in the end. */
const ENDED = /^sd*(e?T|eca?o*(uro*)*u?T)$/;

/**
 * What is wrong with the chunks of a run whose calls have all ended: each has its chunks in order,
 * and exactly one terminal chunk, the last.
 */
export function chunkProblems(chunks: readonly Chunk[]): readonly string[] {
  const problems: string[] = [];
  for (const [toolCallId, own] of chunksByCall(chunks)) {
    const word = own.map(({ type }) => LETTERS[type] ?? '?').join('');
    if (!ENDED.test(word)) problems.push(`${toolCallId}: ${own.map(({ type }) => type).join(' ')}`);
  }
  return problems;
}

/** A message as a model of spec v4 is given it. */
export interface PromptMessage {
  readonly role: string;
  readonly content: unknown;
}

/**
 * What a provider would refuse in a prompt: every call has one result, in call order, in the tool
 * message right behind it, and no result stands alone.
 */
export function promptProblems(prompt: readonly PromptMessage[]): readonly string[] {
  const problems: string[] = [];
  prompt.forEach((message, index) => {
    const next = prompt[index + 1];
    const results = next?.role === 'tool' ? idsOf(next, 'tool-result') : [];
    const calls = message.role === 'assistant' ? idsOf(message, 'tool-call') : [];
    const awaited = next?.role === 'tool' || calls.length > 0;
    if (awaited && calls.join() !== results.join()) {
      problems.push(`message ${index}: calls ${calls.join()} and results ${results.join()}`);
    }
  });
  if (prompt[0]?.role === 'tool') problems.push('the prompt begins with results');
  return problems;
}

function idsOf({ content }: PromptMessage, type: string): readonly string[] {
  if (!Array.isArray(content)) return [];
  return content
    .filter((part) => part.type === type && part.providerExecuted !== true)
    .map((part) => String(part.toolCallId));
}

/** Both ways to run an agent, for behaviour that must not depend on which is used. */
export const RUN_MODES: readonly {
  readonly mode: string;
  readonly run: (agent: Agent, input?: AgentInput, options?: GenerateOptions) => Promise<RunResult>;
}[] = [
  {
    mode: 'generate()',
    run: (agent, input = 'go', options) => agent.generate(input, options),
  },
  {
    mode: 'stream()',
    run: async (agent, input = 'go', options) => (await agent.stream(input, options)).result,
  },
];

/** What a request tells the model a call came to, by call. */
export function resultsIn(prompt: readonly PromptMessage[]): Readonly<Record<string, unknown>> {
  const parts = prompt.flatMap(({ role, content }) =>
    role === 'tool' && Array.isArray(content) ? content : [],
  );
  return Object.fromEntries(parts.map(({ toolCallId, output }) => [toolCallId, output]));
}
