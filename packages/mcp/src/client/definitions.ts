import { isObject } from './json.ts';
import { McpConfigError } from './mcp-errors.ts';
import type { McpToolDefinition } from './tool-definition.ts';
import { readDefinition } from './tool-definition.ts';

/** What one server said of itself. */
export interface ServerDefinition {
  readonly tools: readonly McpToolDefinition[];
  readonly instructions?: string;
}

/**
 * The tools of a client's servers, as JSON: what `definitions()` gives, to be kept in a file and
 * handed to `createMcpClient({ definitions })`.
 *
 * @example
 * await writeFile('mcp-tools.json', JSON.stringify(await client.definitions(), null, 2));
 */
export interface McpDefinitions {
  readonly version: 1;
  readonly servers: Readonly<Record<string, ServerDefinition>>;
}

/**
 * Reads definitions that were kept.
 *
 * @throws McpConfigError where they are none, naming the tool that is not one.
 */
export function readDefinitions(raw: unknown): ReadonlyMap<string, ServerDefinition> {
  if (!isObject(raw) || raw['version'] !== 1 || !isObject(raw['servers'])) {
    throw new McpConfigError(
      '`definitions` must be what client.definitions() gave: { version: 1, servers }.',
    );
  }
  return new Map(
    Object.entries(raw['servers']).map(([server, given]) => [server, readServer(server, given)]),
  );
}

function readServer(server: string, raw: unknown): ServerDefinition {
  const tools = isObject(raw) ? raw['tools'] : undefined;
  if (!Array.isArray(tools)) {
    throw new McpConfigError(
      `\`definitions\` of the MCP server "${server}" have no list \`tools\`.`,
    );
  }
  const instructions = isObject(raw) ? raw['instructions'] : undefined;
  const read = tools.map((tool: unknown) => {
    const definition = readDefinition(tool);
    if (definition.ok) return definition.definition;
    throw new McpConfigError(
      `\`definitions\` of the MCP server "${server}" hold the tool "${definition.name}", and ${definition.why}. Export them again.`,
    );
  });
  return { tools: read, ...(typeof instructions === 'string' ? { instructions } : {}) };
}
