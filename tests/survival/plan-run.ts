import type { ScriptedCall, ScriptedRequest, ScriptedResponse } from 'helve/testing';
import { randomOf } from './random.ts';
import type { ToolName } from './tool-traits.ts';
import { SUB_AGENT } from './tool-traits.ts';

/** What a tool under test is given. */
export interface ToolInput {
  readonly label: string;
  /** How long it takes until its effect, and from there to its end, in milliseconds. */
  readonly before: number;
  readonly after: number;
  /** The first time it never ends. */
  readonly hangs?: boolean | undefined;
}

/** What the model of one run says: the calls of each step, and in the end an answer. */
export interface RunPlan {
  readonly name: string;
  readonly steps: readonly (readonly ScriptedCall[])[];
  /** How long it takes for each piece of a response, in milliseconds. */
  readonly delayMs: number;
}

const NAMES: readonly [ToolName, ...ToolName[]] = [
  'look',
  'book',
  'pay',
  'pay',
  'refund',
  'renew',
  'sign',
  'survey',
  'transfer',
];

/** Plans a run by chance, so that every process that goes on with it finds the same plan. */
export function planRun(seed: number, name: string, isBelow = false): RunPlan {
  const random = randomOf(seed, 'plan', name);
  const stepCount = 1 + random.below(isBelow ? 2 : 3);
  const steps = Array.from({ length: stepCount }, (_, step) =>
    Array.from({ length: 1 + random.below(isBelow ? 2 : 4) }, (__, index): ScriptedCall => {
      const toolCallId = `${name}.${step}.${index}`;
      if (!isBelow && random.chance(0.12)) {
        const below = planRun(seed, toolCallId, true);
        return { toolName: SUB_AGENT, toolCallId, input: { prompt: JSON.stringify(below) } };
      }
      const input: ToolInput = { label: toolCallId, before: wait(), after: wait() };
      return { toolName: random.pick(NAMES), toolCallId, input };
    }),
  );
  return { name, steps, delayMs: random.chance(0.2) ? 1 : 0 };

  function wait(): number {
    return random.chance(0.4) ? 0 : random.below(random.chance(0.2) ? 120 : 20);
  }
}

/** What the model says to a request: the calls of the first step that it has not made yet. */
export function followPlan(
  { name, steps, delayMs }: RunPlan,
  { prompt }: ScriptedRequest,
): ScriptedResponse {
  const taken = prompt.filter(
    ({ role, content }) =>
      role === 'assistant' &&
      typeof content !== 'string' &&
      content.some((part) => part.type === 'tool-call' && part.toolCallId.startsWith(`${name}.`)),
  ).length;
  const toolCalls = steps[taken];
  return toolCalls ? { text: 'On it.', toolCalls, delayMs } : { text: `${name} is done.`, delayMs };
}
