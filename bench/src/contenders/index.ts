/** The contenders by name, in the order in which they are shown; each is a file beside this one. */
export const contenderNames: readonly string[] = [
  'hand',
  'full-hand',
  'helve',
  'ai-sdk',
  'tanstack',
  'openai',
  'langchain',
  'mastra',
];
