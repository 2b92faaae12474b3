import type { ScriptedCall } from 'helve/testing';
import type { RunPlan } from './plan-run.ts';
import { randomOf } from './random.ts';
import type { ToolName } from './tool-traits.ts';
import { TOOLS } from './tool-traits.ts';

/** A wait of a call that several processes decide on at once. */
export interface RacedCall {
  readonly runId: string;
  readonly toolCallId: string;
  readonly waitNumber: number;
  readonly kind: 'approval' | 'suspension';
}

/** Runs whose calls wait, and runs that are cut off, for several processes to come to at once. */
export interface RacePlan {
  readonly waiting: readonly RunPlan[];
  readonly cutOff: readonly RunPlan[];
  /** The first wait of each call. */
  readonly raced: readonly RacedCall[];
  /** The second waits of those that ask again, if they were answered. */
  readonly again: readonly RacedCall[];
}

/** Plans by chance: so many calls to decide on, one to three a run, and some runs to take over. */
export function planRace(seed: number, calls: number): RacePlan {
  const random = randomOf(seed, 'race');
  const waiting: RunPlan[] = [];
  const raced: RacedCall[] = [];
  const again: RacedCall[] = [];
  while (raced.length < calls) {
    const name = `race-${waiting.length}`;
    const count = Math.min(1 + random.below(3), calls - raced.length);
    const step = Array.from({ length: count }, (_, index) => {
      const toolCallId = `${name}.0.${index}`;
      const kind: RacedCall['kind'] = random.chance(0.6) ? 'approval' : 'suspension';
      const ofKind = {
        approval: ['refund', 'renew'],
        suspension: ['sign', 'survey', 'survey'],
      } as const;
      const toolName = random.pick<ToolName>(ofKind[kind]);
      const wait = { runId: name, toolCallId, kind };
      raced.push({ ...wait, waitNumber: 1 });
      if (TOOLS[toolName].asks > 1) again.push({ ...wait, waitNumber: 2 });
      return callOf(toolName, toolCallId);
    });
    waiting.push({ name, steps: [step], delayMs: 0 });
  }
  const cutOff = Array.from({ length: Math.ceil(calls / 20) }, (_, index): RunPlan => {
    const name = `cut-off-${index}`;
    const tools = ['book', 'pay'] as const;
    const step = tools.map((tool, place) => callOf(tool, `${name}.0.${place}`, true));
    return { name, steps: [step], delayMs: 0 };
  });
  return { waiting, cutOff, raced, again };
}

function callOf(toolName: ToolName, toolCallId: string, hangs = false): ScriptedCall {
  return { toolName, toolCallId, input: { label: toolCallId, before: 0, after: 1, hangs } };
}
