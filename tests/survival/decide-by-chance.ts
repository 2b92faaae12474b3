import type { Agent, Waiting } from 'helve/agent';
import type { Journal } from './journal.ts';
import type { Decision } from './make-decision.ts';
import { describeError, makeDecision } from './make-decision.ts';
import type { Random } from './random.ts';

/** A call to decide on. */
export type WaitToDecide = Pick<
  Waiting,
  'kind' | 'runId' | 'toolCallId' | 'waitNumber' | 'payload'
>;

let tries = 0;

/** Somebody who decides by chance. */
export interface ByChance {
  readonly desk: Agent;
  readonly journal: Journal;
  readonly random: Random;
  /** The waits they have decided on, the last ones: sometimes they come too late. */
  readonly past: WaitToDecide[];
}

const REMEMBERED = 30;

/**
 * Decides on a waiting call by chance: one way, or two ways at once, of which one may win; sometimes on
 * a wait of before, too. What came of it goes into the journal.
 */
export async function decideByChance(who: ByChance, wait: WaitToDecide): Promise<void> {
  const { random, past } = who;
  const choose = ({ kind }: WaitToDecide, allowed: number): Decision => {
    const allow = kind === 'approval' ? 'approve' : 'resume';
    return random.chance(allowed) ? allow : 'decline';
  };
  const all = random.chance(0.25) ? [choose(wait, 0.8), choose(wait, 0.5)] : [choose(wait, 0.8)];
  const late = random.chance(0.3) ? past[random.below(REMEMBERED)] : undefined;
  past.unshift(wait);
  past.splice(REMEMBERED);
  await Promise.all([
    ...all.map((decision) => decideOn(who, wait, decision)),
    late && decideOn(who, late, choose(late, 0.7)),
  ]);
}

async function decideOn(
  { desk, journal, random }: ByChance,
  { runId, toolCallId, waitNumber, payload }: WaitToDecide,
  decision: Decision,
): Promise<void> {
  const by = `${journal.life}-${tries++}`;
  const made = { runId, toolCallId, waitNumber, decision, by };
  const isEdited = random.chance(0.15) && typeof payload === 'object';
  try {
    const edit = isEdited ? { ...payload, label: `edited by ${by}` } : undefined;
    await makeDecision(desk, made, edit);
    journal.write({ kind: 'decided', ...made });
  } catch (error) {
    journal.write({ kind: 'refused', ...made, ...describeError(error) });
  }
}
