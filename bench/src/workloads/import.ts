import type { Cell, Cells } from '../measure/result.ts';
import { runChild } from '../measure/run-child.ts';
import { shuffled } from '../measure/seeded.ts';
import { summarize } from '../measure/summary.ts';
import type { OwnWorkload, RunSettings } from '../measure/workload.ts';

/** What is imported, by how the row is called. */
const entries: Readonly<Record<string, string>> = {
  'empty process': '',
  zod: 'zod',
  helve: 'helve',
  'helve/agent': 'helve/agent',
  ai: 'ai',
  '@tanstack/ai': '@tanstack/ai',
  '@mastra/core/tools': '@mastra/core/tools',
  '@mastra/core/agent': '@mastra/core/agent',
  '@openai/agents': '@openai/agents',
  '@langchain/core/tools': '@langchain/core/tools',
  langchain: 'langchain',
};

const code = (entry: string): string =>
  entry === '' ? '' : `await import(${JSON.stringify(entry)});`;

const asModule = (text: string): string[] => ['--input-type=module', '-e', text];

/** Counts what is loaded, beside the time that this takes. */
const probe = (entry: string): string => `
  import { registerHooks } from 'node:module';
  const urls = new Set();
  registerHooks({
    load(url, context, next) {
      if (url.startsWith('file:')) urls.add(url);
      return next(url, context);
    },
  });
  ${code(entry)}
  const found = [...urls].map((url) => url.match(/.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/)?.[1]);
  const { rss, heapUsed } = process.memoryUsage();
  const packages = [...new Set(found.filter(Boolean))];
  console.log(JSON.stringify({ files: urls.size, rss, heapUsed, packages }));
`;

interface Probed {
  readonly files: number;
  readonly rss: number;
  readonly heapUsed: number;
  readonly packages: readonly string[];
}

async function run({ quick, random, note }: RunSettings): Promise<Cells> {
  const names = Object.keys(entries);
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  const rounds = quick ? 3 : 15;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of shuffled(names, random)) {
      const { ms } = await runChild(asModule(code(entries[name] ?? '')));
      times.get(name)?.push(ms);
    }
  }
  note('import: time');
  const cells: Record<string, Cell> = {};
  for (const name of names) {
    const { output } = await runChild(asModule(probe(entries[name] ?? '')));
    // printed by the probe above
    const { files, rss, heapUsed, packages } = JSON.parse(output) as Probed;
    const one = (value: number) => summarize([value]);
    cells[name] = {
      kind: 'measured',
      metrics: {
        time: summarize(times.get(name) ?? []),
        rss: one(rss / 1e6),
        heap: one(heapUsed / 1e6),
        files: one(files),
        packages: one(packages.length),
        schemaLibraries: one(packages.filter((found) => schemaLibraries.has(found)).length),
        aiSdk: one(packages.filter((found) => /^(ai|@ai-sdk\/.*)$/.test(found)).length),
      },
    };
  }
  note('import: files and memory');
  return { import: cells };
}

const schemaLibraries = new Set(['zod', 'valibot', 'arktype', 'ajv', '@cfworker/json-schema']);

/** What it costs to load a library at all. */
export const importing: OwnWorkload = {
  name: 'import',
  title: 'Import',
  about:
    'A whole process that imports one entry point and ends: time from start to end; in another ' +
    'process, what memory it then has and how many files were loaded.',
  columns: [
    { label: 'time', variant: 'import', unit: 'ms', base: 'empty process' },
    { label: 'RSS', variant: 'import', metric: 'rss', unit: 'MB' },
    { label: 'heap', variant: 'import', metric: 'heap', unit: 'MB' },
    { label: 'files', variant: 'import', metric: 'files', unit: '' },
    { label: 'packages', variant: 'import', metric: 'packages', unit: '' },
  ],
  run,
};
