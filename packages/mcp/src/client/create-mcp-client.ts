import type { Tool } from 'helve';
import type { McpClientOptions } from './client-options.ts';
import type { McpDefinitions } from './definitions.ts';
import { readDefinitions } from './definitions.ts';
import { instructionsOf } from './instructions.ts';
import { McpConfigError } from './mcp-errors.ts';
import { McpServerTools } from './mcp-server-tools.ts';
import { readServers } from './read-servers.ts';
import { nameSpaces } from './tool-name.ts';

/** The servers of one application, and their tools. */
export interface McpClient {
  /**
   * The tools of all servers, by names for an agent: `server_tool`. Connects where need be. A server
   * that is not to be had costs its own tools only, unless it is `required`.
   *
   * @throws McpUnreachableError, McpUnauthorizedError, of a required server.
   *
   * @example
   * const agent = new Agent({ id: 'desk', model, tools: () => client.tools() });
   */
  tools(options?: {
    /** Only those of these servers. */
    readonly servers?: readonly string[];
    readonly abortSignal?: AbortSignal;
  }): Promise<Readonly<Record<string, Tool>>>;
  /**
   * What the trusted servers want a model to know of them, for an agent's instructions; an empty
   * text, where it is nothing.
   *
   * @example
   * const instructions = async () => `You keep notes.\n\n${await client.instructions()}`;
   */
  instructions(): Promise<string>;
  /**
   * The tools as the servers have them now, for a file: see `McpClientOptions.definitions`.
   *
   * @throws McpUnreachableError where one is not to be had.
   *
   * @example
   * await writeFile('mcp-tools.json', JSON.stringify(await client.definitions(), null, 2));
   */
  definitions(): Promise<McpDefinitions>;
  /**
   * Finishes an OAuth login that a server asked for, with what came to the redirect address: the
   * code, or all parameters.
   *
   * @example
   * await client.finishAuth('issues', new URL(request.url).searchParams);
   */
  finishAuth(server: string, code: string | URLSearchParams): Promise<void>;
  /** Ends all connections, and the programs that were started for them. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const CLIENT_INFO = { name: 'helve', version: '0.1.0' };

/**
 * Makes the tools of MCP servers ordinary tools: validated here, asked about, and shown like any
 * other. Nothing is connected before something is needed of a server.
 *
 * @throws McpConfigError (`MCP_CONFIG`) naming the server and what is wrong with it.
 *
 * @example
 * const client = createMcpClient({
 *   servers: {
 *     files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/srv/notes'] },
 *     issues: { url: 'https://mcp.example.com', auth: () => readToken(), trusted: true },
 *   },
 * });
 * const agent = new Agent({ id: 'desk', model, tools: () => client.tools() });
 */
export function createMcpClient(options: McpClientOptions): McpClient {
  if (typeof options !== 'object' || options === null) {
    throw new McpConfigError(
      'createMcpClient() takes { servers: { name: { command } or { url } } }.',
    );
  }
  const { clientInfo = CLIENT_INFO, roots = [], logger = console } = options;
  const settings = readServers(options);
  const exported =
    options.definitions === undefined ? new Map() : readDefinitions(options.definitions);
  const spaces = nameSpaces(settings.map(({ name }) => name));
  const servers = settings.map((each) => {
    const space = spaces.get(each.name) ?? { server: each.name, isAmbiguous: true };
    const facts = { clientInfo, roots };
    return new McpServerTools(each, space, facts, logger, options, exported.get(each.name));
  });
  const named = (name: string): McpServerTools => {
    const server = servers.find((each) => each.settings.name === name);
    if (server) return server;
    const names = servers.map((each) => `"${each.settings.name}"`).join(', ');
    throw new McpConfigError(`There is no MCP server "${name}". There are: ${names || 'none'}.`);
  };
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.close()));
  };
  return {
    async tools({ servers: only, abortSignal } = {}) {
      const asked = only ? only.map(named) : servers;
      const found = await Promise.all(
        asked.map(async (server) => {
          try {
            return await server.tools(abortSignal);
          } catch (error) {
            abortSignal?.throwIfAborted();
            if (server.settings.required) throw error;
            const { name } = server.settings;
            logger.error(`The tools of MCP server "${name}" are left out.`, {
              server: name,
              error,
            });
            return new Map<string, Tool>();
          }
        }),
      );
      return Object.fromEntries(found.flatMap((tools) => [...tools]));
    },
    instructions: () => instructionsOf(servers, logger),
    async definitions() {
      const all = await Promise.all(
        servers.map(async ({ settings: { name }, list }) => [name, await list.fresh()] as const),
      );
      return { version: 1, servers: Object.fromEntries(all) };
    },
    async finishAuth(server, code) {
      await named(server).way.finishAuth(code);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
