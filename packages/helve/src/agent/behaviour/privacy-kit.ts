import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { collect } from '../../testing/collect.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { RequestContext } from '../../tool/request-context.ts';
import type { Tool } from '../../tool/tool.ts';
import type { ToolContext } from '../../tool/tool-context.ts';
import { Agent } from '../agent.ts';
import type { GenerateOptions } from '../agent-options.ts';
import type { AgentStream } from '../stream/agent-stream.ts';
import { recordingLogger } from './run-kit.ts';

// A tool whose every payload holds a canary, and what tests of privacy find of them where.

/** A raw payload's mark. */
export function canary(place: string): string {
  return `CANARY-${place}`;
}

/** Refuses everything, in words that quote the value, as schema libraries do now and then. */
function quoting<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return schema.superRefine((value, context) => {
    const text = JSON.stringify(value);
    if (text.includes('refuse')) context.addIssue({ code: 'custom', message: `not ${text}` });
  });
}

/** Every transform there is; each shows its phase and nothing else. */
export const everyTransform = {
  input: ({ phase }: { phase: string }) => `shown ${phase}`,
  inputDelta: () => '.',
  progress: () => 'shown progress',
  output: () => 'shown output',
  error: () => 'shown error',
  approval: () => 'shown approval',
  suspend: () => 'shown suspend',
  resume: () => 'shown resume',
};

/** What a model writes for the tool below. */
export const goodInput: { readonly secret: string } = { secret: canary('input') };
export const badInput: { readonly secret: string } = { secret: `${canary('input')} refuse` };

/** A tool that hides everything from everybody and does what `execute` says. */
export function secretive(execute: (context: ToolContext) => unknown, extra: object = {}): Tool {
  const payload = z.object({ secret: z.string() });
  const tool = createTool({
    id: 'secretive',
    inputSchema: quoting(payload),
    outputSchema: quoting(payload),
    suspendSchema: quoting(payload),
    resumeSchema: payload,
    execute: async (_input, context) => execute(context as ToolContext) as { secret: string },
    toModelOutput: () => 'shown to the model',
    transform: { display: everyTransform, transcript: everyTransform },
    ...extra,
  });
  // Tests only run it.
  return tool as unknown as Tool;
}

/** Who may read which canaries: the model wrote the input, and is told the message of an error. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  model: ['input', 'message', 'metadata'],
  store: ['input', 'message', 'metadata'],
};

/** All that can be found in a value, fields that are not enumerable included. */
function textOf(value: unknown, seen: Set<object> = new Set()): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (seen.has(value)) return '';
  seen.add(value);
  const items = value instanceof Map || value instanceof Set ? [...value] : [];
  const fields = Reflect.ownKeys(value).flatMap((key) => [key, Reflect.get(value, key)]);
  return [...items, ...fields].map((field) => textOf(field, seen)).join(' ');
}

function leaks(audience: string, seen: unknown): readonly string[] {
  const places = [...textOf(seen).matchAll(/CANARY-([a-z]+)/g)].map(([, place = '']) => place);
  return [...new Set(places)]
    .filter((place) => !ALLOWED[audience]?.includes(place))
    .map((place) => `${audience} sees ${place}`);
}

/** What came of a run of a secretive tool. */
export interface Watched {
  readonly agent: Agent;
  readonly stream: AgentStream;
  readonly shown: readonly { readonly type: string }[];
  /** Audiences that saw what they must not; read when all is over. */
  findLeaks(): Promise<readonly string[]>;
}

/** Runs an agent whose model calls `tool` with `input`, approves and answers what waits. */
export async function watch(
  tool: Tool,
  input: unknown = goodInput,
  options: GenerateOptions & {
    readonly settings?: object;
    readonly running?: (stream: AgentStream) => Promise<unknown> | undefined;
  } = {},
): Promise<Watched> {
  const { settings, running, ...given } = options;
  const logger = recordingLogger();
  const store = new MemoryStore();
  const providerMetadata = { scripted: { signature: canary('metadata') } };
  const toolCalls = [{ toolName: 'secretive', input, toolCallId: 'c1', providerMetadata }];
  const model = scriptedModel([{ toolCalls }, 'over', 'over again']);
  const agent = new Agent({
    id: 'a',
    model,
    tools: { secretive: tool },
    logger,
    store,
    ...settings,
  });
  const requestContext = new RequestContext({ token: canary('context') });
  const first = await agent.stream('go', { requestContext, ...given });
  const reading = collect(first.displayStream);
  await running?.(first);
  const shown: { readonly type: string }[] = [...(await reading)];
  let last = first;
  for (let [wait] = await waitsOf(last); wait; [wait] = await waitsOf(last)) {
    last =
      wait.kind === 'approval'
        ? await agent.approveToolCall({ ...wait, requestContext })
        : await agent.resumeStream({ secret: canary('resume') }, { ...wait, requestContext });
    shown.push(...(await collect(last.displayStream)));
  }
  const { runId } = first;
  return {
    agent,
    stream: last,
    shown,
    findLeaks: async () => [
      ...leaks('display', [shown, await collect(last.displayStream)]),
      ...leaks('transcript', await agent.listMessages({ runId })),
      ...leaks(
        'model',
        model.requests.map(({ prompt }) => prompt),
      ),
      ...leaks('log', logger.records),
      ...leaks('store', [
        await store.loadRun(runId),
        await store.loadCalls(runId),
        await store.loadMessages(runId),
        await store.loadDecisions(runId),
      ]),
    ],
  };
}

async function waitsOf(
  stream: AgentStream,
): Promise<AgentStream['waiting'] extends Promise<infer W> ? W : never> {
  try {
    return await stream.waiting;
  } catch {
    return [];
  }
}
