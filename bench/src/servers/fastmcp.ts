import type { ServerContender } from './server-contender.ts';

export const serverContender: ServerContender = {
  cannot: { '2026-07-28': 'it speaks 2025-11-25 and before; its README says so' },
  validates: true,
  does:
    '`FastMCP` on version 1 of the SDK: validates input and output; waits a millisecond in every ' +
    'call (`await delay(1)` after `execute`), which is most of its time and little of its CPU time; ' +
    'over HTTP with sessions, as its README begins, and without a look at `Host`',
  serve: async ({ transport, port, tools }) => {
    const { FastMCP } = await import('fastmcp');
    const server = new FastMCP({ name: 'bench', version: '1.0.0' });
    for (const { name, description, input, output, execute } of tools) {
      server.addTool({
        name,
        description,
        parameters: input,
        outputSchema: output,
        execute: (given) => execute(given),
      });
    }
    await server.start(
      transport === 'stdio'
        ? { transportType: 'stdio' }
        : { transportType: 'httpStream', httpStream: { port, host: '127.0.0.1' } },
    );
  },
};
