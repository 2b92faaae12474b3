import type { ToolAnnotations } from '../tool/tool-annotations.ts';
import { ask } from './ask.ts';
import type { CheckedCall } from './call.ts';
import type { ApprovalRule, CallRuntime } from './call-runtime.ts';
import { logFields } from './log-fields.ts';

const NO_ANNOTATIONS: ToolAnnotations = {};

/** The hints of a tool; an absent one counts as its cautious default. */
export function annotationsOf(tool: CheckedCall['tool']): ToolAnnotations {
  return tool.mcp?.annotations ?? NO_ANNOTATIONS;
}

/**
 * Stage 7: whether a person must approve the call. The tool's own rule and those of agent and run
 * are joined by OR; one that throws or hangs has asked for approval.
 */
export async function needsApproval(call: CheckedCall, runtime: CallRuntime): Promise<boolean> {
  const { tool, parsedInput: input, requestContext, toolName } = call;
  const annotations = annotationsOf(tool);
  const own = tool.requireApproval;
  if (own === true) return true;
  if (typeof own === 'function') {
    const required = await decide(call, runtime, () => own(input, { requestContext, annotations }));
    if (required) return true;
  }
  for (const rule of runtime.approvalRules) {
    if (typeof rule === 'function') {
      const question = { toolName, input, requestContext, annotations };
      if (await decide(call, runtime, () => rule(question))) return true;
    } else if (asks(rule, annotations)) return true;
  }
  return false;
}

/** Whether a rule that is no function asks for approval of a tool with these hints. */
export function asks(
  rule: Exclude<ApprovalRule, (...args: never) => unknown>,
  hints: ToolAnnotations,
): boolean {
  if (rule !== 'destructive') return rule;
  return hints.readOnlyHint !== true && hints.destructiveHint !== false;
}

async function decide(
  call: CheckedCall,
  runtime: CallRuntime,
  question: () => boolean | Promise<boolean>,
): Promise<boolean> {
  const answer = await ask(question, runtime.decisionTimeoutMs, runtime.abortSignal);
  // Only a plain `false` lets a call through: anything else was not a clear no.
  if (answer.ok) return answer.value !== false;
  if (!answer.aborted) {
    runtime.logger.error(
      `The approval rule for "${call.toolName}" failed; the call must be approved.`,
      logFields(call, answer.error),
    );
  }
  return true;
}
