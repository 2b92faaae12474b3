import type { Entry } from './journal.ts';
import type { Problem } from './problem.ts';

/** How many runs are shown with their journal; the others are like them more often than not. */
const SHOWN = 3;
const LINES = 80;

/** What was broken, by run, with what is written of the run. */
export function tellProblems(problems: readonly Problem[], entries: readonly Entry[]): string {
  const byRun = Map.groupBy(problems, ({ runId = '' }) => runId);
  const told = [...byRun].slice(0, SHOWN).flatMap(([runId, broken]) => [
    '',
    runId === '' ? 'Of no run:' : `Run ${runId}:`,
    ...broken.slice(0, 20).map(({ what }) => `  ✗ ${what}`),
    ...entries
      .filter((entry) => runId !== '' && isAbout(entry, runId))
      .slice(0, LINES)
      .map(tellEntry),
  ]);
  const left = byRun.size - SHOWN;
  return [...told, ...(left > 0 ? ['', `… and ${left} more runs`] : [])].join('\n');
}

function isAbout(entry: Entry, runId: string): boolean {
  if ('runId' in entry) return entry.runId === runId;
  if (entry.kind === 'asked') return entry.name === runId;
  if (entry.kind !== 'committed') return false;
  const { run, calls, messages } = entry;
  return [...(run ? [run] : []), ...calls, ...messages].some((record) => record.runId === runId);
}

function tellEntry({ life, at, kind, ...rest }: Entry): string {
  const time = new Date(at).toISOString().slice(11, 23);
  return `    ${time} process ${life} ${kind} ${JSON.stringify(rest).slice(0, 200)}`;
}
