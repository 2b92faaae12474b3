import type { Contender } from '../contender.ts';
import type { Cells } from '../measure/result.ts';
import { figure } from '../measure/result.ts';
import { exponent } from '../measure/summary.ts';
import type { OwnWorkload, Workload, WorkloadShape } from '../measure/workload.ts';
import { cellText, digits, table } from './format.ts';

/** The part of the report on one workload. */
export function workloadReport(
  workload: Workload | OwnWorkload | WorkloadShape,
  cells: Cells,
  contenders: ReadonlyMap<string, Contender>,
): string {
  const { title, name, about, columns } = workload;
  const rows = [...new Set(Object.values(cells).flatMap((row) => Object.keys(row)))];
  const head = columns.map(({ label, unit }) => (unit === '' ? label : `${label}, ${unit}`));
  const body = rows.map((row) => [
    row,
    ...columns.map((column) => {
      const of = cells[column.variant];
      return cellText(of?.[row], column, column.base === undefined ? undefined : of?.[column.base]);
    }),
  ]);
  const parts = [`## ${title} (\`${name}\`)`, about, table(['', ...head], body)];
  const base = columns.find((column) => column.base !== undefined)?.base;
  if (base !== undefined) parts.push(`Bold: times \`${base}\`.`);
  parts.push(growthTable(workload, cells, rows), notes(workload, cells, contenders));
  return parts.filter((part) => part !== '').join('\n\n');
}

function growthTable(
  {
    variants,
    growth = [],
  }: Pick<WorkloadShape, 'growth'> & { readonly variants?: WorkloadShape['variants'] },
  cells: Cells,
  rows: readonly string[],
): string {
  if (variants === undefined || growth.length === 0) return '';
  const body = rows.map((row) => [
    row,
    ...growth.map(([small, large]) => digitsOr(growthOf(variants, cells, row, small, large))),
  ]);
  const head = ['growth', ...growth.map(([small, large]) => `${small} → ${large}`)];
  return `${table(head, body)}\n\nExponents, of the minima: 1 grows in proportion, 2 with the square.`;
}

const digitsOr = (value: number | undefined): string => (value === undefined ? '' : digits(value));

/** How the time of a row grows between two variants, or nothing where one was not measured. */
export function growthOf(
  variants: WorkloadShape['variants'],
  cells: Cells,
  row: string,
  small: string,
  large: string,
): number | undefined {
  const point = (name: string) => {
    const { size, per = 1 } = variants.find((variant) => variant.name === name) ?? {};
    const time = figure(cells, name, row)?.min;
    return size === undefined || time === undefined ? undefined : { size, time: time * per };
  };
  const from = point(small);
  const to = point(large);
  return from === undefined || to === undefined ? undefined : exponent(from, to);
}

/** What each contender does, and why there is no figure where there is none. */
function notes(
  workload: Workload | OwnWorkload | WorkloadShape,
  cells: Cells,
  contenders: ReadonlyMap<string, Contender>,
): string {
  const lines: string[] = [];
  if ('capability' in workload) {
    for (const [name, { does }] of contenders) {
      const text = does[workload.capability];
      if (text !== undefined) lines.push(`- \`${name}\`: ${text}`);
    }
  }
  const missing = new Set<string>();
  for (const [variant, row] of Object.entries(cells)) {
    for (const [name, cell] of Object.entries(row)) {
      if (cell.kind === 'cannot') missing.add(`- \`${name}\` has no figure: ${cell.why}`);
      if (cell.kind === 'stopped') missing.add(`- \`${name}\`, ${variant}: ${cell.why}`);
    }
  }
  return [...lines, ...missing].join('\n');
}
