/**
 * Agents: a model with tools, the runs they make, and the decisions that runs wait for.
 *
 * @module
 */
export type { ApprovalQuestion, ApprovalRule } from '../call/call-runtime.ts';
export type {
  Policy,
  PolicyCondition,
  PolicyDocument,
  PolicyHints,
  PolicyMatcher,
  PolicyRule,
  PolicyScalar,
} from '../call/policy.ts';
export { PolicyDeniedError } from '../call/policy-denied-error.ts';
export type { DownloadFetch, DownloadOptions } from '../model/download/download-options.ts';
export {
  FileDownloadError,
  type FileDownloadFailure,
} from '../model/download/file-download-error.ts';
export type { LanguageModel } from '../model/language-model.ts';
export { ModelAdapterMissingError } from '../model/model-adapter-missing-error.ts';
export type { ModelFinishReason, Usage } from '../model/model-part.ts';
export type { ModelSettings, ToolChoice } from '../model/model-request.ts';
export { ModelResponseError } from '../model/model-response-error.ts';
export { ModelStreamError } from '../model/model-stream-error.ts';
export { UnsupportedModelError } from '../model/unsupported-model-error.ts';
export type { AskedBy, PolicyEffect, PolicyVerdict } from '../store/asked-by.ts';
export type { ApprovalExpiry, SuspensionExpiry, WaitOptions } from '../tool/wait-options.ts';
export { Agent } from './agent.ts';
export {
  AlreadyDecidedError,
  CallChangedError,
  CallNotWaitingError,
  InvalidAgentError,
  InvalidDecisionError,
  InvalidObjectError,
  NestedRunError,
  NotAuthorizedError,
  RequestContextMissingError,
  RunBusyError,
  RunNotFoundError,
  StoreConflictError,
  ThreadBusyError,
  ThreadWaitingError,
  WaitExpiredError,
} from './agent-errors.ts';
export type {
  AgentHooks,
  AgentInput,
  AgentOptions,
  GenerateOptions,
  MemoryOptions,
  PerRequest,
  ProvidedTool,
  RunOptions,
  StopCondition,
  SubAgent,
  ToolRecord,
} from './agent-options.ts';
export type {
  ApproveOptions,
  CallReference,
  ClientResult,
  DecisionDetails,
  DeclineOptions,
  ResumeOptions,
} from './decide/decision-options.ts';
export type { AuthorizeDecision, DecisionQuestion } from './decide/decision-question.ts';
export type { DecisionList, ListDecisionsOptions } from './list/list-decisions.ts';
export type { MessagesOf, TranscriptMessage, TranscriptPart } from './list/list-messages.ts';
export type {
  ListSuspendedOptions,
  SuspendedRun,
  SuspendedRuns,
} from './list/list-suspended-runs.ts';
export type { ListedWait } from './list/listed-wait.ts';
export { parsePolicy } from './policy/read-policy.ts';
export type { RecoveredRun, RecoverOptions, Recovery } from './recover/recover-runs.ts';
export type {
  RunResult,
  StepResult,
  ToolCallEntry,
  ToolResultEntry,
  Waiting,
} from './run/run-result.ts';
export type { RestoreRequestContext, RunToContinue } from './run/run-to-continue.ts';
export type { AgentStream } from './stream/agent-stream.ts';
export type {
  AgentChunk,
  Chunk,
  ChunkPayloads,
  ChunkType,
  DataChunk,
  FinishReason,
} from './stream/chunk.ts';
export type { ObservedStream, ObserveOptions } from './stream/observe-stream.ts';
export type { StoreStreamOptions } from './stream/store-stream-options.ts';
export type { NumberedChunk } from './stream/stored-cursor.ts';
export { StreamNotStoredError } from './stream/stream-not-stored-error.ts';
