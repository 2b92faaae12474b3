// biome-ignore-all lint/correctness/noUnusedFunctionParameters: written as the page has it
import { createTool } from 'helve';
import { z } from 'zod';

export const tool = createTool({
  id: 'example-tool',
  description: 'Example tool with hooks',
  outputSchema: z.object({
    result: z.string(),
  }),
  execute: async (input) => {
    return { result: 'Success' };
  },
  onOutput: ({ output, toolCallId, toolName, abortSignal }) => {
    console.log(`${toolName} execution completed:`, output);
    // output is fully typed based on outputSchema
  },
});
