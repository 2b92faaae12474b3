import { loadOnce } from '../schema/load-once.ts';
import type { InferOutput, StandardJsonSchema } from '../schema/standard-schema.ts';
import { MemoryStore } from '../store/memory-store.ts';
import { InvalidAgentError } from './agent-errors.ts';
import type { AgentInput, AgentOptions, GenerateOptions, RunOptions } from './agent-options.ts';
import type { AgentCore } from './below/agent-core.ts';
import { readSubAgents } from './below/read-sub-agents.ts';
import { subAgentTools } from './below/sub-agent.ts';
import type { Decision, Resumed } from './decide/decide.ts';
import type {
  ApproveOptions,
  CallMeant,
  ClientResult,
  DeclineOptions,
  ResumeOptions,
} from './decide/decision-options.ts';
import type { DecisionList, ListDecisionsOptions } from './list/list-decisions.ts';
import type { MessagesOf, TranscriptMessage } from './list/list-messages.ts';
import type { ListSuspendedOptions, SuspendedRuns } from './list/list-suspended-runs.ts';
import { readPolicy } from './policy/read-policy.ts';
import type { RecoverOptions, Recovery } from './recover/recover-runs.ts';
import { LeaseKeeper } from './run/lease-keeper.ts';
import type { LiveRuns } from './run/live-runs.ts';
import { liveRuns } from './run/live-runs.ts';
import type { AgentParts } from './run/resolve-config.ts';
import type { Run } from './run/run.ts';
import { leaseMsOf } from './run/run-lease.ts';
import type { RunResult } from './run/run-result.ts';
import { startRun } from './run/start-run.ts';
import type { AgentStream } from './stream/agent-stream.ts';
import { resultAt, streamOf } from './stream/agent-stream.ts';
import type { ObservedStream, ObserveOptions } from './stream/observe-stream.ts';
import { internalTools } from './tools/internal-tools.ts';
import { ThreadQueues } from './turns/thread-queues.ts';
import { whenBusyOf } from './turns/turn-settings.ts';
import { Expiries } from './waits/expiries.ts';
import { checkWaits } from './waits/wait-settings.ts';

const deciding = loadOnce(() => import('./decide/deciding.ts'));
type MakeDecision = (by: typeof import('./decide/deciding.ts')) => Decision;
type DecisionOptions = CallMeant & RunOptions;

/**
 * A model with tools: it answers, calls tools, waits for people where it must, and goes on.
 *
 * @example
 * const agent = new Agent({
 *   id: 'support-desk',
 *   instructions: 'You help the customers of a small shop.',
 *   model: 'openai/gpt-5',
 *   tools: { lookupOrder, refund },
 * });
 * const { text } = await agent.generate('Where is order 1042?');
 */
export class Agent {
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly #core: AgentCore;
  readonly #parts: AgentParts;
  readonly #live: LiveRuns = liveRuns((run) => internalTools(this.#parts, this.#live, run));

