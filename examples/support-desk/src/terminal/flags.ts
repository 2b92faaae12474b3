import { parseArgs } from 'node:util';

/** What the command line says. */
export interface Flags {
  /** `undefined`: it does not say. */
  readonly approves: boolean | undefined;
  readonly answers: readonly string[] | undefined;
  readonly questions: readonly string[] | undefined;
  readonly model: string | undefined;
  /** Leave where a decision or an answer is asked for. */
  readonly later: boolean;
  readonly desk: string | undefined;
  readonly help: boolean;
}

export const USAGE = `npm start -- [flags]

  --question "…"   asks this and leaves; may be given several times
  --yes            approves what waits for approval
  --no             declines it
  --answer "…"     answers what a tool asks; several are used one after the other
  --model name     a model as provider/model, or scripted
  --later          leaves what asks for somebody waiting, for the next start
  --desk folder    keeps the shop and its runs in this folder
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
      later: { type: 'boolean' },
      desk: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  return {
    approves: values.no ? false : values.yes,
    answers: values.answer,
    questions: values.question,
    model: values.model,
    later: values.later ?? false,
    desk: values.desk,
    help: values.help ?? false,
  };
}
