/** The contenders of the store workloads, in the order in which they are shown; each is a file here. */
export const storeContenderNames: readonly string[] = [
  'helve-memory',
  'helve-sqlite',
  'mastra-libsql',
  'langgraph-sqlite',
  'helve-postgres',
  'mastra-postgres',
  'langgraph-postgres',
];
