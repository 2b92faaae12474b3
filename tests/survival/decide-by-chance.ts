import type { Agent, Waiting } from 'helve/agent';
import type { Journal } from './journal.ts';
import type { Decision } from './make-decision.ts';
import { describeError, makeDecision } from './make-decision.ts';
import type { Random } from './random.ts';

/** A call to decide on. */
export type WaitToDecide = Pick<Waiting, 'kind' | 'runId' | 'toolCallId' | 'payload'>;

let tries = 0;

/**
 * Decides on a waiting call by chance: one way, or two ways at once, of which one may win. What came
 * of it goes into the journal.
 */
export async function decideByChance(
  desk: Agent,
  wait: WaitToDecide,
  journal: Journal,
  random: Random,
): Promise<void> {
  const allow = wait.kind === 'approval' ? 'approve' : 'resume';
  const choose = (allowed: number): Decision => (random.chance(allowed) ? allow : 'decline');
  const all = random.chance(0.25) ? [choose(0.8), choose(0.5)] : [choose(0.8)];
  await Promise.all(all.map((decision) => decideOn(desk, wait, decision, journal, random)));
}

async function decideOn(
  desk: Agent,
  { runId, toolCallId, payload }: WaitToDecide,
  decision: Decision,
  journal: Journal,
  random: Random,
): Promise<void> {
  const by = `${journal.life}-${tries++}`;
  const made = { runId, toolCallId, decision, by };
  const isEdited = random.chance(0.15) && typeof payload === 'object';
  try {
    const edit = isEdited ? { ...payload, label: `edited by ${by}` } : undefined;
    await makeDecision(desk, made, edit);
    journal.write({ kind: 'decided', ...made });
  } catch (error) {
    journal.write({ kind: 'refused', ...made, ...describeError(error) });
  }
}
