import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { temporaryFile } from './temporary-file.ts';

const folder: string = join(import.meta.dirname, '..');

/** What came of running the example without a terminal. */
export interface Outcome {
  /** What was on the screen, up to the comparison in the end. */
  readonly screen: string;
  /** The comparison, which shows on purpose what the screen must not. */
  readonly comparison: string;
  readonly database: DatabaseSync;
  /** Where the desk kept it all: a next one goes on from there. */
  readonly desk: string;
}

/** Runs the example as `npm start` does; rejects where it fails or takes a minute. */
export async function runDesk(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  desk: string = temporaryFile('desk'),
): Promise<Outcome> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['src/main.ts', '--desk', desk, ...args],
    // no key of whoever runs the tests is to choose the model
    { cwd: folder, env, timeout: 60_000 },
  );
  const at = stdout.indexOf('The transcript as it is stored');
  const [screen, comparison] = at < 0 ? [stdout, ''] : [stdout.slice(0, at), stdout.slice(at)];
  return { screen, comparison, database: new DatabaseSync(join(desk, 'shop.sqlite')), desk };
}

/** Everything in the database that says who a customer is, also in parts. */
export function customerData(database: DatabaseSync): readonly string[] {
  const rows = database.prepare('select name, email, address, card from customers').all();
  return rows.flatMap(({ name, email, address, card }) => [
    ...String(name).split(' '),
    String(email),
    String(address),
    ...String(address).split(', '),
    String(card),
    String(card).replaceAll(' ', ''),
  ]);
}

/** The pieces of customer data that stand in a text. */
export function leaksIn(text: string, data: readonly string[]): readonly string[] {
  return data.filter((piece) => text.includes(piece));
}
