import type { Summary } from './summary.ts';

/** What became of one contender in one variant. */
export type Cell =
  | { readonly kind: 'measured'; readonly metrics: Readonly<Record<string, Summary>> }
  /** The contender has no such thing. */
  | { readonly kind: 'cannot'; readonly why: string }
  /** It did not end in time, or would not have. */
  | { readonly kind: 'stopped'; readonly why: string };

/** Cells by variant and contender, in the order in which they are shown. */
export type Cells = Readonly<Record<string, Readonly<Record<string, Cell>>>>;

/** A figure of a cell, or nothing where it was not measured. */
export function figure(
  cells: Cells | undefined,
  variant: string,
  contender: string,
  metric = 'time',
): Summary | undefined {
  const cell = cells?.[variant]?.[contender];
  return cell?.kind === 'measured' ? cell.metrics[metric] : undefined;
}
