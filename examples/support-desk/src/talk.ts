import type { Desk } from './conversation.ts';
import { takeTurn } from './conversation.ts';
import { mark, paint } from './terminal/paint.ts';

/**
 * Questions and answers, until the person leaves. `suggestions` are for their first questions.
 *
 * @returns whether a run failed.
 */
export async function talk(desk: Desk, suggestions: readonly string[]): Promise<boolean> {
  const { person, screen } = desk;
  const ahead = [...suggestions];
  let failed = false;
  for (;;) {
    const question = await person.question(ahead.shift());
    if (question === undefined) return failed;
    try {
      if (!(await takeTurn(desk, question))) return failed;
    } catch (error) {
      failed = true;
      screen.heading(mark.failed, paint.bad('That failed'));
      screen.lines(error instanceof Error ? error.message : String(error), paint.bad);
    }
  }
}
