import type { ListToolsResult } from '@modelcontextprotocol/server';
import type { AnyTool, Logger } from 'helve';
import { isTool, SchemaConversionError } from 'helve';
import { InvalidMcpServerError } from '../invalid-mcp-server-error.ts';
import type { ServedTool } from './served-tool.ts';
import { serveTool } from './served-tool.ts';

/** What the protocol allows in a tool's name. */
const VALID_NAME = /^[a-zA-Z0-9_.-]{1,128}$/;
const RESERVED_PREFIX = 'helve_';

/** All tools of a server, made ready once: what a call costs does not depend on how many there are. */
export interface Catalogue {
  readonly tools: ReadonlyMap<string, ServedTool>;
  /** The answer to `tools/list`, in the order of their registration. */
  readonly list: ListToolsResult;
  readonly names: ReadonlySet<string>;
}

/**
 * Makes the catalogue. A tool that cannot be offered is left out with a warning; the rest are there.
 *
 * @throws InvalidMcpServerError where the record is none, a name is not allowed, or a tool asks its
 * user for something that no client can.
 */
export function createCatalogue(
  record: Readonly<Record<string, AnyTool>>,
  logger: Logger,
): Catalogue {
  const tools = new Map<string, ServedTool>();
  for (const [name, tool] of Object.entries(record)) {
    checkName(name);
    if (!isTool(tool)) {
      throw new InvalidMcpServerError(
        `tools.${name} is not a tool. Make it with createTool({ … }).`,
      );
    }
    const served = tryToServe(name, tool, logger);
    if (served) tools.set(name, served);
  }
  return {
    tools,
    list: { tools: [...tools.values()].map(({ declaration }) => declaration) },
    names: new Set(tools.keys()),
  };
}

function tryToServe(name: string, tool: AnyTool, logger: Logger): ServedTool | undefined {
  const { source } = tool;
  if (!source.execute) {
    logger.warn(
      `Tool "${name}" is not served: it has no execute, and MCP has no way to leave a call to the client.`,
      { toolName: name },
    );
    return undefined;
  }
  try {
    return serveTool(name, source, logger);
  } catch (error) {
    if (!SchemaConversionError.isInstance(error)) throw error;
    logger.warn(`Tool "${name}" is not served: ${error.message}`, { toolName: name, error });
    return undefined;
  }
}

function checkName(name: string): void {
  if (name.startsWith(RESERVED_PREFIX)) {
    throw new InvalidMcpServerError(
      `The tool name "${name}" is reserved: names must not start with "${RESERVED_PREFIX}".`,
    );
  }
  if (!VALID_NAME.test(name)) {
    throw new InvalidMcpServerError(
      `The tool name "${name}" is not one that MCP allows. Use up to 128 letters, digits, "_", "-" and "." for the key in \`tools\`.`,
    );
  }
}
