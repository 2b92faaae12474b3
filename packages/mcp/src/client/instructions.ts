import type { Logger } from 'helve';
import type { McpServerTools } from './mcp-server-tools.ts';

/**
 * What servers want a model to know of them, as one text. Of servers that are not trusted it is left
 * out: whoever writes into an agent's instructions has a say in what it does.
 */
export async function instructionsOf(
  servers: readonly McpServerTools[],
  logger: Logger,
): Promise<string> {
  const told = await Promise.all(
    servers.map(async ({ settings, list }) => {
      const { name } = settings;
      if (!settings.instructions) return [];
      try {
        const { instructions } = await list.current(undefined);
        return instructions ? [`# Tools of ${name}\n\n${instructions}`] : [];
      } catch (error) {
        if (settings.required) throw error;
        logger.error(`The instructions of MCP server "${name}" are left out.`, {
          server: name,
          error,
        });
        return [];
      }
    }),
  );
  return told.flat().join('\n\n');
}
