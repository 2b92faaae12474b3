// biome-ignore-all lint/correctness/noUnusedFunctionParameters: written as the page has it
import { createTool } from 'helve';
import { z } from 'zod';

export const tool = createTool({
  id: 'example-tool',
  description: 'Example tool with hooks',
  inputSchema: z.object({
    city: z.string(),
  }),
  onInputAvailable: ({ input, toolCallId, messages, abortSignal }) => {
    console.log(`Tool received complete input:`, input);
    // input is fully typed based on inputSchema
  },
});
