import type { ToolSource } from '../tool/tool.ts';

/** The call a log record is about. */
export interface LoggedCall {
  readonly runId?: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly tool?: ToolSource | undefined;
}

/**
 * The details of a log record about a call. Messages of errors may quote payloads, so those of a
 * tool that hides payloads from anybody are left out: kind and stack frames remain.
 */
export function logFields(call: LoggedCall, error?: unknown): Readonly<Record<string, unknown>> {
  const fields = { runId: call.runId, toolCallId: call.toolCallId, toolName: call.toolName };
  if (error === undefined) return fields;
  return { ...fields, ...(call.tool?.transform ? withoutPayload(error) : { error }) };
}

function withoutPayload(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { errorType: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { errorType: error.constructor.name, frames };
}
