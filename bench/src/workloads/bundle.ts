import { mkdirSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { OutputChunk } from 'rolldown';
import { rolldown } from 'rolldown';
import type { Cell, Cells } from '../measure/result.ts';
import { benchFolder } from '../measure/run-child.ts';
import { summarize } from '../measure/summary.ts';
import type { OwnWorkload, RunSettings } from '../measure/workload.ts';
import { bundleEntries, schemas } from './bundle-entries.ts';

const folder = join(benchFolder, 'node_modules/.cache/bundles');

const builtins = new Set(builtinModules);

interface Sizes {
  /** Minified, of what is loaded at the start. */
  readonly minified: number;
  readonly gzip: number;
  /** With everything that is loaded on demand. */
  readonly all: number;
}

/** Bundles for a place that has Web APIs and no file system. */
async function bundle(name: string, code: string): Promise<Sizes> {
  const input = join(folder, `${name}.mjs`);
  writeFileSync(input, code);
  const build = await rolldown({
    input,
    platform: 'browser',
    external: (id) => id.startsWith('node:') || id.endsWith('.wasm') || builtins.has(id),
    resolve: { conditionNames: ['workerd', 'edge-light', 'worker', 'browser', 'import'] },
    onLog: () => undefined,
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  const chunks = output.filter((file) => file.type === 'chunk');
  const first = new Set<OutputChunk>();
  const add = (chunk: OutputChunk | undefined) => {
    if (chunk === undefined || first.has(chunk)) return;
    first.add(chunk);
    for (const file of chunk.imports) add(chunks.find(({ fileName }) => fileName === file));
  };
  add(chunks.find(({ isEntry }) => isEntry));
  const gzip = (some: Iterable<OutputChunk>) =>
    [...some].reduce((sum, chunk) => sum + gzipSync(chunk.code, { level: 9 }).length, 0);
  return {
    minified: [...first].reduce((sum, chunk) => sum + Buffer.byteLength(chunk.code), 0),
    gzip: gzip(first),
    all: gzip(chunks),
  };
}

const cellOf = (sizes: Sizes, base: Sizes): Cell => {
  const kb = (bytes: number) => summarize([bytes / 1000]);
  return {
    kind: 'measured',
    metrics: {
      minified: kb(sizes.minified),
      gzip: kb(sizes.gzip),
      over: kb(sizes.gzip - base.gzip),
      all: kb(sizes.all),
    },
  };
};

async function run({ note }: RunSettings): Promise<Cells> {
  mkdirSync(folder, { recursive: true });
  const base = await bundle('zod', schemas);
  const tool: Record<string, Cell> = { zod: cellOf(base, base) };
  const loop: Record<string, Cell> = { zod: cellOf(base, base) };
  for (const [name, entry] of Object.entries(bundleEntries)) {
    for (const [form, cells] of [['tool', tool] as const, ['loop', loop] as const]) {
      try {
        cells[name] = cellOf(await bundle(`${name}-${form}`, schemas + entry[form]), base);
      } catch (error) {
        const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
        cells[name] = { kind: 'cannot', why: `does not bundle: ${why}` };
      }
      note(`bundle: ${name}, ${form}`);
    }
  }
  return { 'one tool': tool, 'with the loop': loop };
}

/** What has to be sent to where it runs. */
export const bundling: OwnWorkload = {
  name: 'bundle',
  title: 'Bundle for the edge',
  about:
    'One tool with zod schemas, and the same with an agent, bundled by rolldown for a runtime ' +
    'without Node, minified, gzip: what is loaded at the start, and what comes on demand with it.',
  columns: ['one tool', 'with the loop'].flatMap((variant) => [
    { label: `${variant}: gzip`, variant, metric: 'gzip', unit: 'kB' },
    { label: 'above zod', variant, metric: 'over', unit: 'kB' },
    { label: 'with what comes on demand', variant, metric: 'all', unit: 'kB' },
  ]),
  run,
};
