// biome-ignore-all lint/correctness/noUnusedFunctionParameters: written as the page has it
import { createTool } from 'helve';

export const tool = createTool({
  id: 'example-tool',
  description: 'Example tool with hooks',
  onInputStart: ({ toolCallId, messages, abortSignal }) => {
    console.log(`Tool ${toolCallId} input streaming started`);
  },
});
