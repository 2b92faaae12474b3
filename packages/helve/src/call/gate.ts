import type { AskedBy, PolicyVerdict } from '../store/asked-by.ts';
import type { ToolAnnotations } from '../tool/tool-annotations.ts';
import { trustedHints } from '../tool/trusted-hints.ts';
import { ask } from './ask.ts';
import type { CheckedCall } from './call.ts';
import type { ApprovalRule, CallRuntime } from './call-runtime.ts';
import { logFields } from './log-fields.ts';

/**
 * Stage 7: who wants a person to approve the call; nobody, where the list is empty. The rules of
 * tool, toolset, agent and run and the policies are joined by OR. Functions are asked last, and no
 * more once somebody wants approval; one that throws or hangs wants it.
 */
export function whoAsks(
  call: CheckedCall,
  runtime: CallRuntime,
  verdicts: readonly PolicyVerdict[],
): readonly AskedBy[] | Promise<readonly AskedBy[]> {
  const { tool, parsedInput: input, requestContext, toolName } = call;
  const annotations = trustedHints(tool);
  const askedBy = verdicts.flatMap(({ effect, ...verdict }): AskedBy[] =>
    effect === 'ask' ? [{ source: 'policy', ...verdict }] : [],
  );
  const functions: RuleFunction[] = [];
  const own = tool.requireApproval;
  if (own === true) askedBy.push({ source: 'tool' });
  if (typeof own === 'function') {
    const question = (): boolean | Promise<boolean> => own(input, { requestContext, annotations });
    functions.push({ by: { source: 'tool' }, question });
  }
  for (const { rule, ...by } of runtime.approvalRules) {
    if (typeof rule === 'function') {
      const question = { toolName, input, requestContext, annotations };
      functions.push({ by, question: () => rule(question) });
    } else if (asks(rule, annotations)) askedBy.push(by);
  }
  if (askedBy.length > 0 || functions.length === 0) return askedBy;
  return firstToAsk(functions, call, runtime);
}

/** A rule that is a function, and whose it is. */
interface RuleFunction {
  readonly by: Exclude<AskedBy, { source: 'provider' }>;
  readonly question: () => boolean | Promise<boolean>;
}

async function firstToAsk(
  functions: readonly RuleFunction[],
  call: CheckedCall,
  runtime: CallRuntime,
): Promise<readonly AskedBy[]> {
  for (const { by, question } of functions) {
    const wanted = await decide(call, runtime, question);
    if (wanted) return [wanted === 'failed' ? { ...by, failed: true } : by];
  }
  return [];
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
): Promise<boolean | 'failed'> {
  const answer = await ask(question, runtime.decisionTimeoutMs, runtime.abortSignal);
  // Only a plain `false` lets a call through: anything else was not a clear no.
  if (answer.ok) return answer.value !== false;
  if (answer.aborted) return true;
  runtime.logger.error(
    `The approval rule for "${call.toolName}" failed; the call must be approved.`,
    logFields(call, answer.error),
  );
  return 'failed';
}
