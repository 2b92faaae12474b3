/**
 * The client half of `@helve/mcp`: tools of MCP servers as ordinary tools.
 *
 * @module
 */
export type { CarriedState, McpSuspendPayload, OpenQuestions } from './carried-state.ts';
export type {
  ElicitationRequest,
  McpClientOptions,
  McpHttpServer,
  McpServer,
  McpServerOptions,
  McpServersFile,
  McpStdioServer,
  ToolsChanged,
} from './client-options.ts';
export type { ContentBlock } from './content-block.ts';
export { createMcpClient, type McpClient } from './create-mcp-client.ts';
export type { McpDefinitions, ServerDefinition } from './definitions.ts';
export type { Elicitation, ElicitationAnswer } from './elicitation.ts';
export {
  McpConfigError,
  McpConnectionLostError,
  McpProtocolError,
  McpQuestionLostError,
  McpTimeoutError,
  McpToolFailedError,
  McpUnauthorizedError,
  McpUnreachableError,
} from './mcp-errors.ts';
export type { McpToolDefinition } from './tool-definition.ts';
export type { ToolDrift } from './tool-drift.ts';
export type { McpToolOutput } from './tool-output.ts';
