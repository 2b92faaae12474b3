/** The contenders of `mcp`, in the order in which they are shown; each is a file here. */
export const serverContenderNames: readonly string[] = [
  'raw',
  'raw-unchecked',
  'helve',
  'fastmcp',
  'mastra',
];
