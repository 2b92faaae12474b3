import { checkSet } from './check-options.ts';
import type { FetchOptions } from './http/fetch-handler.ts';
import { createFetchHandler } from './http/fetch-handler.ts';
import type { ListenOptions, McpListener, NodeListener } from './http/listen.ts';
import { listen, nodeListener } from './http/listen.ts';
import { createCore, readTools } from './server-core.ts';
import type { McpServerOptions } from './server-options.ts';
import type { StdioConnection, StdioOptions } from './stdio/serve-stdio.ts';
import { serveOnStdio } from './stdio/serve-stdio.ts';

/** Tools and agents, ready to be served to MCP clients. */
export interface McpServer {
  /**
   * Answers one HTTP request: for Hono (`app.all('/mcp', (c) => server.fetch(c.req.raw))`), Bun,
   * Deno and workers.
   */
  fetch(request: Request, options?: FetchOptions): Promise<Response>;
  /** The same for Node's HTTP server and Express: `app.all('/mcp', server.node)`. */
  readonly node: NodeListener;
  /** Listens on a port of this machine, on loopback unless told otherwise. */
  listen(options?: ListenOptions): Promise<McpListener>;
  /** Serves the client that started this process; standard output is the protocol's from then on. */
  stdio(options?: StdioOptions): Promise<Omit<StdioConnection, 'announce'>>;
  /** Takes other tools and agents in the place of those there are, and tells clients. */
  setTools(tools: Pick<McpServerOptions, 'tools' | 'agents'>): void;
  /** Ends all connections and everything that runs or waits. */
  close(): Promise<void>;
}

/**
 * Makes an MCP server of tools and agents, for clients of both eras of the protocol (2026-07-28 and
 * 2025-11-25). Every call goes through the same pipeline as an agent's: what wants approval is asked
 * about first, what suspends asks for its answer, and a client is given what `toModelOutput` makes
 * and nothing else of the output.
 *
 * @throws InvalidMcpServerError (`INVALID_MCP_SERVER`) naming what is wrong with the options.
 *
 * @example
 * const server = createMcpServer({ name: 'orders', version: '1.0.0', tools: { findOrder } });
 * await server.stdio(); // or: await server.listen({ port: 3000 })
 */
export function createMcpServer(options: McpServerOptions): McpServer {
  const core = createCore(options);
  const handler = createFetchHandler(core);
  const closing = new Set<() => Promise<void>>();
  const connections = new Set<StdioConnection>();
  return {
    fetch: (request, given) => handler.fetch(request, given),
    node: nodeListener(core, handler),
    async listen(where = {}) {
      const listener = await listen(core, handler, where);
      closing.add(listener.close);
      return listener;
    },
    async stdio(streams = {}) {
      const connection = await serveOnStdio(core, streams);
      connections.add(connection);
      void connection.closed.then(() => connections.delete(connection));
      return connection;
    },
    setTools(tools) {
      checkSet(tools);
      core.catalogue = readTools(tools, core.logger);
      handler.announce();
      for (const connection of connections) connection.announce();
    },
    async close() {
      core.parked.abortAll(new Error('The server was closed.'));
      await Promise.all([...connections].map((connection) => connection.close()));
      await handler.close();
      await Promise.all([...closing].map((close) => close()));
    },
  };
}
