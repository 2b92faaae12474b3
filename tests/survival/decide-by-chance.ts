import { HelveError } from 'helve';
import type { Agent, Waiting } from 'helve/agent';
import type { Journal } from './journal.ts';
import type { Random } from './random.ts';

let tries = 0;

/**
 * Decides on a waiting call by chance: one way, or several ways at once, of which one may win. What
 * came of it goes into the journal.
 */
export async function decideByChance(
  desk: Agent,
  wait: Pick<Waiting, 'kind' | 'runId' | 'toolCallId' | 'payload'>,
  journal: Journal,
  random: Random,
): Promise<void> {
  const allow = wait.kind === 'approval' ? 'approve' : 'resume';
  const choose = (allowed: number): Decision => (random.chance(allowed) ? allow : 'decline');
  const all = random.chance(0.25) ? [choose(0.8), choose(0.5)] : [choose(0.8)];
  await Promise.all(all.map((decision) => decideOn(desk, wait, decision, journal, random)));
}

type Decision = 'approve' | 'decline' | 'resume';
type WaitToDecide = Parameters<typeof decideByChance>[1];

async function decideOn(
  desk: Agent,
  wait: WaitToDecide,
  decision: Decision,
  journal: Journal,
  random: Random,
): Promise<void> {
  const { runId, toolCallId } = wait;
  const by = `${journal.life}-${tries++}`;
  const reference = { runId, toolCallId, by };
  const made = { runId, toolCallId, decision, by };
  try {
    if (decision === 'decline') await desk.declineToolCall({ ...reference, reason: 'by chance' });
    else if (decision === 'approve') {
      const edited = random.chance(0.15) && {
        input: { ...inputOf(wait), label: `edited by ${by}` },
      };
      await desk.approveToolCall({ ...reference, ...(edited || {}) });
    } else await desk.resumeStream({ answer: tries }, reference);
    journal.write({ kind: 'decided', ...made });
  } catch (error) {
    journal.write({ kind: 'refused', ...made, ...describe(error) });
  }
}

function inputOf({ payload }: WaitToDecide): object {
  return typeof payload === 'object' && payload !== null ? payload : {};
}

/** An error, as journals have it. */
export function describe(error: unknown): { readonly code: string; readonly message: string } {
  if (HelveError.isInstance(error)) return { code: error.code, message: error.message };
  return { code: 'none', message: error instanceof Error ? String(error.stack) : String(error) };
}
