// biome-ignore-all lint/correctness/noUnusedFunctionParameters: written as the page has it
import { createTool } from 'helve';

export const tool = createTool({
  id: 'example-tool',
  description: 'Example tool with hooks',
  onInputDelta: ({ inputTextDelta, toolCallId, messages, abortSignal }) => {
    console.log(`Received input chunk: ${inputTextDelta}`);
  },
});
