import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import type { ScriptedModel } from '../../testing/scripted-model.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import type { ScriptedPart, ScriptedResponse } from '../../testing/scripted-response.ts';
import { Agent } from '../agent.ts';
import type { RunResult, Waiting } from '../run/run-result.ts';
import type { AgentStream } from '../stream/agent-stream.ts';
import type { Chunk } from '../stream/chunk.ts';
import { chunkProblems, promptProblems, recordingLogger } from './run-kit.ts';

// Whatever a model writes, whatever tools do and whenever the run is aborted or decided upon: every
// call ends once, the model's history is valid, and nothing runs without right.

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const TOOLS = [
  'works',
  'reads',
  'fails',
  'lies',
  'hangs',
  'asks',
  'suspends',
  'inactive',
  'unknown',
] as const;
type ToolName = (typeof TOOLS)[number];

interface CallScript {
  readonly kind: 'call';
  readonly tool: ToolName;
  readonly input: 'valid' | 'invalid' | 'malformed' | 'none';
  readonly form: 'streamed' | 'at once' | 'without an end' | 'renamed';
  readonly id: 'new' | 'empty' | 'used';
}

type Item =
  | CallScript
  | { readonly kind: 'abandoned'; readonly tool: ToolName }
  | { readonly kind: 'text' };

interface StepScript {
  readonly items: readonly Item[];
  readonly ending: 'tool-calls' | 'stop' | 'length' | 'content-filter' | 'error' | 'breaks off';
}

