/**
 * What tests of tools and agents need: a model that says what it is told to, a reader of
 * streams, and the checks that every store has to pass.
 *
 * @module
 */
export { type StoreCheck, type StoreUnderTest, storeChecks } from '../store/conformance.ts';
export {
  assertDescribable,
  type DescribableReport,
  type DescriptionProblem,
  NotDescribableError,
} from './assert-describable.ts';
export type { Approval, CallOutcome, CallStatus, TranscriptTool } from './call-outcome.ts';
export { collect } from './collect.ts';
export {
  type ChunkOf,
  type CollectedCall,
  type CollectedChunks,
  collectChunks,
  sortChunks,
  type TerminalChunk,
} from './collect-chunks.ts';
export {
  lastToolResult,
  lastUserText,
  offeredTools,
  type RequestedResult,
  systemText,
  toolResults,
} from './read-request.ts';
export { type RecordingModel, type RecordOptions, recordModel } from './record-model.ts';
export type { RecordedExchange, RecordedResponse, Recording } from './recording.ts';
export { type LogLine, recordingLogger } from './recording-logger.ts';
export type { Redact } from './redact-exchange.ts';
export { ReplayMismatchError } from './replay-mismatch-error.ts';
export { type ReplayModel, type ReplayOptions, replayModel } from './replay-model.ts';
export { type RunCallOptions, runCall } from './run-call.ts';
export { type ScriptedModel, type ScriptedTurn, scriptedModel } from './scripted-model.ts';
export type {
  ScriptedMessage,
  ScriptedOutput,
  ScriptedPromptPart,
  ScriptedRequest,
  ScriptedResultPart,
  ScriptedTool,
} from './scripted-request.ts';
export type { ScriptedCall, ScriptedPart, ScriptedResponse } from './scripted-response.ts';
