import { paint } from './paint.ts';
import type { Screen } from './screen.ts';
import { wrap } from './wrap.ts';

/** A column: its title, and its values by what they are called. */
export type Column = readonly [title: string, fields: readonly (readonly [string, string])[]];

/** Below this many letters, columns go below each other. */
const SIDE_BY_SIDE = 72;
const ABSENT = '—';
const GAP = 2;

/** Shows the values that differ side by side, and names the others. */
export function showTable(columns: readonly Column[], screen: Screen): void {
  const names = [...new Set(columns.flatMap(([, fields]) => fields.map(([name]) => name)))];
  const maps = columns.map(([, fields]) => new Map(fields));
  const rows = names.map((name) => ({
    name,
    values: maps.map((values) => values.get(name) ?? ABSENT),
  }));
  const differing = rows.filter(({ values }) => !values.every((value) => value === values[0]));
  const titles = columns.map(([title]) => title);
  if (differing.length > 0) {
    if (screen.width < SIDE_BY_SIDE) below(titles, differing, screen);
    else beside(titles, differing, screen);
  }
  const same = rows.filter((row) => !differing.includes(row)).map(({ name }) => name);
  if (same.length > 0) screen.lines(`the same for all: ${same.join(', ')}`, paint.quiet);
}

interface Row {
  readonly name: string;
  readonly values: readonly string[];
}

function beside(titles: readonly string[], rows: readonly Row[], screen: Screen): void {
  const names = Math.max(...rows.map(({ name }) => name.length)) + GAP;
  const widths = shareOut(
    titles.map((title, column) =>
      Math.max(title.length, ...rows.map(({ values }) => values[column]?.length ?? 0)),
    ),
    screen.width - names - GAP * (titles.length - 1),
  );
  const head = titles.map((title, column) => title.padEnd((widths[column] ?? 0) + GAP)).join('');
  screen.row(`${' '.repeat(names)}${paint.name(head.trimEnd())}`);
  for (const { name, values } of rows) {
    const cells = values.map((value, column) => wrap(value, widths[column] ?? 1));
    const height = Math.max(...cells.map((lines) => lines.length));
    for (let line = 0; line < height; line++) {
      const painted = cells.map((lines, column) => {
        const text = lines[line] ?? '';
        const gap = ' '.repeat((widths[column] ?? 0) + GAP - text.length);
        return text === '' ? gap : styleOf(values, column)(text) + gap;
      });
      const label = (line === 0 ? name : '').padEnd(names);
      screen.row(`${paint.quiet(label)}${painted.join('')}`.trimEnd());
    }
  }
}

/** The widths that columns would like, the widest made narrower until all of them fit. */
function shareOut(wanted: readonly number[], width: number): readonly number[] {
  const widths = [...wanted];
  while (widths.reduce((sum, each) => sum + each, 0) > width) {
    const widest = Math.max(...widths);
    widths[widths.indexOf(widest)] = widest - 1;
  }
  return widths;
}

function below(titles: readonly string[], rows: readonly Row[], screen: Screen): void {
  const wide = Math.max(...titles.map((title) => title.length)) + 2;
  for (const { name, values } of rows) {
    screen.row(paint.quiet(name));
    values.forEach((value, column) => {
      wrap(value, screen.width - wide - 2).forEach((line, index) => {
        const title = (index === 0 ? (titles[column] ?? '') : '').padEnd(wide);
        screen.row(`  ${paint.quiet(title)}${styleOf(values, column)(line)}`);
      });
    });
  }
}

/** The first column is what there really is; who is shown something else stands out. */
function styleOf(values: readonly string[], column: number): (text: string) => string {
  if (column === 0) return paint.bad;
  return values[column] === values[0] ? paint.plain : paint.good;
}