  /** @throws InvalidAgentError (`INVALID_AGENT`), saying what to do. */
  constructor(options: AgentOptions) {
    if (typeof options?.id !== 'string' || options.id === '') {
      throw new InvalidAgentError('An agent needs an `id`: new Agent({ id: "support-desk", … }).');
    }
    if (options.model === undefined) {
      throw new InvalidAgentError(
        `Agent "${options.id}" needs a model: model: 'openai/gpt-5', or a language model of the AI SDK.`,
      );
    }
    const { policy, logger = console } = options;
    whenBusyOf(options);
    if (options.waits) checkWaits(options.waits, `agent "${options.id}"`);
    this.id = options.id;
    this.name = options.name ?? options.id;
    this.description = options.description;
    const subAgents = readSubAgents(options, (agent) => (#core in agent ? agent.#core : undefined));
    this.#parts = {
      options,
      store: options.store ?? new MemoryStore(),
      leases: new LeaseKeeper(leaseMsOf(options)),
      logger,
      threads: new ThreadQueues(),
      expiries: new Expiries(async (since) => {
        const { sweep } = await import('./waits/expire-calls.ts');
        return sweep(this.#core, since);
      }, logger),
      policy:
        policy === undefined ? undefined : readPolicy(policy, 'agent', `agent "${options.id}"`),
      adapters: new WeakMap(),
      named: new Map(),
      toolsets: new WeakMap(),
      agentTools: subAgentTools(subAgents, this.#live),
      subAgents: new Map([...subAgents].map(([toolName, { parts }]) => [toolName, parts])),
    };
    this.#core = { parts: this.#parts, live: this.#live, subAgents };
  }

  /**
   * Runs to the end, or until a person is needed.
   *
   * @throws what the provider reported, InvalidAgentError for bad settings, or the abort's reason.
   *
   * @example
   * const result = await agent.generate('Refund order 1042.');
   * for (const { toolName, payload } of result.waiting) console.log(toolName, payload);
   *
   * @example
   * const { object } = await agent.generate('Which city?', { output: z.object({ city: z.string() }) });
   */
  async generate<Output extends StandardJsonSchema = StandardJsonSchema>(
    input: AgentInput,
    options: GenerateOptions & { readonly output?: Output } = {},
  ): Promise<RunResult<InferOutput<Output>>> {
    return this.#finish(await startRun(this.#parts, this.#live, input, options, false));
  }

  /**
   * Starts a run and resolves as soon as it is accepted; read it as it goes on.
   *
   * @throws InvalidAgentError for bad settings.
   *
   * @example
   * const stream = await agent.stream('Where is order 1042?');
   * for await (const text of stream.textStream) process.stdout.write(text);
   */
  async stream<Output extends StandardJsonSchema = StandardJsonSchema>(
    input: AgentInput,
    options: GenerateOptions & { readonly output?: Output } = {},
  ): Promise<AgentStream<InferOutput<Output>>> {
    return streamOf(await startRun(this.#parts, this.#live, input, options, true));
  }

  /**
   * Lets a waiting call run, with its input as it was accepted or with another one.
   *
   * @throws CallNotWaitingError, AlreadyDecidedError, InvalidDecisionError, CallChangedError or
   *   RunNotFoundError. Nothing has changed then, and the call still waits.
   *
   * @example
   * const [wait] = result.waiting;
   * if (wait) await agent.approveToolCall({ ...wait, by: 'ada@example.com' });
   */
  async approveToolCall(options: ApproveOptions): Promise<AgentStream> {
    return this.#decideStream(options, ({ approval }) => approval(options));
  }

  /** Like {@link approveToolCall}, and waits until the run has ended or waits again. */
  async approveToolCallGenerate(options: ApproveOptions): Promise<RunResult> {
    return this.#decideGenerate(options, ({ approval }) => approval(options));
  }

  /**
   * Ends a waiting call without running it, or without answering it. The model is told who declined
   * and why.
   *
   * @throws as {@link approveToolCall} does.
   *
   * @example
   * await agent.declineToolCall({ runId, toolCallId, by: 'ada', reason: 'wrong order' });
   */
  async declineToolCall(options: DeclineOptions): Promise<AgentStream> {
    return this.#decideStream(options, ({ decline }) => decline(options));
  }

  /** Like {@link declineToolCall}, and waits until the run has ended or waits again. */
  async declineToolCallGenerate(options: DeclineOptions): Promise<RunResult> {
    return this.#decideGenerate(options, ({ decline }) => decline(options));
  }

  /**
   * Answers a call that suspended; its tool runs again with `resumeData`.
   *
   * @throws as {@link approveToolCall} does; data that does not fit leaves the call waiting.
   *
   * @example
   * await agent.resumeStream({ address: '12 Elm Street' }, { runId, toolCallId, waitNumber });
   */
  async resumeStream(resumeData: unknown, options: ResumeOptions): Promise<AgentStream> {
    return this.#decideStream(options, ({ answer }) => answer(resumeData, options));
  }

  /** Like {@link resumeStream}, and waits until the run has ended or waits again. */
  async resumeGenerate(resumeData: unknown, options: ResumeOptions): Promise<RunResult> {
    return this.#decideGenerate(options, ({ answer }) => answer(resumeData, options));
  }

  /**
   * Gives the result of a call whose tool has no `execute`: what the client made of it.
   *
   * @throws as {@link approveToolCall} does; an output that does not fit leaves the call waiting.
   *
   * @example
   * await agent.addToolResult({ runId, toolCallId, result: { chosen: 'blue' } });
   */
  async addToolResult(result: ClientResult): Promise<AgentStream> {
    return this.#decideStream(result, ({ clientResult }) => clientResult(result));
  }

  /** Like {@link addToolResult}, and waits until the run has ended or waits again. */
  async addToolResultGenerate(result: ClientResult): Promise<RunResult> {
    return this.#decideGenerate(result, ({ clientResult }) => clientResult(result));
  }

  /**
   * The runs of this agent that wait, oldest first, each with all its waiting calls.
   *
   * @example
   * const { runs } = await agent.listSuspendedRuns({ toolName: 'refund' });
   */
  async listSuspendedRuns(options: ListSuspendedOptions = {}): Promise<SuspendedRuns> {
    const { listSuspendedRuns } = await import('./list/list-suspended-runs.ts');
    return listSuspendedRuns(this.#parts, options);
  }

  /**
   * What was decided on this agent's calls, by whom, when and why: the audit trail. What people were
   * shown is the projection, never the raw payload.
   *
   * @throws RunNotFoundError where this agent has no such run.
   *
   * @example
   * const { decisions } = await agent.listDecisions({ threadId: 'ticket-7' });
   */
  async listDecisions(options: ListDecisionsOptions = {}): Promise<DecisionList> {
    const { listDecisions } = await import('./list/list-decisions.ts');
    return listDecisions(this.#core, options);
  }

  /**
   * Takes over runs whose process died, from what they had committed last. Call it when a process
   * starts, and from time to time. A tool that was running runs again only if it says that this is
   * safe (`readOnlyHint`, `idempotentHint`); else the model is told that the outcome of its call is
   * unknown. Runs that wait go on waiting.
   *
   * @throws InvalidAgentError for options that cannot be. What stands in the way of one run is in
   *   `failed`, and leaves it as it is.
   *
   * @example
   * const { resumed, failed } = await agent.recover();
   * for (const { runId, error } of failed) console.error(runId, error);
   */
  async recover(options: RecoverOptions = {}): Promise<Recovery> {
    const { recoverRuns } = await import('./recover/recover-runs.ts');
    return recoverRuns(this.#core, options);
  }

  /**
   * The transcript of a run or of a thread, as its user may see it: projections only.
   *
   * @throws RunNotFoundError where this agent has no such run.
   *
   * @example
   * const messages = await agent.listMessages({ threadId: 'ticket-7' });
   */
  async listMessages(of: MessagesOf): Promise<readonly TranscriptMessage[]> {
    const { listMessages } = await import('./list/list-messages.ts');
    return listMessages(this.#parts, of);
  }

  /**
   * Joins the stream of a run, from whichever process: what screens may see of it, from chunk `from`
   * on, until the run has ended or waits. It goes on where another process takes the run over.
   *
   * @throws RunNotFoundError, or StreamNotStoredError where the run is not live here and its stream is
   *   not in the store; reading rejects with it where a part of the stream is missing.
   *
   * @example
   * const { numberedStream } = await agent.observeStream({ runId, from: lastSeen + 1 });
   * for await (const { number, chunk } of numberedStream) send(number, chunk);
   */
  async observeStream(options: ObserveOptions): Promise<ObservedStream> {
    const { observeStream } = await import('./stream/observe-stream.ts');
    return observeStream(this.#core, options);
  }

  async #finish<Answer>(run: Run): Promise<RunResult<Answer>> {
    const result = resultAt<Answer>(run, await run.ended);
    // Who awaits a result expects an abort as a rejection, as everywhere on the platform.
    if (result.finishReason === 'aborted') throw run.config.abortSignal?.reason;
    return result;
  }

  async #decide(on: DecisionOptions, make: MakeDecision, streaming: boolean): Promise<Resumed> {
    const by = await deciding();
    return by.decideWhenFree(this.#core, on, make(by), on, streaming);
  }

  async #decideStream(options: DecisionOptions, decision: MakeDecision): Promise<AgentStream> {
    const { run, start } = await this.#decide(options, decision, true);
    return streamOf(run, start);
  }

  async #decideGenerate(options: DecisionOptions, decision: MakeDecision): Promise<RunResult> {
    const { run } = await this.#decide(options, decision, false);
    return this.#finish(run);
  }
}
