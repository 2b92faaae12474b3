import type { Logger } from 'helve';
import type { AgentOptions, LanguageModel, ToolRecord } from 'helve/agent';
import { Agent } from 'helve/agent';
import type { RecordedCall, RecordedCalls } from './recorded-calls.ts';
import type { Execute, ToolExtras } from './recorded-tools.ts';
import { recordedTools } from './recorded-tools.ts';
import { providerOf, recording } from './recording.ts';
import type { RecordingServer, ServedResponse } from './serve-recording.ts';
import { serveRecording } from './serve-recording.ts';
import { textAnswer } from './text-answer.ts';
import { wireModel } from './wire-model.ts';

export const QUESTION = 'What is the weather?';
export const ANSWER = 'It is sunny.';

/** Runs that fail are what many tests are about, and no news to whoever runs them. */
const silent: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** What a test wants otherwise than usual. */
export interface WireAgentOptions {
  /** What is served, in this order. Default: the recording, then a text. */
  readonly responses?: readonly ServedResponse[];
  /** The names of the tools. Default: those that the recording calls. */
  readonly toolNames?: readonly string[];
  /** What the tools do; `client` leaves them to the client. Default: `result number 0`, `1`, … */
  readonly execute?: Execute | 'client';
  readonly toolExtras?: ToolExtras;
  readonly agent?: Partial<AgentOptions>;
  /** Default: the provider's adapter of spec version v4. */
  readonly makeModel?: (baseURL: string) => LanguageModel;
}

/** An agent whose model says what was recorded. */
export interface WireAgent extends AsyncDisposable {
  readonly agent: Agent;
  readonly options: AgentOptions;
  readonly server: RecordingServer;
  /** The calls that ran, in the order in which they began. */
  readonly executed: readonly RecordedCall[];
}

/**
 * Sets an agent on a recording: its real adapter, a server on this machine, and the tools that the
 * recording calls.
 *
 * @example
 * ```ts
 * await using wire = await wireAgent(recordedCalls('google/tool-call'));
 * await (await wire.agent.stream(QUESTION)).text;
 * expect(wire.executed).toEqual([…]);
 * ```
 */
export async function wireAgent(
  recorded: RecordedCalls,
  given: WireAgentOptions = {},
): Promise<WireAgent> {
  const provider = providerOf(recorded.name);
  const responses = given.responses ?? [recording(recorded.name), textAnswer(provider, ANSWER)];
  const server = await serveRecording(responses);
  const executed: RecordedCall[] = [];
  const run = given.execute ?? (() => `result number ${executed.length - 1}`);
  const execute: Execute = (call, context) => {
    executed.push(call);
    return run === 'client' ? undefined : run(call, context);
  };
  const names = given.toolNames ?? ownCalls(recorded).map(({ toolName }) => toolName);
  const tools: ToolRecord = {
    ...recordedTools(names, run === 'client' ? undefined : execute, given.toolExtras),
    ...recorded.providerTools,
  };
  const model = given.makeModel?.(server.url) ?? wireModel(provider, server.url);
  const options: AgentOptions = { id: 'wire', model, tools, logger: silent, ...given.agent };
  return {
    agent: new Agent(options),
    options,
    server,
    executed,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** The calls of a recording that are the application's to carry out. */
export function ownCalls({ calls }: RecordedCalls): readonly RecordedCall[] {
  return calls.filter(({ providerExecuted }) => !providerExecuted);
}
