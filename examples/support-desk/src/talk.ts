import type { SuspendedRun } from 'helve/agent';
import type { Desk } from './conversation.ts';
import { takeTurn, takeUp } from './conversation.ts';
import { mark, paint } from './terminal/paint.ts';

/**
 * What was left waiting, then questions and answers, until the person leaves. `suggestions` are for
 * their first questions.
 *
 * @returns whether a run failed.
 */
export async function talk(
  desk: Desk,
  left: readonly SuspendedRun[],
  suggestions: readonly string[],
): Promise<boolean> {
  const { person, screen } = desk;
  const ahead = [...suggestions];
  let failed = false;

  /** Whether the person is still there, whatever became of their turn. */
  async function isThereAfter(turn: () => Promise<boolean>): Promise<boolean> {
    try {
      return await turn();
    } catch (error) {
      failed = true;
      screen.heading(mark.failed, paint.bad('That failed'));
      screen.lines(error instanceof Error ? error.message : String(error), paint.bad);
      return true;
    }
  }

  for (const run of left) {
    if (!(await isThereAfter(() => takeUp(desk, run)))) return failed;
  }
  for (;;) {
    const question = await person.question(ahead.shift());
    if (question === undefined) return failed;
    if (!(await isThereAfter(() => takeTurn(desk, question)))) return failed;
  }
}
