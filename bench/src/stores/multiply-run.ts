/** What a statement may hold of a table's column. */
export interface TableColumn {
  readonly table: string;
  readonly column: string;
  readonly isText: boolean;
}

/** Copies to be made of a run that is there. */
export interface Copies {
  readonly runId: string;
  /** The thread that the run is on, which the copies' names are made of. */
  readonly threadId: string;
  readonly count: number;
  readonly firstThread: number;
  readonly perThread: number;
  /** What the names of the copies begin with. */
  readonly name: string;
}

/**
 * Statements that copy a run of Helve's within its database, with all that belongs to it, under ids of
 * their own. What the library has written once it need not write 100,000 times before a list of it
 * can be measured. The same text is good for SQLite and PostgreSQL.
 *
 * @param columns of the tables whose rows belong to runs, the table of runs first
 */
export function multiplyRun(columns: readonly TableColumn[], copies: Copies): string[] {
  const byTable = Map.groupBy(columns, ({ table }) => table);
  const [runs, ...others] = [...byTable].filter(([, all]) =>
    all.some(({ column }) => column === 'run_key'),
  );
  if (runs === undefined) throw new Error('There is no table of runs.');
  const [runTable, runColumns] = runs;
  return [
    copyRuns(runTable, runColumns, copies),
    ...others.map(([table, own]) => copyRows(runTable, table, own, copies)),
  ];
}

function copyRuns(table: string, columns: readonly TableColumn[], copies: Copies): string {
  const own = columns.filter(({ column }) => column !== 'run_key');
  return `${numbers(copies)} INSERT INTO ${table} (${names(own)})
    SELECT ${own.map((column) => copied(column, copies)).join(', ')}
    FROM numbers i CROSS JOIN ${table} t WHERE t.run_id = ${text(copies.runId)} ORDER BY i.n`;
}

function copyRows(
  runTable: string,
  table: string,
  columns: readonly TableColumn[],
  copies: Copies,
): string {
  // a row's own number is the database's to give
  const own = columns.filter(({ column }) => column === 'run_key' || !column.endsWith('_key'));
  const values = own.map((column) =>
    column.column === 'run_key' ? 'copy.run_key' : copied(column, copies),
  );
  return `${numbers(copies)} INSERT INTO ${table} (${names(own)})
    SELECT ${values.join(', ')}
    FROM numbers i
    JOIN ${runTable} copy ON copy.run_id = ${text(copies.name)} || i.n
    CROSS JOIN ${table} t
    WHERE t.run_key = (SELECT run_key FROM ${runTable} WHERE run_id = ${text(copies.runId)})
    ORDER BY i.n`;
}

const names = (columns: readonly TableColumn[]): string =>
  columns.map(({ column }) => column).join(', ');

function numbers({ count }: Copies): string {
  return `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers
    WHERE n + 1 < ${count})`;
}

function copied({ column, isText }: TableColumn, copies: Copies): string {
  if (!isText) return `t.${column}`;
  const { runId, threadId, name, firstThread, perThread } = copies;
  const thread = `'thread-' || (${firstThread} + i.n / ${perThread})`;
  const renamed = `replace(t.${column}, ${text(runId)}, ${text(name)} || i.n)`;
  return `replace(${renamed}, ${text(threadId)}, ${thread})`;
}

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
