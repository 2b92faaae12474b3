import type { AnyTool, McpToolContext, ToolContext } from 'helve';
import { createTool, jsonSchema } from 'helve';
import type { Agent, AgentStream, Waiting } from 'helve/agent';
import { McpCapabilityMissingError } from '../call/capability-missing-error.ts';
import { InvalidMcpServerError } from '../invalid-mcp-server-error.ts';
import { readWait } from './agent-wait.ts';

/** What of an agent a server needs: any `Agent`. */
export type McpAgent = Pick<
  Agent,
  'id' | 'name' | 'description' | 'stream' | 'approveToolCall' | 'declineToolCall' | 'resumeStream'
>;

const inputSchema = jsonSchema<{ readonly prompt: string }>({
  type: 'object',
  properties: {
    prompt: {
      type: 'string',
      minLength: 1,
      description: 'The task, with all that is needed to do it: the agent sees nothing else.',
    },
  },
  required: ['prompt'],
  additionalProperties: false,
});

/** The tools by which clients give work to agents: `{ support }` makes `agent-support`. */
export function agentTools(
  agents: Readonly<Record<string, McpAgent>>,
): Readonly<Record<string, AnyTool>> {
  return Object.fromEntries(
    Object.entries(agents).map(([key, agent]) => {
      if (typeof agent?.stream !== 'function') {
        throw new InvalidMcpServerError(
          `agents.${key} is not an agent. Make it with new Agent({ … }).`,
        );
      }
      return [`agent-${key}`, agentTool(`agent-${key}`, agent)];
    }),
  );
}

function agentTool(toolName: string, agent: McpAgent): AnyTool {
  return createTool({
    id: toolName,
    title: agent.name,
    description: agent.description ?? agent.name,
    inputSchema,
    execute: async ({ prompt }, context) => {
      const { requestContext, abortSignal } = context;
      const stream = await agent.stream(prompt, { requestContext, abortSignal });
      return carryOn(agent, stream, context);
    },
  });
}

/** Asks the client's user for all that the run waits for, until it has an answer. */
async function carryOn(agent: McpAgent, begun: AgentStream, context: ToolContext): Promise<string> {
  let stream = begun;
  for (;;) {
    const shown = await readShown(stream);
    const { waiting, text, finishReason } = await stream.result;
    const [wait] = waiting;
    if (!wait) {
      if (finishReason === 'aborted') throw context.abortSignal.reason;
      if (text === '') throw new Error(`The agent ended without an answer (${finishReason}).`);
      return text;
    }
    stream = await decide(agent, wait, shown.get(keyOf(wait)), context);
  }
}

/** What screens may see of the calls that wait, by call. */
async function readShown(stream: AgentStream): Promise<ReadonlyMap<string, unknown>> {
  const shown = new Map<string, unknown>();
  for await (const { type, payload, runId } of stream.displayStream) {
    if (type === 'tool-call-approval') shown.set(keyOf({ ...payload, runId }), payload.args);
    if (type === 'tool-call-suspended') {
      shown.set(keyOf({ ...payload, runId }), payload.suspendPayload);
    }
  }
  return shown;
}

function keyOf({ runId, toolCallId }: Pick<Waiting, 'runId' | 'toolCallId'>): string {
  return `${runId} ${toolCallId}`;
}

async function decide(
  agent: McpAgent,
  wait: Waiting,
  shown: unknown,
  { mcp, requestContext, abortSignal }: ToolContext,
): Promise<AgentStream> {
  const { runId, toolCallId, waitNumber, kind, toolName } = wait;
  // The client's user answers this question; the call may ask another one by then.
  const options = { runId, toolCallId, waitNumber, requestContext, abortSignal };
  const question = readWait(wait, shown);
  if (!question || !mcp) {
    if (kind === 'provider-approval') {
      throw new Error(`"${toolName}" waits for its model provider to be answered.`);
    }
    const reason = 'this cannot be asked over MCP';
    return agent.declineToolCall({ ...options, reason });
  }
  const answer = await ask(mcp, question).catch(async (error: unknown) => {
    // Nobody will answer any more: the run is not left waiting for them.
    if (abortSignal.aborted) await agent.declineToolCall(options).catch(() => undefined);
    throw error;
  });
  if (answer.action !== 'accept') {
    const { reason } = answer;
    return agent.declineToolCall({ ...options, ...(reason === undefined ? {} : { reason }) });
  }
  if (kind === 'suspension') return agent.resumeStream(question.read(answer.content), options);
  return answer.content?.['approve'] === true
    ? agent.approveToolCall(options)
    : agent.declineToolCall(options);
}

/** A client that cannot be asked declines: the agent goes on without. */
async function ask(
  { elicitation }: McpToolContext,
  question: { readonly message: string; readonly schema: Readonly<Record<string, unknown>> },
): Promise<
  Awaited<ReturnType<McpToolContext['elicitation']['sendRequest']>> & { readonly reason?: string }
> {
  try {
    const { message, schema: requestedSchema } = question;
    return await elicitation.sendRequest({ message, requestedSchema });
  } catch (error) {
    if (!McpCapabilityMissingError.isInstance(error)) throw error;
    return { action: 'cancel', reason: 'the MCP client cannot ask its user' };
  }
}
