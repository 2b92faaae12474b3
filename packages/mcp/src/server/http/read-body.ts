import { readRequestBody } from '@modelcontextprotocol/server';
import { isNestedDeeper } from '../../is-nested-deeper.ts';
import type { ServerLimits } from '../server-options.ts';
import { settleWithin, TooLateError } from '../settle-within.ts';
import { jsonRpcResponse } from './json-rpc-response.ts';

/** Levels of a message around a tool's arguments. */
const ENVELOPE_DEPTH = 3;

/** A body as JSON, or the answer to one that is none, too large, too deep or too slow. */
export type ReadBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly response: Response };

/** Reads a body within the limits, before anything else looks at it. */
export async function readBody(
  request: Request,
  { bodyBytes, bodyMs, depth }: Required<ServerLimits>,
): Promise<ReadBody> {
  let text: string;
  try {
    const body = await settleWithin(readRequestBody(request, bodyBytes), bodyMs);
    if (body.tooLarge) return refused(413, -32_000, `The body is larger than ${bodyBytes} bytes.`);
    text = body.text;
  } catch (error) {
    return error instanceof TooLateError
      ? refused(408, -32_000, `The body took longer than ${bodyMs} ms.`)
      : refused(400, -32_700, 'The body could not be read.');
  }
  try {
    return checkDepth(JSON.parse(text), depth + ENVELOPE_DEPTH);
  } catch {
    return refused(400, -32_700, 'The body is not valid JSON.');
  }
}

/** The same for a body that a framework has parsed. */
export function checkDepth(value: unknown, depth: number): ReadBody {
  if (!isNestedDeeper(depth, value)) return { ok: true, value };
  return refused(400, -32_600, `The body is nested more than ${depth} levels deep.`);
}

function refused(status: number, code: number, message: string): ReadBody {
  // What is left of the body is not read any more, so the connection cannot be used again.
  return { ok: false, response: jsonRpcResponse(status, code, message, { connection: 'close' }) };
}
