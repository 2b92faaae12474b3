import type { PolicyVerdict } from '../store/asked-by.ts';
import { trustedHints } from '../tool/trusted-hints.ts';
import { ask } from './ask.ts';
import type { CheckedCall } from './call.ts';
import type { CallFailure } from './call-failure.ts';
import type { CallRuntime } from './call-runtime.ts';
import type { GuardVerdict } from './guard.ts';
import { logFields } from './log-fields.ts';
import { policyDenial } from './policy-denied-error.ts';

/** Stage 6's result: go on, a refusal, or a guard's answer in the tool's place. */
export type Authorization =
  | { readonly kind: 'granted' }
  | { readonly kind: 'refused'; readonly failure: CallFailure }
  | { readonly kind: 'answered'; readonly output: unknown };

const GRANTED: Authorization = { kind: 'granted' };

/** Stage 6: the tool is active in this step, and no policy denies the call, nor does the guard. */
export function authorize(
  call: CheckedCall,
  runtime: CallRuntime,
  verdicts: readonly PolicyVerdict[],
): Authorization | Promise<Authorization> {
  if (!runtime.activeTools.has(call.toolName)) {
    return { kind: 'refused', failure: notActive(call.toolName, runtime.activeTools) };
  }
  const denial = policyDenial(call.toolName, verdicts);
  if (denial) return { kind: 'refused', failure: denial };
  const { guard } = runtime;
  return guard ? askGuard(call, runtime, guard) : GRANTED;
}

async function askGuard(
  call: CheckedCall,
  runtime: CallRuntime,
  guard: NonNullable<CallRuntime['guard']>,
): Promise<Authorization> {
  const { runId, toolCallId, toolName, parsedInput: input, requestContext, tool } = call;
  const annotations = trustedHints(tool);
  const answer = await ask(
    () => guard({ runId, toolCallId, toolName, input, annotations, requestContext }),
    runtime.decisionTimeoutMs,
    runtime.abortSignal,
  );
  if (answer.ok) return readVerdict(toolName, answer.value);
  if (!answer.aborted) {
    runtime.logger.error(
      `The guard beforeToolCall failed; the call of "${toolName}" was refused.`,
      logFields(call, answer.error),
    );
  }
  return refused(toolName, undefined);
}

/** Only what a guard may say is heard: anything else, and what cannot be read, refuses the call. */
function readVerdict(toolName: string, verdict: GuardVerdict | void | null): Authorization {
  if (verdict === undefined || verdict === null) return GRANTED;
  try {
    if (verdict.proceed === true) return GRANTED;
    if (verdict.proceed !== false) return refused(toolName, undefined);
    if ('output' in verdict) return { kind: 'answered', output: verdict.output };
    return refused(toolName, verdict.reason);
  } catch {
    return refused(toolName, undefined);
  }
}

function refused(toolName: string, reason: unknown): Authorization {
  const because = typeof reason === 'string' ? `: ${reason}` : '';
  const text = `Tool "${toolName}" may not be used for this${because}. It did not run; do not try again with the same arguments.`;
  return {
    kind: 'refused',
    failure: { code: 'REFUSED', error: new Error(text), modelText: text, displayText: text },
  };
}

/** The failure of a call to a tool that exists and is not active in this step. */
export function notActive(toolName: string, active: ReadonlySet<string>): CallFailure {
  const text = `Tool "${toolName}" is not available in this step. It did not run. ${listTools(active)}`;
  return { code: 'TOOL_NOT_ACTIVE', error: new Error(text), modelText: text, displayText: text };
}

/** The failure of a call to a tool nobody registered. */
export function unknownTool(toolName: string, active: ReadonlySet<string>): CallFailure {
  const text = `There is no tool "${toolName}". Nothing ran. ${listTools(active)}`;
  return { code: 'UNKNOWN_TOOL', error: new Error(text), modelText: text, displayText: text };
}

function listTools(active: ReadonlySet<string>): string {
  return active.size === 0
    ? 'No tools are available.'
    : `Available tools: ${[...active].slice(0, 50).join(', ')}${active.size > 50 ? ', …' : ''}.`;
}
