import type { AnyTool, StandardJsonSchema, ToolContext } from 'helve';
import { createTool } from 'helve';
import { z } from 'zod';
import { canary } from './canary.ts';
import type { Data, Script, ToolName, ToolScript } from './script.ts';
import { callsOf, plainCall, plainTool, TOOL_NAMES, toolOf } from './script.ts';
import type { TrialEvent } from './trial.ts';

/** How long a tool may take. What `returns late` does takes twice as long. */
const TIME_OUT_MS = 60_000;

const data = z.union([
  z.looseObject({ secret: z.string(), mark: z.string().default('parsed') }),
  z.boolean(),
  z.number(),
  z.literal(''),
  z.null(),
]);

const inputSchema = z.looseObject({
  n: z.number(),
  secret: z.string(),
  note: z.string().default('none'),
});

/** The same schema, telling when it is converted to JSON Schema. */
function watched<Input, Output>(
  schema: StandardJsonSchema<Input, Output>,
  told: () => void,
): StandardJsonSchema<Input, Output> {
  const { jsonSchema, ...props } = schema['~standard'];
  const tell =
    (convert: typeof jsonSchema.input): typeof jsonSchema.input =>
    (options) => {
      told();
      return convert(options);
    };
  return {
    '~standard': {
      ...props,
      jsonSchema: { input: tell(jsonSchema.input), output: tell(jsonSchema.output) },
    },
  };
}

/** The data of a payload, marked where it can be. */
export function dataOf(kind: Data, place: 'suspend' | 'resume', n: number): unknown {
  if (kind === 'object') return { secret: canary(place, n) };
  return { false: false, '0': 0, '""': '', null: null }[kind];
}

/** The tools of a script, and one that is not active. They report what happens to them. */
export function makeTools(
  script: Script,
  report: (event: TrialEvent) => void,
): Readonly<Record<ToolName | 'inactive', AnyTool>> {
  const behaviours = new Map(callsOf(script).map(({ n, call }) => [n, call]));
  const suspensions = new Map<string, number>();
  const make = (toolName: string): AnyTool => {
    const declared = toolOf(script, toolName) ?? plainTool;
    const execute = async (
      input: { readonly n: number },
      context: ToolContext,
    ): Promise<unknown> => {
      const { n } = input;
      const { runId, toolCallId, attempt, resumeData, suspendPayload, abortSignal } = context;
      const run = { runId, toolCallId, attempt, resumeData, suspendPayload };
      report({ type: 'execute', toolName, n, input, ...run });
      const { does, payload } = behaviours.get(n) ?? plainCall;
      const output = { n, secret: canary('output', n) };
      const key = `${runId} ${toolCallId}`;
      const stop = (value: unknown): Promise<never> => {
        suspensions.set(key, (suspensions.get(key) ?? 0) + 1);
        return context.suspend(value);
      };
      switch (does) {
        case 'returns':
          return output;
        case 'returns nothing':
          return undefined;
        case 'returns wrong':
          return { n: 'wrong', secret: output.secret };
        case 'returns late':
          await new Promise((resolve) => setTimeout(resolve, 2 * TIME_OUT_MS));
          report({ type: 'returned late', n });
          return output;
        case 'reports':
          await context.writer.write({ secret: canary('progress', n) });
          await context.writer.custom({ type: 'data-note', data: 'for people' });
          return output;
        case 'throws':
          throw new Error(canary('message', n), { cause: new Error(canary('cause', n)) });
        case 'throws oddly':
          // biome-ignore lint/style/useThrowOnlyError: tools of others throw anything
          throw { secret: canary('cause', n) };
        case 'hangs':
          return new Promise((_, reject) => {
            abortSignal.addEventListener('abort', () => reject(abortSignal.reason));
          });
        case 'suspends':
          return resumeData === undefined ? stop(dataOf(payload, 'suspend', n)) : output;
        case 'suspends twice':
          return (suspensions.get(key) ?? 0) < 2 ? stop(dataOf(payload, 'suspend', n)) : output;
        case 'suspends unawaited':
          if (resumeData === undefined) void stop(dataOf(payload, 'suspend', n));
          return output;
        case 'suspends caught':
          try {
            if (resumeData === undefined) await stop(dataOf(payload, 'suspend', n));
          } catch {
            // nothing that a call does after it has suspended counts
          }
          return output;
        case 'suspends badly':
          return context.suspend(`refused ${canary('suspend', n)}`);
      }
    };
    const tool = createTool({
      id: `tool-${toolName}`,
      description: 'Takes part in a trial',
      inputSchema: watched(inputSchema, () =>
        report({ type: 'converted', toolName, part: 'input' }),
      ),
      suspendSchema: data,
      resumeSchema: watched(data, () => report({ type: 'converted', toolName, part: 'answer' })),
      timeoutMs: TIME_OUT_MS,
      // A tool that does more says that it only reads: nobody believes its source.
      mcp: { annotations: { readOnlyHint: true }, trusted: declared.reads },
      ...(declared.output === 'checked'
        ? { outputSchema: z.object({ n: z.number(), secret: z.string() }) }
        : {}),
      ...gateOf(declared, toolName),
      ...encoderOf(declared, toolName),
      ...transformOf(declared, toolName),
      ...hooksOf(declared, toolName, report),
      // What a tool returns is what the trial is about; its type is left open.
      execute: execute as (input: { readonly n: number }) => Promise<never>,
    });
    // One record holds tools of several types.
    return tool as unknown as AnyTool;
  };
  return {
    alpha: make('alpha'),
    beta: make('beta'),
    gamma: make('gamma'),
    inactive: make('inactive'),
  };
}

