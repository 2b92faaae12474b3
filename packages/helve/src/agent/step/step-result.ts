import type { NewCall } from '../calls/live-call.ts';
import type { OpenStep, Run } from '../run/run.ts';
import type { StepResult, ToolCallEntry } from '../run/run-result.ts';
import type { Response } from './response.ts';

/** What users are told of a step. */
export function stepResult(run: Run, step: OpenStep, response: Response): StepResult {
  const { text, reasoning, usage, warnings, finishReason = 'error' } = response;
  return {
    stepNumber: step.stepNumber,
    text,
    reasoning,
    toolCalls: [...response.calls.map(entryOf), ...response.provided.entries],
    toolResults: run.stepResults,
    finishReason,
    usage,
    warnings,
  };
}

function entryOf({ source: { toolCallId, toolName, input } }: NewCall): ToolCallEntry {
  return { toolCallId, toolName, args: input };
}
