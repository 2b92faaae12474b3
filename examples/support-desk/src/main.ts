import { intro, outro } from '@clack/prompts';
import { THREAD } from './conversation.ts';
import { createLedger } from './ledger.ts';
import { chooseModel } from './model/choose-model.ts';
import { openDesk } from './open-desk.ts';
import { talk } from './talk.ts';
import { choosePerson } from './terminal/choose-person.ts';
import type { Flags } from './terminal/flags.ts';
import { readFlags, USAGE } from './terminal/flags.ts';
import { paint } from './terminal/paint.ts';
import { createScreen } from './terminal/screen.ts';
import { screenLogger } from './terminal/screen-logger.ts';
import { showTranscript } from './terminal/transcript.ts';

const TOUR: readonly string[] = [
  'Order 1042 arrived cracked. Refund it, please.',
  'The customer of 1043 wants to send it back.',
  'Where is order 1044?',
];

/** What shells expect of a program that Ctrl-C has ended. */
const INTERRUPTED = 130;

// whoever reads a pipe may stop reading, as head does
process.stdout.on('error', () => process.exit());

try {
  const flags = readFlags(process.argv.slice(2));
  if (flags.help) console.log(USAGE);
  else await run(flags);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(flags: Flags): Promise<void> {
  const isWatched = process.stdin.isTTY && process.stdout.isTTY;
  const { model, note } = await chooseModel(flags.model, process.env, isWatched);
  const screen = createScreen(process.stdout);
  const person = choosePerson(flags, TOUR, screen, isWatched);
  const { afterToolCall, onFinish, factsOf } = createLedger();
  const logger = screenLogger(screen);
  const options = { model, logger, hooks: { afterToolCall }, onFinish };
  const { agent, left, close } = await openDesk(flags.desk, options);
  const interrupt = new AbortController();

  intro(`${paint.name('Fern & Kiln')}, the support desk of a small pottery shop`);
  screen.lines(note, paint.quiet);
  if (isWatched) screen.lines('Enter takes what is suggested; exit leaves.', paint.quiet);
  // what was left is what the tour begins with
  const suggestions = left.length > 0 ? TOUR.slice(1) : TOUR;
  const failed = await talk({ agent, person, screen, interrupt }, left, suggestions);
  const transcript = await agent.listMessages({ threadId: THREAD });
  if (interrupt.signal.aborted) {
    process.exitCode = INTERRUPTED;
  } else if (transcript.length > 0 && (await person.wantsTranscript())) {
    showTranscript(transcript, factsOf, screen);
  }
  if (failed) process.exitCode = 1;
  const waits = await close();
  if (waits) screen.lines('What waits for you is kept: start the desk again to decide on it.');
  outro(paint.quiet('The desk is closed.'));
}
