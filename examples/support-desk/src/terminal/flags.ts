import { parseArgs } from 'node:util';

/** What the command line says. */
export interface Flags {
  /** `undefined`: it does not say. */
  readonly approves: boolean | undefined;
  readonly answers: readonly string[] | undefined;
  readonly questions: readonly string[] | undefined;
  readonly model: string | undefined;
  readonly database: string | undefined;
  readonly help: boolean;
}

export const USAGE = `npm start -- [flags]

  --question "…"   asks this and leaves; may be given several times
  --yes            approves what waits for approval
  --no             declines it
  --answer "…"     answers what a tool asks; several are used one after the other
  --model name     a model as provider/model, or scripted
  --database file  works on this copy of the shop's database, and keeps it
  --help           shows this

What no flag answers is asked at a terminal. Without one, a short tour of
questions is asked, nothing is approved, and a tool gets a default answer.`;

/** @throws for a flag that there is not, saying so. */
export function readFlags(args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      question: { type: 'string', multiple: true },
      yes: { type: 'boolean' },
      no: { type: 'boolean' },
      answer: { type: 'string', multiple: true },
      model: { type: 'string' },
      database: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  return {
    approves: values.no ? false : values.yes,
    answers: values.answer,
    questions: values.question,
    model: values.model,
    database: values.database,
    help: values.help ?? false,
  };
}
