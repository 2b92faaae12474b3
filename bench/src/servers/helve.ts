import type { ServerContender } from './server-contender.ts';

export const serverContender: ServerContender = {
  cannot: {},
  validates: true,
  does:
    '`createMcpServer()` on the same SDK, as it comes: validates input and output, guards `Host`, ' +
    '`Origin`, size and depth, watches aborts and times out, and serves both eras',
  serve: async ({ transport, port, tools }) => {
    const [{ createMcpServer }, { createTool }] = await Promise.all([
      import('@helve/mcp/server'),
      import('helve'),
    ]);
    const server = createMcpServer({
      name: 'bench',
      version: '1.0.0',
      tools: Object.fromEntries(
        tools.map(({ name, description, input, output, execute }) => [
          name,
          createTool({
            id: name,
            description,
            inputSchema: input,
            outputSchema: output,
            execute: (given) => execute(given),
          }),
        ]),
      ),
    });
    await (transport === 'stdio' ? server.stdio() : server.listen({ port }));
  },
};
