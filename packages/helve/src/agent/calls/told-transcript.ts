import { isSameJson } from '../../call/json-values.ts';
import type { TranscriptCall } from '../../store/records.ts';
import type { JsonValue } from '../../tool/json.ts';
import type { ToolCallPart, ToolResultPart } from '../../tool/message.ts';
import { shownToModel } from './shown-to-model.ts';

/**
 * How a transcript shows a call of which nothing is known but what the model wrote and was given:
 * the same that its record would say, had it not been forgotten (see `closeCalls`).
 */
export function toldTranscript(
  { input }: ToolCallPart,
  { output }: ToolResultPart,
): TranscriptCall {
  return output.type === 'error-text'
    ? { state: 'error', input, error: { message: output.value } }
    : { state: 'result', input, output: shownToModel(output) };
}

/** What of a transcript messages may tell. */
const TOLD: ReadonlySet<string> = new Set<keyof TranscriptCall>([
  'state',
  'input',
  'output',
  'error',
]);

/** Whether what was said tells all that a transcript shows. */
export function isTold(
  transcript: TranscriptCall,
  call: ToolCallPart,
  result: ToolResultPart,
): boolean {
  if (!Object.keys(transcript).every((name) => TOLD.has(name))) return false;
  const { state, input, output, error } = transcript;
  const told = toldTranscript(call, result);
  return (
    state === told.state &&
    isSame(input, told.input) &&
    isSame(output, told.output) &&
    isSame(error, told.error)
  );
}

function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  return a !== undefined && b !== undefined && isSameJson(a, b);
}
