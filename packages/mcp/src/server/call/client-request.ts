import type {
  CallToolResult,
  ClientCapabilities,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server';
import {
  CLIENT_CAPABILITIES_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import type { JsonSchemaDocument } from 'helve/runtime';

/** One request of a client, and what is known of the client. The same for both eras. */
export interface ClientRequest {
  readonly context: ServerContext;
  readonly capabilities: ClientCapabilities;
  readonly protocolVersion: string;
  /** Stateless requests; else a session that began with `initialize`. */
  readonly isModern: boolean;
  /** The result in the form that the client's revision has for structured content. */
  shape(result: CallToolResult, outputSchema: JsonSchemaDocument | undefined): CallToolResult;
}

/** Reads what the request says of its client, or what its session began with. */
export function readClientRequest(server: Server, context: ServerContext): ClientRequest {
  const envelope: Readonly<Record<string, unknown>> = context.mcpReq.envelope ?? {};
  const version = envelope[PROTOCOL_VERSION_META_KEY];
  // The SDK refuses an envelope of another shape before it comes here.
  const declared = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  return {
    context,
    capabilities: declared ?? server.getClientCapabilities() ?? {},
    protocolVersion:
      typeof version === 'string' ? version : (server.getNegotiatedProtocolVersion() ?? 'unknown'),
    isModern: version !== undefined,
    shape: (result, outputSchema) =>
      result.structuredContent === undefined
        ? result
        : server.projectCallToolResult(result, outputSchema),
  };
}

/** What a client must be able to do, to be sent such a request; nothing where it can. */
export function missingCapability(
  method: string,
  { elicitation, sampling, roots }: ClientCapabilities,
  mode?: unknown,
): ClientCapabilities | undefined {
  switch (method) {
    case 'elicitation/create': {
      if (mode === 'url') {
        return elicitation?.url === undefined ? { elicitation: { url: {} } } : undefined;
      }
      // `elicitation: {}` is from before there were modes, and means forms.
      const fills =
        elicitation && (elicitation.form !== undefined || elicitation.url === undefined);
      return fills ? undefined : { elicitation: { form: {} } };
    }
    case 'sampling/createMessage':
      return sampling === undefined ? { sampling: {} } : undefined;
    case 'roots/list':
      return roots === undefined ? { roots: {} } : undefined;
    default:
      throw new TypeError(
        `An MCP server cannot send "${method}". It can send elicitation/create, sampling/createMessage and roots/list.`,
      );
  }
}
