import type {
  JsonSchemaValidator,
  McpRequestContext,
  ServerOptions as SdkOptions,
} from '@modelcontextprotocol/server';
import {
  fromJsonSchema,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import { callTool } from './call/call-tool.ts';
import { readClientRequest } from './call/client-request.ts';
import type { ServerCore } from './server-core.ts';
import type { ServedTool } from './tools/served-tool.ts';

/** How often a user may be asked in one call of a client from before 2026-07-28. */
const MAX_ROUNDS = 64;

/**
 * Makes the SDK's server for one stateless request, or for one session: never shared, since it
 * knows whom it talks to. It is light, so that making it costs next to nothing: schemas and the
 * list of tools are in the core.
 */
export function createProtocolServer(
  core: ServerCore,
  { requestInfo }: Pick<McpRequestContext, 'requestInfo'> = {},
): Server | McpServer {
  const named = requestInfo?.headers.get('mcp-name');
  const tool = typeof named === 'string' ? core.catalogue.tools.get(named) : undefined;
  if (!tool?.hasHeaders) return prepare(core, new Server(...identityOf(core)));
  // The SDK compares arguments with headers for tools that it knows; this one call needs it.
  const known = new McpServer(...identityOf(core));
  known.registerTool(tool.name, { inputSchema: anyInput(tool) }, () => ({ content: [] }));
  prepare(core, known.server);
  return known;
}

function prepare(core: ServerCore, server: Server): Server {
  server.setRequestHandler('tools/list', () => core.catalogue.list);
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    try {
      return await callTool(core, readClientRequest(server, context), params);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      // The SDK would tell the client what it says.
      core.logger.error('A tool call could not be answered.', { error });
      // biome-ignore lint/style/useErrorCause: it takes none, and the client must not see it
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
    }
  });
  server.onerror = (error) => {
    core.logger.debug('An MCP message could not be handled.', { error });
  };
  core.options.extend?.(server);
  return server;
}

/** Described as it is; what it takes the pipeline judges. */
function anyInput({ declaration }: ServedTool): ReturnType<typeof fromJsonSchema> {
  // The two types of the SDK for a JSON Schema differ in their optional properties alone.
  return fromJsonSchema(declaration.inputSchema as Parameters<typeof fromJsonSchema>[0], TRUSTING);
}

/** The SDK's own validator compiles schemas, and nothing here is validated by it. */
const TRUSTING: NonNullable<SdkOptions['jsonSchemaValidator']> = { getValidator: trust };

function trust<T>(): JsonSchemaValidator<T> {
  // The SDK's type promises a value of the schema; nobody here relies on it.
  return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
}

function identityOf({ options, stateTtlMs }: ServerCore): ConstructorParameters<typeof Server> {
  const { name, version, title, websiteUrl, icons, instructions } = options;
  return [
    {
      name,
      version,
      ...(title === undefined ? {} : { title }),
      ...(websiteUrl === undefined ? {} : { websiteUrl }),
      ...(icons === undefined ? {} : { icons: icons.map(mutableIcon) }),
    },
    {
      capabilities: { tools: { listChanged: true }, logging: {} },
      ...(instructions === undefined ? {} : { instructions }),
      jsonSchemaValidator: TRUSTING,
      inputRequired: { maxRounds: MAX_ROUNDS, roundTimeoutMs: stateTtlMs },
    },
  ];
}

function mutableIcon({
  src,
  mimeType,
  sizes,
  theme,
}: NonNullable<ServerCore['options']['icons']>[number]): {
  src: string;
  mimeType?: string;
  sizes?: string[];
  theme?: 'light' | 'dark';
} {
  return {
    src,
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(sizes === undefined ? {} : { sizes: [...sizes] }),
    ...(theme === undefined ? {} : { theme }),
  };
}
