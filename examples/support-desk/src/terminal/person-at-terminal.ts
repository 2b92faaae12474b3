import { confirm, isCancel, select, text } from '@clack/prompts';
import type { Decision, Person } from './person.ts';

type Choice = 'approve' | 'change' | 'decline';

/** Asks whoever sits at the terminal. Ctrl-C at any question is taken as leaving. */
export function personAtTerminal(): Person {
  let hasLeft = false;

  function stayed<Answer>(answer: Answer): answer is Exclude<Answer, symbol> {
    hasLeft ||= isCancel(answer);
    return !isCancel(answer);
  }

  async function ask(
    message: string,
    options: Omit<Parameters<typeof text>[0], 'message'> = {},
  ): Promise<string | undefined> {
    const typed = await text({ message, ...options });
    return stayed(typed) ? (typed ?? '').trim() : undefined;
  }

  async function otherAmount(amount: number): Promise<Decision | undefined> {
    const typed = await ask('How much, in euros?', {
      initialValue: amount.toFixed(2),
      validate: (value) => (asNumber(value) > 0 ? undefined : 'An amount, such as 12.50.'),
    });
    return typed === undefined ? undefined : { kind: 'approve', amount: asNumber(typed) };
  }

  async function decline(): Promise<Decision | undefined> {
    const reason = await ask('Why not? The agent is told.', { placeholder: 'Enter: no reason' });
    if (reason === undefined) return undefined;
    return { kind: 'decline', ...(reason === '' ? {} : { reason }) };
  }

  return {
    async question(suggestion) {
      const typed = await ask('You', {
        placeholder: suggestion ?? 'a question, or exit',
        ...(suggestion === undefined ? {} : { defaultValue: suggestion }),
        validate: (value) =>
          suggestion === undefined && !value?.trim() ? 'Type a question, or exit.' : undefined,
      });
      return typed === undefined || /^(?:exit|quit|bye)$/i.test(typed) ? undefined : typed;
    },

    async decision(question, amount) {
      const change = { value: 'change', label: 'Approve another amount' } as const;
      const choice = await select<Choice>({
        message: question,
        showInstructions: false,
        options: [
          { value: 'approve', label: 'Approve' },
          ...(amount === undefined ? [] : [change]),
          { value: 'decline', label: 'Decline' },
        ],
      });
      if (!stayed(choice)) return undefined;
      if (choice === 'decline') return decline();
      return choice === 'change' ? otherAmount(amount ?? 0) : { kind: 'approve' };
    },

    answer: (question) => ask(question),

    async wantsTranscript() {
      const message = 'Show the transcript as it is stored, beside what the tools really had?';
      return !hasLeft && (await confirm({ message })) === true;
    },
  };
}

const asNumber = (typed: string | undefined): number =>
  Number(typed?.replace('€', '').replace(',', '.').trim() || Number.NaN);
