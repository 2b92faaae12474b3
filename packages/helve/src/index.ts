/**
 * Helve: what a tool's author needs. Agents are in `helve/agent`, stores in `helve/store`, and what
 * tests need in `helve/testing`.
 *
 * @module
 */
export { createTool } from './call/create-tool.ts';
export type { Guard, GuardedCall, GuardVerdict } from './call/guard.ts';
export { isSuspendSignal } from './call/suspension.ts';
export { SchemaConversionError } from './schema/describe.ts';
export { HelveError } from './schema/helve-error.ts';
export type { ValidationErrors } from './schema/issues.ts';
export { jsonSchema } from './schema/json-schema.ts';
export { SchemaError } from './schema/schema-error.ts';
export type {
  InferInput,
  InferOutput,
  StandardJsonSchema,
  StandardSchema,
} from './schema/standard-schema.ts';
export type { BackgroundTaskInfo, ToolBackgroundConfig } from './tool/background-config.ts';
export { isTool } from './tool/is-tool.ts';
export type { JsonObject, JsonValue } from './tool/json.ts';
export type { Logger } from './tool/logger.ts';
export type {
  AssistantMessage,
  AssistantPart,
  CustomPart,
  FilePart,
  FileSource,
  ModelMessage,
  ReasoningFilePart,
  ReasoningPart,
  SystemMessage,
  TextPart,
  ToolApprovalResponsePart,
  ToolCallPart,
  ToolMessage,
  ToolResultPart,
  UserMessage,
} from './tool/message.ts';
export type {
  ModelOutput,
  ModelOutputPart,
  ProviderOptions,
  ToolResultOutput,
} from './tool/model-output.ts';
export { RequestContext, type RequestContextValues } from './tool/request-context.ts';
export type { ApprovalContext, RequireApproval } from './tool/require-approval.ts';
export type { AnyTool, Tool, ToolInput, ToolOutput, ToolOverrides } from './tool/tool.ts';
export type { ToolAnnotations, ToolIcon, ToolMcpProperties } from './tool/tool-annotations.ts';
export type {
  AgentToolContext,
  BackgroundToolContext,
  CustomChunk,
  ElicitationResult,
  McpToolContext,
  ObserveAttributes,
  ToolCallContext,
  ToolContext,
  ToolObserve,
  ToolSuspension,
  ToolWriter,
  WorkflowToolContext,
} from './tool/tool-context.ts';
export type { ToolDefinition } from './tool/tool-definition.ts';
export {
  InvalidToolError,
  NotExecutableError,
  SuspendUnavailableError,
  ToolTimeoutError,
  ValidationFailedError,
} from './tool/tool-errors.ts';
export type { InputDelta, ToolCallOptions, ToolHooks } from './tool/tool-hooks.ts';
export type {
  Phase,
  PhaseTransforms,
  ToolTransform,
  TransformContext,
  TransformFunction,
  TransformTarget,
} from './tool/tool-transform.ts';
export { isValidationError, type ValidationError } from './tool/validation-error.ts';