const never = (): Promise<never> => new Promise(() => undefined);

/** Code of a tool's own that fails; what it says is marked with the number of the tool. */
function fails(toolName: string): () => never {
  return () => {
    throw new Error(canary('code', TOOL_NAMES.indexOf(toolName)));
  };
}

function gateOf({ gate }: ToolScript, toolName: string): object {
  return {
    open: {},
    asks: { requireApproval: true },
    'rule says no': { requireApproval: () => false },
    'rule throws': { requireApproval: fails(toolName) },
    'rule hangs': { requireApproval: never },
  }[gate];
}

function encoderOf({ encode }: ToolScript, toolName: string): object {
  return {
    none: {},
    text: { toModelOutput: () => 'shown to the model' },
    undefined: { toModelOutput: () => undefined },
    unknown: { toModelOutput: () => ({ type: 'content', value: [{ type: 'strange' }] }) },
    throws: { toModelOutput: fails(toolName) },
    hangs: { toModelOutput: never },
  }[encode];
}

function transformOf({ shows }: ToolScript, toolName: string): object {
  if (shows === 'everything') return {};
  if (shows === 'nothing') return { transform: { display: {}, transcript: {} } };
  const shown = {
    projections: ({ phase }: { readonly phase: string }) => `shown ${phase}`,
    undefined: () => undefined,
    throws: fails(toolName),
  }[shows];
  const phases = {
    input: shown,
    inputDelta: shown,
    progress: shown,
    output: shown,
    error: shown,
    approval: shown,
    suspend: shown,
    resume: shown,
  };
  return { transform: { display: phases, transcript: phases } };
}

function hooksOf(
  { hooks }: ToolScript,
  toolName: string,
  report: (event: TrialEvent) => void,
): object {
  if (hooks === 'none') return {};
  const watch =
    (hook: 'onInputStart' | 'onInputDelta' | 'onInputAvailable' | 'onOutput') =>
    (told: {
      readonly toolCallId: string;
      readonly inputTextDelta?: string;
      readonly input?: unknown;
      readonly output?: unknown;
    }): unknown => {
      const { toolCallId, inputTextDelta, input, output } = told;
      report({ type: 'hook', hook, toolName, toolCallId, told: inputTextDelta ?? input ?? output });
      return { quiet: () => undefined, throw: fails(toolName), hang: never }[hooks]();
    };
  return {
    onInputStart: watch('onInputStart'),
    onInputDelta: watch('onInputDelta'),
    onInputAvailable: watch('onInputAvailable'),
    onOutput: watch('onOutput'),
  };
}

/** The agent's guard: each tool has its own word for it. */
export function guardOf(script: Script) {
  return ({ toolName, input }: { readonly toolName: string; readonly input: unknown }): unknown => {
    const { n } = z.looseObject({ n: z.number().default(0) }).parse(input);
    const guard = toolOf(script, toolName)?.guard ?? 'none';
    switch (guard) {
      case 'refuses':
        return { proceed: false, reason: 'the guard says no' };
      case 'answers':
        return { proceed: false, output: { n, secret: canary('output', n) } };
      case 'throws':
        return fails(toolName)();
      case 'hangs':
        return never();
      case 'is odd':
        return 'go on';
      default:
        return undefined;
    }
  };
}
