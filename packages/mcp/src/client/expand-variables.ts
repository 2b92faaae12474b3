import { isObject } from './json.ts';
import { McpConfigError } from './mcp-errors.ts';

const VARIABLE = /\$\{(?:env:)?([^}:]+(?::[^}:-][^}:]*)?)(?::-([^}]*))?\}/g;

/**
 * Puts variables into the texts of a server of a `mcpServers` file: `${NAME}`, `${env:NAME}`, and
 * `${NAME:-what else}`.
 *
 * @throws McpConfigError naming a variable that has no value.
 */
export function expandVariables(
  server: string,
  value: unknown,
  env: Readonly<Record<string, string | undefined>>,
): unknown {
  if (typeof value === 'string') {
    return value.replace(VARIABLE, (_whole, name: string, otherwise: string | undefined) => {
      const known = Object.hasOwn(env, name) ? env[name] : undefined;
      const text = known || otherwise;
      if (text !== undefined) return text;
      throw new McpConfigError(
        `The MCP server "${server}" names the variable "${name}", which has no value. Pass it to createMcpClient({ env: { ${JSON.stringify(name)}: … } }), or \`env: process.env\` for all there are.`,
      );
    });
  }
  if (Array.isArray(value)) return value.map((item) => expandVariables(server, item, env));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, expandVariables(server, each, env)]),
  );
}
