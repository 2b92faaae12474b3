import { ask } from '../../call/ask.ts';
import { logFields } from '../../call/log-fields.ts';
import type { InputCheck } from '../../call/pipeline.ts';
import type { RepairedCall } from '../agent-options.ts';
import type { Run } from '../run/run.ts';

/**
 * Asks the host to mend a call that cannot be carried out as the model wrote it. A host that
 * throws, hangs or gives nothing leaves it as it is.
 */
export async function repairCall(
  run: Run,
  call: { readonly toolCallId: string; readonly toolName: string; readonly input: string },
  check: Extract<InputCheck, { ok: false }>,
): Promise<RepairedCall | undefined> {
  const { repairToolCall, decisionTimeoutMs, abortSignal, logger, toolset } = run.config;
  if (!repairToolCall) return undefined;
  const { toolName, input } = call;
  const problem = check.end.kind === 'error' ? check.end.failure.modelText : '';
  const { requestContext } = run.config;
  const toolNames = [...toolset.names];
  const messages = run.history.slice();
  const answer = await ask(
    () => repairToolCall({ toolName, input, problem, toolNames, messages, requestContext }),
    decisionTimeoutMs,
    abortSignal,
  );
  if (answer.ok) return answer.value;
  const about = { ...call, runId: run.runId, tool: toolset.tools.get(toolName) };
  logger.error(
    `repairToolCall failed; the call of "${toolName}" stays broken.`,
    logFields(about, answer.error),
  );
  return undefined;
}
