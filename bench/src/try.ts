import { workloads } from './workloads/index.ts';
import { runWorkload } from './measure/run-workload.ts';
import { seeded } from './measure/seeded.ts';
const [only, who, quick = 'quick'] = process.argv.slice(2);
for (const w of workloads.filter((w) => !only || only === 'all' || w.name === only)) {
  const cells = await runWorkload(w, { contenders: who!.split(','), quick: quick === 'quick', random: seeded(1), note: (t) => console.log(t) });
  for (const [v, row] of Object.entries(cells)) for (const [c, cell] of Object.entries(row))
    console.log(w.name, v.padEnd(26), c.padEnd(10), cell.kind === 'measured' ? Object.entries(cell.metrics).map(([k, m]) => `${k} ${m.min.toPrecision(3)}/${m.median.toPrecision(3)}/${m.max.toPrecision(3)}`).join('  ') : `${cell.kind}: ${cell.why}`);
}
