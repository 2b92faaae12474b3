import { join } from 'node:path';
import { crashTrial } from './crash-trial.ts';
import type { Entry } from './journal.ts';
import { judgeSurvival } from './judge-survival.ts';
import { readOptions } from './read-options.ts';
import { tellProblems } from './tell-problems.ts';
import type { StoreKind } from './with-place.ts';
import { withPlace } from './with-place.ts';

// `npm run crash -- --kills N [--store sqlite|postgres|all] [--seed S]`: kills processes at random
// instants, starts others, and says whether anything was lost or done twice.

const { stores, seed, numbers } = readOptions(process.argv.slice(2), { kills: 300 });
let passed = 0;
let failed = 0;
for (const kind of stores) await tryOn(kind);
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0 || passed === 0) process.exitCode = 1;

/** Every run counts: it passed where nothing that was promised of it was broken. */
async function tryOn(kind: StoreKind): Promise<void> {
  const start = performance.now();
  const { kills } = numbers;
  const outcome = await withPlace(kind, ({ place, folder }) =>
    crashTrial({ place, journal: join(folder, 'journal'), seed, kills }),
  );
  const { entries, records, output } = outcome;
  const problems = [
    ...judgeSurvival(entries, records),
    ...(output === '' ? [] : [{ what: `processes printed:\n${output}` }]),
  ];
  const broken = new Set(problems.map(({ runId }) => runId));
  failed += broken.size;
  passed += records.runs.filter(({ runId }) => !broken.has(runId)).length;
  const count = (is: Entry['kind']): number => entries.filter((entry) => entry.kind === is).length;
  const unknown = records.calls.filter(({ result }) =>
    JSON.stringify(result ?? null).includes('its outcome is unknown'),
  ).length;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${kind}: ${count('killed')} kills, ${records.runs.length} runs, ${records.calls.length} calls, ` +
      `${count('began')} executions, ${count('claimed')} take-overs, ${count('frozen')} freezes, ` +
      `${records.decisions.length} decisions (${count('refused')} refused), ` +
      `${unknown} outcomes unknown, in ${seconds} s; seed ${seed}`,
  );
  if (problems.length > 0) {
    console.log(tellProblems(problems, entries));
    console.log(`\nAgain: npm run crash -- --kills ${kills} --store ${kind} --seed ${seed}\n`);
  }
}
