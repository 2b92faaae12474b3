import type { AnyTool } from 'helve';
import type { AgentOptions, Chunk, GenerateOptions } from 'helve/agent';
import { Agent } from 'helve/agent';
import type { ScriptedModel } from 'helve/testing';
import { scriptedModel } from 'helve/testing';

/** One run of an agent whose model calls a tool once. */
export interface ToolRun {
  readonly agent: Agent;
  readonly model: ScriptedModel;
  readonly runId: string;
  /** What the application sees. */
  readonly chunks: readonly Chunk[];
  /** What screens see. */
  readonly display: readonly Chunk[];
}

/** What an agent logs goes nowhere, unless a test says where. */
export const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Runs an agent whose model calls `tool`, known to it as `theTool`, and then says "Done." */
export async function runTool(
  tool: AnyTool,
  input: unknown,
  options: GenerateOptions & { readonly agent?: Partial<AgentOptions> } = {},
): Promise<ToolRun> {
  const { agent: agentOptions, ...runOptions } = options;
  const model = scriptedModel([
    { toolCalls: [{ toolName: 'theTool', input, toolCallId: 'call-1' }] },
    'Done.',
  ]);
  const agent = new Agent({
    id: 'agent-1',
    model,
    tools: { theTool: tool },
    logger: silent,
    ...agentOptions,
  });
  const stream = await agent.stream('Please.', runOptions);
  const [chunks, display] = await Promise.all([
    readAll(stream.fullStream),
    readAll(stream.displayStream),
  ]);
  return { agent, model, runId: stream.runId, chunks, display };
}

/** All chunks of a stream. */
export async function readAll(stream: AsyncIterable<Chunk>): Promise<readonly Chunk[]> {
  const chunks: Chunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

/** The payload of the first chunk of a type. */
export function payloadOf(chunks: readonly Chunk[], type: Chunk['type']): unknown {
  const chunk = chunks.find((each) => each.type === type);
  if (!chunk) throw new Error(`no "${type}" among ${chunks.map((each) => each.type).join(', ')}`);
  return chunk.payload;
}

/** What the model was told of the tool. */
export function toldTool({ model }: ToolRun): unknown {
  return model.requests[0]?.tools?.[0];
}

/** What the model was given as the call's result. */
export function givenResult({ model }: ToolRun): unknown {
  const message = model.requests[1]?.prompt.at(-1);
  const [part] = Array.isArray(message?.content) ? message.content : [];
  return part?.output;
}
