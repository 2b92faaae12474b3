import type { Check, Outcome } from './check.ts';

/** Sums over checks. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * Runs checks and prints a line for each as it ends, with the whole output of a failing one.
 *
 * @param atOnce how many may run side by side
 */
export async function runChecks(checks: readonly Check[], atOnce = 1): Promise<Tally> {
  const tally = { passed: 0, failed: 0, skipped: 0 };
  const waiting = [...checks];
  const worker = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const start = performance.now();
      const result = await outcomeOf(check);
      print(check.name, result, performance.now() - start);
      tally.passed += result.passed;
      tally.failed += result.failed;
      tally.skipped += result.skipped;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return tally;
}

/** Adds up. */
export function addTallies(...tallies: readonly Tally[]): Tally {
  const sum = (pick: (tally: Tally) => number) =>
    tallies.reduce((total, tally) => total + pick(tally), 0);
  return {
    passed: sum((tally) => tally.passed),
    failed: sum((tally) => tally.failed),
    skipped: sum((tally) => tally.skipped),
  };
}

/** Prints the plain closing line and sets the exit code. Nothing may have passed for no reason. */
export function close(tally: Tally): void {
  const skipped = tally.skipped === 0 ? '' : `, ${tally.skipped} skipped`;
  console.log(`\n${tally.passed} passed, ${tally.failed} failed${skipped}`);
  if (tally.failed > 0 || tally.passed === 0) process.exitCode = 1;
}

async function outcomeOf(check: Check): Promise<Outcome> {
  try {
    return await check.run();
  } catch (error) {
    const output = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { passed: 0, failed: 1, skipped: 0, output };
  }
}

function print(name: string, result: Outcome, milliseconds: number): void {
  const { passed, failed, skipped, output, notes = [] } = result;
  const parts = [
    passed > 0 ? `${passed} passed` : '',
    failed > 0 ? `${failed} failed` : '',
    skipped > 0 ? `${skipped} skipped` : '',
  ].filter((part) => part !== '');
  const counts = passed + failed + skipped > 1 || skipped > 0 ? `  (${parts.join(', ')})` : '';
  const mark = failed > 0 ? '✗' : passed > 0 ? '✓' : '–';
  console.log(`${mark} ${name}  ${(milliseconds / 1000).toFixed(1)} s${counts}`);
  for (const note of notes) console.log(`    ${note}`);
  if (failed > 0) console.log(`\n${output.trimEnd()}\n`);
}
