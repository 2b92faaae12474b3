import type { ToolSource } from '../tool/tool.ts';
import { errorTypeOf } from './error-type-of.ts';

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
  const { runId, toolCallId, toolName } = call;
  const fields = { ...(runId === undefined ? {} : { runId }), toolCallId, toolName };
  if (error === undefined) return fields;
  return { ...fields, ...(call.tool?.transform ? withoutPayload(error) : { error }) };
}

function withoutPayload(error: unknown): Readonly<Record<string, unknown>> {
  const errorType = errorTypeOf(error);
  try {
    return error instanceof Error ? { errorType, frames: framesOf(error) } : { errorType };
  } catch {
    return { errorType };
  }
}

/** A line of a stack that is a place in code, and not part of a message of several lines. */
const FRAME = /^\s+at [^\n]*(?::\d+:\d+\)?|\(<anonymous>\)|\(native\))$/;

function framesOf({ stack, message }: Error): readonly string[] {
  if (typeof stack !== 'string') return [];
  // A stack begins with the message, whose lines may look like frames.
  const start = stack.indexOf(message);
  const frames = start < 0 ? stack : stack.slice(start + message.length);
  return frames.split('\n').filter((line) => FRAME.test(line));
}
