import { RequestContext } from 'helve';
import type { RunOptions } from 'helve/agent';
import { Agent } from 'helve/agent';
import type { Store } from 'helve/store';
import type { ScriptedResponse } from 'helve/testing';
import { collect, scriptedModel } from 'helve/testing';
import { deskTools } from './desk-tools.ts';

/** All that a process has to know to have the same agent as another. */
export interface DeskPlan {
  /** Where the runs are: a file of SQLite, or a schema of PostgreSQL. */
  readonly store: string;
  /** The file where tools write down that they ran. */
  readonly effects: string;
  /** What the model answers: the first item where it has not answered yet, and so on. */
  readonly script: readonly ScriptedResponse[];
  /** Names of the agent's tools; all, where it does not say. */
  readonly tools?: readonly string[];
}

/** What a process is asked to do at a desk. */
export type Act =
  | { readonly do: 'start'; readonly input: string | readonly object[]; readonly run?: RunRules }
  | {
      readonly do: 'approve';
      readonly call: CallOf;
      readonly input?: unknown;
      readonly by?: string;
      readonly run?: RunRules;
    }
  | {
      readonly do: 'decline';
      readonly call: CallOf;
      readonly by?: string;
      readonly reason?: string;
    }
  | {
      readonly do: 'resume';
      readonly call: CallOf;
      readonly data: unknown;
      readonly by?: string;
      readonly run?: RunRules;
    }
  | { readonly do: 'list' }
  | { readonly do: 'transcript' }
  | { readonly do: 'decisions' };

interface CallOf {
  readonly runId: string;
  readonly toolCallId: string;
  readonly waitNumber?: number | undefined;
}

/** What belongs to a run only, and is not stored. */
export interface RunRules {
  readonly approveAll?: boolean;
  readonly toolset?: readonly string[];
  readonly activeTools?: readonly string[];
  readonly context?: Readonly<Record<string, string>>;
}

/** Does it, and says what came of it in JSON. */
export async function act(store: Store, plan: DeskPlan, order: Act): Promise<unknown> {
  const all = deskTools(plan.effects);
  const named = Object.entries(all).filter(([name]) => plan.tools?.includes(name) ?? true);
  const agent = new Agent({
    id: 'desk',
    model: scriptedModel(({ prompt }) => {
      const answered = prompt.filter(({ role }) => role === 'assistant').length;
      const response = plan.script[answered];
      if (response === undefined) throw new Error(`The script has no answer number ${answered}.`);
      return response;
    }),
    tools: Object.fromEntries(named),
    store,
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const options = 'run' in order ? optionsOf(order.run, all) : {};
  switch (order.do) {
    case 'start':
      return outcome(
        await agent.stream(order.input as string, { ...options, memory: { thread: 'thread-1' } }),
      );
    case 'approve': {
      const { call, input, by } = order;
      const changes = { ...(input === undefined ? {} : { input }), ...(by ? { by } : {}) };
      return outcome(await agent.approveToolCall({ ...call, ...changes, ...options }));
    }
    case 'decline': {
      const { call, by, reason } = order;
      return outcome(
        await agent.declineToolCall({
          ...call,
          ...(by ? { by } : {}),
          ...(reason ? { reason } : {}),
        }),
      );
    }
    case 'resume': {
      const { call, data, by } = order;
      return outcome(
        await agent.resumeStream(data, { ...call, ...(by ? { by } : {}), ...options }),
      );
    }
    case 'list':
      return (await agent.listSuspendedRuns()).runs;
    case 'transcript':
      return agent.listMessages({ threadId: 'thread-1' });
    case 'decisions':
      return (await agent.listDecisions({ threadId: 'thread-1' })).decisions;
  }
}

function optionsOf(
  { approveAll, toolset, activeTools, context }: RunRules = {},
  all: ReturnType<typeof deskTools>,
): RunOptions {
  const extra = Object.entries(all).filter(([name]) => toolset?.includes(name));
  return {
    ...(approveAll ? { requireToolApproval: true } : {}),
    ...(toolset ? { toolsets: { extra: { tools: Object.fromEntries(extra) } } } : {}),
    ...(activeTools ? { activeTools } : {}),
    ...(context ? { requestContext: new RequestContext(context) } : {}),
  };
}

type Streamed = Awaited<ReturnType<Agent['stream']>>;

/** A run to where it ends or waits. */
async function outcome(stream: Streamed): Promise<Outcome> {
  const chunks = await collect(stream.displayStream);
  const { runId, text, finishReason, waiting, toolResults, usage, messages } = await stream.result;
  return {
    runId,
    text,
    finishReason,
    waiting: waiting.map(({ kind, toolCallId, waitNumber, toolName, payload, schema }) => ({
      kind,
      runId,
      toolCallId,
      waitNumber,
      toolName,
      payload,
      schema,
    })),
    results: toolResults.map((result) =>
      result.kind === 'error' ? { ...result, error: String(result.error) } : result,
    ),
    usage,
    messages,
    chunks: chunks.map(({ type }) => type),
  };
}

/** What a run came to, as another process can be told of it. */
export interface Outcome {
  readonly runId: string;
  readonly text: string;
  readonly finishReason: string;
  readonly waiting: readonly (CallOf & {
    readonly kind: string;
    readonly toolName: string;
    readonly payload: unknown;
    readonly schema: unknown;
  })[];
  readonly results: readonly object[];
  readonly usage: { readonly totalTokens?: number | undefined };
  readonly messages: readonly object[];
  readonly chunks: readonly string[];
}
