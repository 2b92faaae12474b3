import type { Row, SqlValue, Steps } from './sql-engine.ts';
import { statement } from './statement.ts';

/** How many rows go in with one statement; parameters are limited, and each text is prepared. */
const AT_ONCE = 32;

/** Inserts rows in the order given, few statements for many. Gives what `behind` returns of them. */
export function* insertRows(
  rows: readonly (readonly SqlValue[])[],
  { into, behind }: { readonly into: string; readonly behind: string },
): Steps<readonly Row[]> {
  const returned: Row[] = [];
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    const part = rows.slice(start, start + AT_ONCE);
    const found = yield statement((put) => {
      const values = part.map((row) => `(${row.map(put).join(', ')})`);
      return `INSERT INTO ${into} VALUES ${values.join(', ')} ${behind}`;
    });
    returned.push(...found);
  }
  return returned;
}
