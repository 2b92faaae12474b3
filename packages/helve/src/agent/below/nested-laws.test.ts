import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import type { ScriptedRequest } from '../../testing/scripted-request.ts';
import { Agent } from '../agent.ts';
import type { AgentStream } from '../stream/agent-stream.ts';
import type { Chunk } from '../stream/chunk.ts';

/** An agent of the tree: how many calls of its own must be approved, and the agents below. */
interface Tree {
  readonly approvals: number;
  readonly below: readonly Tree[];
}

const trees = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.record({
    approvals: fc.nat({ max: 2 }),
    below: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      fc.constant([]),
      fc.array(tie('tree'), { minLength: 1, maxLength: 2 }),
    ),
  }),
})).tree;

/** What people do: which of the waiting calls, how many at once, and whether the process is new. */
const acts = fc.array(
  fc.record({
    pick: fc.nat(),
    atOnce: fc.integer({ min: 1, max: 3 }),
    declines: fc.boolean(),
    restarts: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

const refund = createTool({ id: 'refund', requireApproval: true, execute: async () => 'paid' });
const USAGE = { inputTokens: 1 };

/** Makes the agents anew, as another process would; what each says follows from its prompt. */
function grow({ approvals, below }: Tree, path: string, store: MemoryStore): Agent {
  const agents = below.map((tree, index) => [
    `n${index}`,
    grow(tree, `${path}-${index}`, store),
  ]) as [string, Agent][];
  const toolCalls = [
    ...agents.map(([key]) => ({ toolName: `agent-${key}`, input: { prompt: 'Go.' } })),
    ...Array.from({ length: approvals }, () => ({ toolName: 'refund', input: {} })),
  ].map((call, index) => ({ ...call, toolCallId: `c${index}` }));
  const answer = ({ prompt }: ScriptedRequest) => {
    if (prompt.at(-1)?.role === 'user' && toolCalls.length > 0) return { toolCalls, usage: USAGE };
    checkResults(prompt);
    return { text: `${path} is done.`, usage: USAGE };
  };
  const options = { id: path, tools: { refund }, agents: Object.fromEntries(agents), store };
  return new Agent({ ...options, model: scriptedModel(answer) });
}

/** One result a call, in call order, and none of them provisional. */
function checkResults(prompt: ScriptedRequest['prompt']): void {
  const ids = (role: string) =>
    prompt
      .filter((message) => message.role === role)
      .flatMap(({ content }) => (content as readonly { toolCallId?: string }[]) ?? [])
      .flatMap(({ toolCallId }) => (toolCallId === undefined ? [] : [toolCallId]));
  expect(ids('tool')).toEqual(ids('assistant'));
  expect(JSON.stringify(prompt)).not.toContain('is waiting for');
}

function countOf(tree: Tree): { readonly steps: number; readonly calls: number } {
  const below = tree.below.map(countOf);
  const own = tree.approvals + tree.below.length;
  return {
    steps: below.reduce((sum, { steps }) => sum + steps, own > 0 ? 2 : 1),
    calls: below.reduce((sum, { calls }) => sum + calls, own),
  };
}

/** The ends of all calls, by run and call, at whatever depth they were announced. */
function addEnds(ends: Map<string, number>, chunks: readonly Chunk[]): void {
  for (const { type, runId, payload } of chunks) {
    // What a call of a sub-agent gives out are that agent's chunks.
    if (type === 'tool-output') addEnds(ends, [payload.output as Chunk]);
    else if (type === 'tool-result' || type === 'tool-error' || type === 'tool-output-denied') {
      const key = `${runId} ${payload.toolCallId}`;
      ends.set(key, (ends.get(key) ?? 0) + 1);
    }
  }
}

test('whatever waits below, and however it is decided on, every call ends once and the run at the top ends', async () => {
  const law = fc.asyncProperty(trees, acts, async (tree, script) => {
    const store = new MemoryStore();
    let agent = grow(tree, 'top', store);
    const streams: AgentStream[] = [await agent.stream('Go.')];
    await streams[0]?.result;
    for (let turn = 0; ; turn += 1) {
      const act = script[turn % script.length];
      const [run] = (await agent.listSuspendedRuns()).runs;
      if (!run || !act) break;
      if (act.restarts) agent = grow(tree, 'top', store);
      const start = act.pick % run.waiting.length;
      const chosen = run.waiting.slice(start, start + act.atOnce);
      const decided = await Promise.all(
        chosen.map((wait) =>
          act.declines ? agent.declineToolCall(wait) : agent.approveToolCall(wait),
        ),
      );
      await Promise.all(decided.map((stream) => stream.result));
      streams.push(...decided);
    }
    const { steps, calls } = countOf(tree);
    const results = await Promise.all(streams.map((stream) => stream.result));
    const last = results.find(({ finishReason }) => finishReason === 'stop');
    expect(last).toMatchObject({ text: 'top is done.', usage: { inputTokens: steps } });
    const { items } = await store.listRuns({});
    expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['finished']));
    // Decisions that came together may be on one log, of which each reads what came after it.
    const chunks = new Set<Chunk>();
    for (const stream of streams) for await (const chunk of stream.fullStream) chunks.add(chunk);
    const ends = new Map<string, number>();
    addEnds(ends, [...chunks]);
    expect([...ends.values()]).toEqual(Array.from({ length: calls }, () => 1));
  });
  await fc.assert(law, { numRuns: 40 });
});
