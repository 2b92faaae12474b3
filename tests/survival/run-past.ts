import type { Entry } from './journal.ts';
import type { Records } from './read-records.ts';

/** What processes had to do with a run, or with the one that it is a part of. */
export interface RunPast {
  readonly lives: ReadonlySet<number>;
  /** How often it was claimed by another process than the one that had it. */
  readonly claims: number;
}

/** How often a run is taken over without getting on before the library gives it up. */
const MANY_CLAIMS = 5;

/**
 * Whether a run was cut off too often to go on: as is promised, it gives up calls that it could run
 * again, and fails in the end.
 */
export function isWornOut({ claims }: RunPast): boolean {
  return claims >= MANY_CLAIMS;
}

/** The past of every run: what happened to the run at the top happened to those below it, too. */
export function runPasts(entries: readonly Entry[], { runs }: Records): (runId: string) => RunPast {
  const parents = new Map(runs.map(({ runId, parent }) => [runId, parent?.runId]));
  const topOf = (runId: string): string => {
    const parent = parents.get(runId);
    return parent === undefined ? runId : topOf(parent);
  };
  const pasts = new Map<string, { readonly lives: Set<number>; claims: number }>();
  const pastOf = (runId: string): { readonly lives: Set<number>; claims: number } => {
    const top = topOf(runId);
    const past = pasts.get(top) ?? { lives: new Set(), claims: 0 };
    pasts.set(top, past);
    return past;
  };
  for (const entry of entries) {
    for (const runId of runsIn(entry)) pastOf(runId).lives.add(entry.life);
    if (entry.kind === 'claimed') pastOf(entry.runId).claims += 1;
  }
  return pastOf;
}

function runsIn(entry: Entry): readonly string[] {
  if (entry.kind === 'committed') {
    const { run, calls, messages } = entry;
    return [...(run ? [run] : []), ...calls, ...messages].map(({ runId }) => runId);
  }
  return entry.kind === 'accepted' || entry.kind === 'claimed' ? [entry.runId] : [];
}
