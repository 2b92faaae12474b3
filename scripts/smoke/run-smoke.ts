/** What is tried, by what a user sees of it. A test that throws has failed. */
export type SmokeTests = Readonly<Record<string, () => unknown>>;

/**
 * Runs tests one after another, prints a line for each and a closing one with both counts, which
 * whoever started the program looks for: some runtimes end well with half of their work undone.
 *
 * @throws where a test has failed, so that the program fails, too.
 */
export async function runSmoke(tests: SmokeTests): Promise<void> {
  const names = Object.keys(tests);
  let failed = 0;
  for (const name of names) {
    try {
      await tests[name]?.();
      console.log(`✓ ${name}`);
    } catch (error) {
      failed++;
      console.log(`✗ ${name}\n${problemOf(error)}`);
    }
  }
  console.log(`${names.length - failed} passed, ${failed} failed`);
  if (failed > 0) throw new Error(`${failed} of ${names.length} failed`);
}

/** Not every engine has the message in the stack. */
function problemOf(error: unknown): string {
  return error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : String(error);
}
