import type { ClientCapabilities } from '@modelcontextprotocol/server';
import { HelveError } from 'helve';

/**
 * A tool asked its client for something that the client cannot do. `code` is
 * `MCP_CAPABILITY_MISSING`.
 *
 * @example
 * const answer = await mcp.elicitation.sendRequest(question).catch((error) => {
 *   if (McpCapabilityMissingError.isInstance(error)) return { action: 'cancel' };
 *   throw error;
 * });
 */
export class McpCapabilityMissingError extends HelveError {
  /** What the client would have to declare. */
  readonly required: ClientCapabilities;

  constructor(method: string, required: ClientCapabilities) {
    super({
      name: 'McpCapabilityMissingError',
      code: 'MCP_CAPABILITY_MISSING',
      message: `The client cannot be sent "${method}": it did not declare the capability "${Object.keys(required).join('", "')}".`,
    });
    this.required = required;
  }

  /** Whether `value` is one, from this or another copy of the package. */
  static override isInstance(value: unknown): value is McpCapabilityMissingError {
    return HelveError.hasCode(value, 'MCP_CAPABILITY_MISSING');
  }
}
