import type { RequestedCall } from '../../call/call.ts';
import { CallHooks } from '../../call/call-hooks.ts';
import { checkInput } from '../../call/pipeline.ts';
import type { JsonText } from '../../call/read-json.ts';
import { readJson } from '../../call/read-json.ts';
import type { JsonValue } from '../../tool/json.ts';
import type { ToolCallPart } from '../../tool/message.ts';
import type { NewCall } from '../calls/live-call.ts';
import type { OpenStep, Run } from '../run/run.ts';
import { ownAccepted } from '../step/history-call.ts';

/** A call that the model made and that was never written down, and its place in the step. */
export interface UnrecordedCall {
  readonly part: ToolCallPart;
  readonly index: number;
}

/** The calls of the last response for which there is no record: the process died before. */
export function unrecordedCalls(run: Run): readonly UnrecordedCall[] {
  const last = run.added.at(-1);
  if (last?.role !== 'assistant' || typeof last.content === 'string') return [];
  const calls = last.content.flatMap((part) =>
    part.type === 'tool-call' && part.providerExecuted !== true ? [part] : [],
  );
  return calls.flatMap((part, index) => (run.calls.has(part.toolCallId) ? [] : [{ part, index }]));
}

/** The call as it stood before its process died, its input checked again. */
export async function madeAgain(
  run: Run,
  { runtime }: OpenStep,
  { toolCallId, toolName, input: written, providerToolCallId, providerOptions }: ToolCallPart,
): Promise<NewCall> {
  const { runId } = run;
  const tool = run.toolOf(toolName);
  const json = jsonTextOf(written);
  const request: RequestedCall = {
    runId,
    toolCallId,
    toolName,
    input: json,
    ...(providerToolCallId === undefined ? {} : { providerToolCallId }),
    ...(providerOptions === undefined ? {} : { providerMetadata: providerOptions }),
  };
  // That the input is there may have been told before, and is told once.
  const checked = await checkInput(request, tool, runtime, undefined);
  const input = ownAccepted(checked, json, structuredClone(written));
  return {
    request,
    tool,
    hooks: tool?.onOutput ? new CallHooks(tool, request, runtime) : undefined,
    input,
    source: {
      runId,
      toolCallId,
      toolName,
      tool,
      input: input.ok ? input.accepted : written,
      inputForms: {},
      ...(providerOptions === undefined ? {} : { providerMetadata: providerOptions }),
    },
  };
}

/** What the model wrote, read again from how the history keeps it. */
function jsonTextOf(written: JsonValue): JsonText {
  const broken = brokenText(written);
  const asWritten = broken === undefined ? undefined : readJson(broken);
  // The tool may change what it is given, and the history must stay as it is.
  return asWritten?.ok === false ? asWritten : { ok: true, value: structuredClone(written) };
}

/** Text that is no JSON is kept under a name of its own. */
function brokenText(written: JsonValue): string | undefined {
  if (typeof written !== 'object' || written === null || !('invalidInput' in written)) {
    return undefined;
  }
  const { invalidInput, ...rest } = written;
  const isText = typeof invalidInput === 'string' && Object.keys(rest).length === 0;
  return isText ? invalidInput : undefined;
}
