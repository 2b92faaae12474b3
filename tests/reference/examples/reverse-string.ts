import { createTool } from 'helve';
import { z } from 'zod';
export const tool = createTool({
  id: 'test-tool',
  description: 'Reverse the input string',
  inputSchema: z.object({
    input: z.string(),
  }),
  outputSchema: z.object({
    output: z.string(),
  }),
  execute: async (inputData) => {
    const reversed = inputData.input.split('').reverse().join('');
    return {
      output: reversed,
    };
  },
});
