import type { ToolSource } from '../tool/tool.ts';
import type { ToolCallContext } from '../tool/tool-context.ts';
import { NotExecutableError, ValidationFailedError } from '../tool/tool-errors.ts';
import { isValidationError } from '../tool/validation-error.ts';
import { checkOutput, refusal } from './direct-checks.ts';
import { DirectContext } from './direct-context.ts';
import { executeInContext } from './direct-execution.ts';
import type { CheckLimits } from './in-time.ts';
import { inTime } from './in-time.ts';
import { isObserved } from './telemetry.ts';
import { validateInput } from './validate-input.ts';

/** How long a schema may take, in milliseconds, that answers through a promise. */
const SCHEMA_TIMEOUT_MS = 30_000;

const NO_SIGNAL: CheckLimits = { decisionTimeoutMs: SCHEMA_TIMEOUT_MS };

/**
 * Runs a tool as a plain function: the pipeline's stages 3, 5, 8 and 10. A direct call is the host's
 * own act, so no gate and no guard stands before it, and what it gives never leaves the process.
 */
export async function callDirectly(
  tool: ToolSource,
  input: unknown,
  given: ToolCallContext | undefined,
): Promise<unknown> {
  const { execute } = tool;
  if (!execute) throw new NotExecutableError(tool.id);
  const limits = given?.abortSignal ? { ...NO_SIGNAL, abortSignal: given.abortSignal } : NO_SIGNAL;
  const checking = inTime(validateInput(tool, tool.id, input), limits); //        3
  const checked = checking instanceof Promise ? await checking : checking;
  if (!checked.ok) return refusal('input', tool, checked.issues, limits);
  // Most calls have nothing beside them: no context, no clock, nobody who observes.
  if (given || tool.requestContextSchema || tool.timeoutMs !== undefined || isObserved()) {
    return executeInContext(tool, execute, checked.parsed, given, limits); // 5, 8, 10
  }
  const returned = await execute(checked.parsed, new DirectContext()); //         8
  return checkOutput(tool, returned, limits); //                                  10
}

/** Like {@link callDirectly}, but a validation error is thrown. */
export async function runDirectly(
  tool: ToolSource,
  input: unknown,
  given: ToolCallContext | undefined,
): Promise<unknown> {
  const result = await callDirectly(tool, input, given);
  if (isValidationError(result)) throw new ValidationFailedError(result);
  return result;
}
