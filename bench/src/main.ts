import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Contender } from './contender.ts';
import { contenderNames } from './contenders/index.ts';
import type { Cells } from './measure/result.ts';
import { rounded } from './measure/rounded.ts';
import { benchFolder } from './measure/run-child.ts';
import { runWorkload } from './measure/run-workload.ts';
import { seeded } from './measure/seeded.ts';
import type { OwnWorkload, RunSettings, Workload } from './measure/workload.ts';
import { report, targetTable } from './report/report.ts';
import { currentLoad, describeSetting } from './report/setting.ts';
import { judgeTargets } from './report/targets.ts';
import { workloadReport } from './report/workload-report.ts';
import { bundling } from './workloads/bundle.ts';
import { importing } from './workloads/import.ts';
import { workloads } from './workloads/index.ts';
import { jsonSchemas } from './workloads/json-schema.ts';

// `npm run bench` measures everything but the parts and writes RESULTS.md and results.json; with the
// name of a workload it measures that one, and with --quick everything a little, and only prints.
// `store` measures the stores, alone, and writes STORE.md and store-results.json; `mcp` measures what
// serves tools to MCP clients, alone, and writes MCP.md and mcp-results.json.

const all: readonly (Workload | OwnWorkload)[] = [importing, bundling, ...workloads, jsonSchemas];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string' },
    only: { type: 'string' },
  },
});

const known = [...all.map(({ name }) => name), 'store', 'mcp'];
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Workloads: ${known.join(', ')}`);
  process.exit(1);
}

const began = Date.now();
const loadBefore = currentLoad();
const seed = Number(values.seed ?? began % 1_000_000);
const contenders = values.only?.split(',') ?? contenderNames;
const shared = {
  quick: values.quick,
  random: seeded(seed),
  note: (text: string) => console.error(`${Math.round((Date.now() - began) / 1000)} s  ${text}`),
};
const settings: RunSettings = { ...shared, contenders, folder: 'contenders' };
console.error(`seed ${seed}`);

if (positionals.includes('store')) {
  // it needs a database and native modules, and is no part of everything
  const { runStores } = await import('./run-stores.ts');
  await runStores({ ...shared, seed, began, only: values.only?.split(',') });
  process.exit(0);
}

if (positionals.includes('mcp')) {
  // its contenders are servers
  const { runMcp } = await import('./run-mcp.ts');
  await runMcp({ ...shared, seed, began, only: values.only?.split(',') });
  process.exit(0);
}

const done: (readonly [Workload | OwnWorkload, Cells])[] = [];
for (const workload of all) {
  if (positionals.length > 0 && !positionals.includes(workload.name)) continue;
  const cells = await ('run' in workload
    ? workload.run(settings)
    : runWorkload(workload, settings));
  done.push([workload, cells]);
}

const described = new Map<string, Contender>();
for (const name of contenders) {
  // a file of ours, by a name of our list
  const module = (await import(`./contenders/${name}.ts`)) as { contender: Contender };
  described.set(name, module.contender);
}

const results = Object.fromEntries(done.map(([{ name }, cells]) => [name, cells]));
const complete = done.length === all.length && !values.quick && values.only === undefined;
if (complete) {
  const setting = describeSetting(seed, began, loadBefore, 'contenders');
  writeFileSync(join(benchFolder, 'RESULTS.md'), report(setting, done, described));
  writeFileSync(
    join(benchFolder, 'results.json'),
    `${JSON.stringify({ setting, results }, rounded, 2)}\n`,
  );
} else {
  for (const [workload, cells] of done) {
    console.log(`${workloadReport(workload, cells, described)}\n`);
  }
}
const targets = judgeTargets(results);
if (targets.length > 0) console.log(targetTable(targets));
// contenders may have left something running
process.exit(0);