const tool = fc.constantFrom(...TOOLS);
const item: fc.Arbitrary<Item> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      tool,
      input: fc.constantFrom('valid', 'valid', 'valid', 'invalid', 'malformed', 'none'),
      form: fc.constantFrom('streamed', 'at once', 'without an end', 'renamed'),
      id: fc.constantFrom('new', 'new', 'empty', 'used'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('abandoned' as const), tool }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'text' as const }) },
);
const script = fc.array(
  fc.record<StepScript>({
    items: fc.array(item, { maxLength: 5 }),
    ending: fc.oneof(
      { weight: 5, arbitrary: fc.constant('tool-calls' as const) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('stop', 'length', 'content-filter', 'error', 'breaks off'),
      },
    ),
  }),
  { minLength: 1, maxLength: 3 },
);
const abort = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ at: 'never' } as const) },
  { weight: 1, arbitrary: fc.constant({ at: 'the start' } as const) },
  {
    weight: 3,
    arbitrary: fc.record({ at: fc.constant('chunk' as const), n: fc.nat({ max: 60 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ at: fc.constant('execution' as const), n: fc.nat({ max: 4 }) }),
  },
);
/** Which of the waiting calls is decided next, and how. */
const decisions = fc.infiniteStream(fc.record({ which: fc.nat(), agrees: fc.boolean() }));

interface Written {
  readonly response: ScriptedResponse;
  /** The numbers of the calls that may run. */
  readonly mayRun: ReadonlySet<number>;
}

/** Writes a response; every call has a number of its own as input. */
function write({ items, ending }: StepScript, step: number): Written {
  const parts: ScriptedPart[] = [];
  const mayRun = new Set<number>();
  const endsWell = ending === 'tool-calls' || ending === 'stop';
  items.forEach((made, index) => {
    const n = step * 100 + index;
    if (made.kind === 'text') parts.push({ type: 'text-delta', id: `t${n}`, delta: 'well' });
    else if (made.kind === 'abandoned') {
      const id = `abandoned ${n}`;
      parts.push({ type: 'tool-input-start', id, toolName: made.tool });
      parts.push({ type: 'tool-input-delta', id, delta: `{"n":${n}}` });
    } else {
      parts.push(...callParts(made, n));
      const isReal = made.tool !== 'inactive' && made.tool !== 'unknown';
      if (made.input === 'valid' && isReal && (endsWell || made.tool === 'reads')) mayRun.add(n);
    }
  });
  const response =
    ending === 'breaks off'
      ? { parts, error: new Error('overloaded') }
      : { parts, finishReason: ending };
  return { response, mayRun };
}

function callParts({ tool: toolName, input, form, id }: CallScript, n: number): ScriptedPart[] {
  const toolCallId = { new: `call ${n}`, empty: '', used: 'used' }[id];
  const text = {
    valid: `{"n":${n}}`,
    invalid: `{"n":"x${n}"}`,
    malformed: `{"n":${n}`,
    none: '',
  }[input];
  const call = { type: 'tool-call', toolCallId, toolName, input: text };
  if (form === 'at once') return [call];
  const started = form === 'renamed' ? 'works' : toolName;
  const deltas = text === '' ? [] : [text.slice(0, 3), text.slice(3)];
  return [
    { type: 'tool-input-start', id: toolCallId, toolName: started },
    ...deltas.map((delta) => ({ type: 'tool-input-delta', id: toolCallId, delta })),
    ...(form === 'without an end' ? [] : [{ type: 'tool-input-end', id: toolCallId }]),
    call,
  ];
}

/** The tools, and the numbers of the calls that they ran for. */
function makeTools(onExecution: () => void) {
  const ran: number[] = [];
  const inputSchema = z.object({ n: z.number() });
  const common = { inputSchema, timeoutMs: 60_000, onInputAvailable: () => undefined };
  const run = (n: number): void => {
    ran.push(n);
    onExecution();
  };
  const make = (id: string, rest: object, result: (n: number) => unknown = (n) => ({ n })) =>
    createTool({
      id,
      ...common,
      execute: async ({ n }) => {
        run(n);
        return (await result(n)) as object;
      },
      ...rest,
    });
  const tools = {
    works: make('works', {}),
    reads: make('reads', { mcp: { annotations: { readOnlyHint: true } } }),
    fails: make('fails', {}, (n) => Promise.reject(new Error(`no ${n}`))),
    lies: make('lies', { outputSchema: z.object({ n: z.string() }) }),
    hangs: make('hangs', {}, () => Promise.withResolvers().promise),
    asks: make('asks', { requireApproval: true }),
    suspends: createTool({
      id: 'suspends',
      ...common,
      execute: async ({ n }, { resumeData, suspend, writer }) => {
        await writer.write('half');
        if (resumeData === undefined) return suspend({ n });
        run(n);
        return { n };
      },
    }),
    inactive: make('inactive', {}),
  };
  return { tools, ran };
}

/** Waits for a promise; whenever nothing but the clock can go on, the clock does. */
async function settled<T>(promise: Promise<T>): Promise<T | undefined> {
  let over = false;
  const done = promise
    .catch(() => undefined)
    .finally(() => {
      over = true;
    });
  for (let round = 0; !over; round += 1) {
    if (round > 100_000) throw new Error('the run does not end');
    // what Node does on its other threads takes turns of its own
    await new Promise((resolve) => setImmediate(resolve));
    if (vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync();
  }
  return done;
}

/** Nothing here is left to a client. */
function kindOf({ kind }: Waiting): 'approval' | 'suspension' {
  return kind === 'approval' ? 'approval' : 'suspension';
}

interface Trial {
  readonly chunks: readonly Chunk[];
  readonly model: ScriptedModel;
  readonly ran: readonly number[];
  readonly mayRun: ReadonlySet<number>;
  readonly stillOpen: number;
}

async function tryOut(
  steps: readonly StepScript[],
  abortAt: { readonly at: string; readonly n?: number },
  decide: Iterator<{ readonly which: number; readonly agrees: boolean }>,
  streaming: boolean,
): Promise<Trial> {
  const controller = new AbortController();
  let left = abortAt.n ?? 0;
  const count = (moment: string): void => {
    if (abortAt.at === moment && left-- === 0) controller.abort(new Error('enough'));
  };
  count('the start');
  const written = steps.map(write);
  const model = scriptedModel([...written.map(({ response }) => response), 'over']);
  const { tools, ran } = makeTools(() => count('execution'));
  const activeTools = Object.keys(tools).filter((name) => name !== 'inactive');
  const agent = new Agent({ id: 'a', model, tools, logger: recordingLogger() });
  const chunks: Chunk[] = [];
  const declined = new Set<unknown>();
  const read = async (stream: AgentStream): Promise<readonly Waiting[]> => {
    const reading = (async () => {
      for await (const chunk of stream.fullStream) {
        chunks.push(chunk);
        count('chunk');
      }
    })();
    await settled(reading);
    expect(chunks.at(-1)?.type).toBe('finish');
    return (await settled(stream.waiting)) ?? [];
  };
  const generated = async (result: Promise<RunResult>): Promise<readonly Waiting[]> =>
    (await settled(result))?.waiting ?? [];
  const options = { abortSignal: controller.signal, activeTools, maxSteps: 10 };
  let waiting = streaming
    ? await read(await agent.stream('go', options))
    : await generated(agent.generate('go', options));
  for (let round = 0; waiting.length > 0 && round < 50; round += 1) {
    const { which, agrees } = decide.next().value ?? { which: 0, agrees: true };
    const wait = waiting[which % waiting.length];
    if (!wait) break;
    const { abortSignal } = options;
    const decided = { ...wait, abortSignal };
    if (wait.kind === 'approval' && !agrees) declined.add(wait.payload);
    if (streaming) {
      const stream = {
        suspension: () => agent.resumeStream('go on', decided),
        approval: () => (agrees ? agent.approveToolCall(decided) : agent.declineToolCall(decided)),
      }[kindOf(wait)]();
      waiting = await read(await stream);
    } else {
      const result = {
        suspension: () => agent.resumeGenerate('go on', decided),
        approval: () =>
          agrees ? agent.approveToolCallGenerate(decided) : agent.declineToolCallGenerate(decided),
      }[kindOf(wait)]();
      waiting = await generated(result);
    }
  }
  const mayRun = new Set(written.flatMap((step) => [...step.mayRun]));
  for (const payload of declined) mayRun.delete(z.object({ n: z.number() }).parse(payload).n);
  const { runs } = await agent.listSuspendedRuns();
  return { chunks, model, ran, mayRun, stillOpen: runs.length };
}

test('every call ends once, every history is valid, and nothing runs without right', async () => {
  await fc.assert(
    fc.asyncProperty(script, abort, decisions, fc.boolean(), async (...given) => {
      const trial = await tryOut(...given);
      expect(chunkProblems(trial.chunks)).toEqual([]);
      for (const { prompt } of trial.model.requests) expect(promptProblems(prompt)).toEqual([]);
      expect(trial.ran.filter((n) => !trial.mayRun.has(n))).toEqual([]);
      expect(new Set(trial.ran).size).toBe(trial.ran.length);
      expect(trial.stillOpen).toBe(0);
    }),
  );
});
