import type { Flags } from './flags.ts';
import type { Person } from './person.ts';
import { personAtTerminal } from './person-at-terminal.ts';
import { personByFlags } from './person-by-flags.ts';
import type { Screen } from './screen.ts';

/** What flags answer is not asked; the rest is asked where somebody is watching. */
export function choosePerson(
  flags: Flags,
  tour: readonly string[],
  screen: Screen,
  isWatched: boolean,
): Person {
  const byFlags = personByFlags(flags, tour, screen);
  if (!isWatched) return byFlags;
  return {
    ...personAtTerminal(),
    ...(flags.questions && { question: byFlags.question }),
    ...((flags.later || flags.approves !== undefined) && { decision: byFlags.decision }),
    ...((flags.later || flags.answers) && { answer: byFlags.answer }),
  };
}
