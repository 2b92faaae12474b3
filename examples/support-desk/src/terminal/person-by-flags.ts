import type { Flags } from './flags.ts';
import { mark, paint } from './paint.ts';
import type { Person } from './person.ts';
import type { Screen } from './screen.ts';

/** Answers by what the flags say, and by defaults where they say nothing. Never waits. */
export function personByFlags(flags: Flags, tour: readonly string[], screen: Screen): Person {
  const questions = [...(flags.questions ?? tour)];
  const answers = [...(flags.answers ?? [])];

  function show(title: string, line: string): void {
    screen.heading(mark.person, title);
    screen.lines(line, paint.quiet);
  }

  return {
    async question() {
      const question = questions.shift();
      if (question !== undefined) show('You', question);
      return question;
    },
    async decision(question) {
      if (flags.later) return undefined;
      if (flags.approves) {
        show(question, 'Approve');
        return { kind: 'approve' };
      }
      const reason = flags.approves === undefined ? 'nobody is here to approve it' : undefined;
      show(question, reason === undefined ? 'Decline' : `Decline: ${reason} (--yes approves)`);
      return { kind: 'decline', ...(reason === undefined ? {} : { reason }) };
    },
    async answer(question) {
      if (flags.later) return undefined;
      const answer = answers.shift() ?? 'the customer has changed their mind';
      show(question, answer);
      return answer;
    },
    async wantsTranscript() {
      return !flags.later;
    },
  };
}
