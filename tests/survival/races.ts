import { join } from 'node:path';
import { judgeRace } from './judge-race.ts';
import { raceTrial } from './race-trial.ts';
import { readOptions } from './read-options.ts';
import { tellProblems } from './tell-problems.ts';
import type { StoreKind } from './with-place.ts';
import { withPlace } from './with-place.ts';

// `npm run races -- [--processes 2|8] [--rounds N] [--store sqlite|postgres|all] [--seed S]`: several
// processes decide on the same N calls at once, and take over the same runs.

const { stores, seed, numbers } = readOptions(process.argv.slice(2), { processes: 8, rounds: 500 });
let passed = 0;
let failed = 0;
for (const kind of stores) await tryOn(kind);
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0 || passed === 0) process.exitCode = 1;

/** Every run counts: it passed where nothing that was promised of it was broken. */
async function tryOn(kind: StoreKind): Promise<void> {
  const start = performance.now();
  const { processes, rounds } = numbers;
  const outcome = await withPlace(kind, ({ place, folder }) =>
    raceTrial({ place, journal: join(folder, 'journal'), seed, processes, calls: rounds }),
  );
  const { plan, entries, records, output, busy } = outcome;
  const problems = [
    ...judgeRace({ ...outcome, processes }),
    ...(output === '' ? [] : [{ what: `processes printed:\n${output}` }]),
  ];
  const broken = new Set(problems.map(({ runId }) => runId));
  failed += broken.size;
  passed += records.runs.filter(({ runId }) => !broken.has(runId)).length;
  const won = entries.filter((entry) => entry.kind === 'decided').length;
  const lost = entries.filter((entry) => entry.kind === 'refused').length;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${kind}: ${processes} processes, ${plan.raced.length} calls in ${plan.waiting.length} runs, ` +
      `${won + lost} decisions (${won} won, ${lost} lost, ${busy} times busy in between), ` +
      `${plan.cutOff.length} runs taken over, in ${seconds} s; seed ${seed}`,
  );
  if (problems.length > 0) {
    console.log(tellProblems(problems, entries));
    const options = `--processes ${processes} --rounds ${rounds} --store ${kind} --seed ${seed}`;
    console.log(`\nAgain: npm run races -- ${options}\n`);
  }
}
