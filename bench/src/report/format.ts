import type { Cell } from '../measure/result.ts';
import type { Summary } from '../measure/summary.ts';
import type { Column } from '../measure/workload.ts';

/** A figure with about three digits. */
export function digits(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1000) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(size >= 100 ? 3 : 2 + Number(size >= 1))));
}

/** A median, and the range it comes from. */
export function range({ min, median, max, samples }: Summary, scale = 1): string {
  const middle = digits(median * scale);
  return samples === 1 ? middle : `${middle} (${digits(min * scale)}–${digits(max * scale)})`;
}

/** One cell of a table. */
export function cellText(cell: Cell | undefined, column: Column, base: Cell | undefined): string {
  if (cell === undefined) return '';
  if (cell.kind !== 'measured') return cell.kind === 'cannot' ? 'n/a' : 'stopped';
  const { metric = 'time', scale } = column;
  const summary = cell.metrics[metric];
  if (summary === undefined) return '';
  const text = range(summary, scale);
  const of = base?.kind === 'measured' ? base.metrics[metric] : undefined;
  return of === undefined || base === cell
    ? text
    : `${text} **${digits(summary.median / of.median)}×**`;
}

/** A Markdown table; the first column is to the left, the others to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
