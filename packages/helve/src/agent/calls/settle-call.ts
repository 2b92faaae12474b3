import type { CallEnd } from '../../call/call.ts';
import { logFailure } from '../../call/log-failure.ts';
import { logFields } from '../../call/log-fields.ts';
import type { ProjectionSource } from '../../call/project.ts';
import { isConfigured, project } from '../../call/project.ts';
import { andThen } from '../../schema/and-then.ts';
import type { CallRecord, DecisionRecord, TranscriptCall } from '../../store/records.ts';
import type { JsonValue } from '../../tool/json.ts';
import type { Run } from '../run/run.ts';
import type { ToolResultEntry } from '../run/run-result.ts';
import { transcriptRuntime } from '../step/transcript-runtime.ts';
import { commitCalls } from './commit-calls.ts';
import type { LiveCall } from './live-call.ts';
import { shownToModel } from './shown-to-model.ts';

/**
 * Stage 14: writes down how a call ended, then announces it: exactly one terminal chunk. Raw
 * payloads leave the record here; what stays is what the model was given and what transcripts show.
 */
export async function settleCall(
  run: Run,
  call: LiveCall,
  end: CallEnd,
  record: CallRecord,
  decisions: readonly DecisionRecord[] = [],
): Promise<void> {
  const settling = settledRecord(run, call, end, record);
  const settled = settling instanceof Promise ? await settling : settling;
  await commitCall(run, call, settled, decisions);
  call.end = end;
  announce(run, call.source, end);
}

/** The record of a call that has ended. */
export function settledRecord(
  run: Run,
  call: LiveCall,
  end: CallEnd,
  record: CallRecord,
): CallRecord | Promise<CallRecord> {
  const ending = endedTranscript(run, call, end, record.transcript);
  return andThen(ending, (transcript) => whatStays(record, end, transcript));
}

/** Only what is named here outlasts the call: payloads do not. */
function whatStays(record: CallRecord, end: CallEnd, transcript: TranscriptCall): CallRecord {
  const { runId, toolCallId, toolName, version, step, index, attempts } = record;
  const { providerToolCallId, providerOptions, policy, askedBy, decision } = record;
  const { createdAt, updatedAt } = record;
  const settled: { -readonly [Name in keyof CallRecord]: CallRecord[Name] } = {
    runId,
    toolCallId,
    toolName,
    version,
    step,
    index,
    state: 'settled',
    attempts,
    result: end.forModel,
    transcript,
    createdAt,
    updatedAt,
  };
  if (providerToolCallId !== undefined) settled.providerToolCallId = providerToolCallId;
  if (providerOptions) settled.providerOptions = providerOptions;
  if (policy) settled.policy = policy;
  if (askedBy) settled.askedBy = askedBy;
  if (decision) settled.decision = decision;
  return settled;
}

/** Commits a call's next record; the version counts up from the last committed one. */
export function commitCall(
  run: Run,
  call: LiveCall,
  record: CallRecord,
  decisions: readonly DecisionRecord[] = [],
): Promise<void> {
  const version = call.record ? call.record.version + 1 : 0;
  const next = { ...record, version, updatedAt: Date.now() };
  call.writing = commitCalls(run, next, decisions).then(() => {
    call.record = next;
  });
  return call.writing;
}

/** Emits a call's one terminal chunk, and tells `afterToolCall`. */
export function announce(run: Run, source: ProjectionSource, end: CallEnd): void {
  const { toolCallId, toolName } = source;
  const entry = { toolCallId, toolName, args: source.input };
  switch (end.kind) {
    case 'result': {
      const answered = end.answeredBy ? { answeredBy: end.answeredBy } : {};
      const { forModel } = end;
      const told = { ...source, forModel };
      run.emit('tool-result', { ...entry, result: end.output, ...answered }, told);
      keepResult(run, source, { ...entry, kind: 'result', result: end.output, ...answered });
      return;
    }
    case 'error': {
      const { error, code } = end.failure;
      run.emit('tool-error', { ...entry, error, code }, { ...source, failure: end.failure });
      keepResult(run, source, { ...entry, kind: 'error', error, code });
      logFailure({ ...source, runId: run.runId }, end.failure, run.config.logger);
      return;
    }
    case 'denied': {
      const { reason, by } = end;
      const who = by === undefined ? {} : { by };
      const approval = { id: toolCallId, approved: false, reason, ...who } as const;
      run.emit('tool-output-denied', { ...entry, approval }, source);
      keepResult(run, source, { ...entry, kind: 'denied', reason, ...who });
      return;
    }
  }
}

function keepResult(run: Run, source: ProjectionSource, result: ToolResultEntry): void {
  run.toolResults.push(result);
  run.stepResults.push(result);
  const { hooks, logger } = run.config;
  const { afterToolCall } = hooks;
  if (!afterToolCall) return;
  run.hooks.run('afterToolCall', async () => {
    try {
      await afterToolCall({ ...result, runId: run.runId });
    } catch (error) {
      // What it says may quote the result, which a tool may hide from logs.
      const text = `afterToolCall failed; the result of "${source.toolName}" stands.`;
      logger.error(text, logFields(source, error));
    }
  });
}

/**
 * How stored transcripts show the call from now on. Where the tool does not say, they show what the
 * model was given: raw outputs and errors are not stored.
 */
function endedTranscript(
  run: Run,
  call: LiveCall,
  end: CallEnd,
  before: TranscriptCall,
): TranscriptCall | Promise<TranscriptCall> {
  const { tool, source } = call;
  const state = end.kind;
  if (end.kind === 'denied') {
    const { reason, by } = end;
    return { ...before, state, approval: { approved: false, reason, ...(by ? { by } : {}) } };
  }
  const configured = isConfigured(tool, 'transcript');
  const kept = openFieldsDropped(before, configured);
  if (end.kind === 'result') {
    const output = configured
      ? projected(run, source, 'output', { output: end.output })
      : shownToModel(end.forModel);
    return andThen(output, (shown): TranscriptCall => ({ ...kept, state, output: shown }));
  }
  const { error, modelText } = end.failure;
  const failure = configured ? projected(run, source, 'error', { error }) : { message: modelText };
  return andThen(failure, (shown): TranscriptCall => ({ ...kept, state, error: shown }));
}

/** Payloads of an unconfigured tool are raw, and an open call's payloads go when it settles. */
function openFieldsDropped(before: TranscriptCall, configured: boolean): TranscriptCall {
  if (configured) return before;
  if (before.suspendPayload === undefined && before.resumeData === undefined) return before;
  const { suspendPayload, resumeData, ...rest } = before;
  return rest;
}

async function projected(
  run: Run,
  source: LiveCall['source'],
  phase: 'output' | 'error',
  payload: Parameters<typeof project>[3],
): Promise<JsonValue> {
  const projection = await project(source, 'transcript', phase, payload, transcriptRuntime(run));
  return projection.shown ? projection.value : null;
}
