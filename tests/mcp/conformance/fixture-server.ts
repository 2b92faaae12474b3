import { createMcpServer } from '@helve/mcp/server';
import { createTool } from 'helve';
import { askingTools } from './asking-tools.ts';
import { contentTools } from './content-tools.ts';
import { addPromptsAndResources } from './prompts-and-resources.ts';

// The server that the official suite is run against, on a port that is free; it prints its address.

const tools = {
  ...contentTools,
  ...askingTools,
  test_trigger_tool_change: createTool({
    id: 'test_trigger_tool_change',
    description: 'Says that the tools have changed',
    execute: async () => {
      server.setTools({ tools });
      return 'changed';
    },
  }),
};

const silent = (): void => undefined;

const server = createMcpServer({
  name: 'helve-fixture',
  version: '1.0.0',
  tools,
  extend: addPromptsAndResources,
  // the suite wants tools that fail
  logger: { debug: silent, info: silent, warn: console.warn, error: silent },
});

const { url } = await server.listen();
console.log(url);
