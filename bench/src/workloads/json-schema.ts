import { join } from 'node:path';
import type { Cell, Cells } from '../measure/result.ts';
import { runChild } from '../measure/run-child.ts';
import { summarize } from '../measure/summary.ts';
import type { OwnWorkload, RunSettings } from '../measure/workload.ts';
import type { Checked } from './json-schema-worker.ts';

const worker = join(import.meta.dirname, 'json-schema-worker.ts');

async function run({ quick, random, note }: RunSettings): Promise<Cells> {
  const cells: Record<string, Record<string, Cell>> = {};
  const rounds = quick ? 3 : 15;
  for (const [name, flags] of [
    ['with eval', []],
    ['without eval', ['--disallow-code-generation-from-strings']],
  ] as const) {
    const seed = Math.floor(random() * 2 ** 31);
    const { output } = await runChild([...flags, worker, String(seed), String(rounds)]);
    // printed by the worker
    const found = JSON.parse(output) as Checked;
    cells[name] = Object.fromEntries(
      Object.entries(found).map(([validator, row]): [string, Cell] => [
        validator,
        'why' in row
          ? { kind: 'cannot', why: row.why }
          : {
              kind: 'measured',
              metrics: {
                compile: summarize(row.compile),
                valid: summarize(row.valid),
                invalid: summarize(row.invalid),
              },
            },
      ]),
    );
    note(`json-schema: ${name}`);
  }
  return cells;
}

/** Schemas that come as documents, from an MCP server for example. */
export const jsonSchemas: OwnWorkload = {
  name: 'json-schema',
  title: 'Raw JSON Schema',
  about:
    'A document of 30 fields: made ready, and a value checked that fits and one that does not; ' +
    'once as usual, once in a process that may not make code of strings, as at the edge.',
  columns: ['with eval', 'without eval'].flatMap((variant) => [
    { label: `${variant}: ready, 1st check`, variant, metric: 'compile', unit: 'µs' },
    { label: 'valid', variant, metric: 'valid', unit: 'µs' },
    { label: 'invalid', variant, metric: 'invalid', unit: 'µs' },
  ]),
  run,
};
