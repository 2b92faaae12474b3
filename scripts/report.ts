/**
 * Ends a check: prints the problems, or one line saying that there are none, and sets the exit code.
 *
 * @param subject what was checked, as it reads after "N problems in"
 */
export function report(subject: string, problems: readonly string[]): void {
  if (problems.length === 0) {
    console.log(`${subject}: no problems`);
    return;
  }
  for (const problem of problems) console.error(problem);
  console.error(`\n${subject}: ${problems.length} problem${problems.length === 1 ? '' : 's'}`);
  process.exitCode = 1;
}
