import type { CheckedCall, RequestedCall } from '../../call/call.ts';
import type { CallRuntime } from '../../call/call-runtime.ts';
import type { Execution } from '../../call/execute.ts';
import { execute } from '../../call/execute.ts';
import type { InputCheck } from '../../call/pipeline.ts';
import { admit } from '../../call/pipeline.ts';
import type { ToolSource } from '../../tool/tool.ts';
import { trustedHints } from '../../tool/trusted-hints.ts';
import type { Run } from '../run/run.ts';
import type { EarlyStart, NewCall } from './live-call.ts';

/** Whether a call of this tool may begin while the response is still coming: it only reads. */
export function mayStartEarly(tool: ToolSource): boolean {
  return tool.execute !== undefined && trustedHints(tool).readOnlyHint === true;
}

/** Takes a call through stages 5 to 8 at once; what follows waits for the response to end well. */
export function startEarly(
  run: Run,
  runtime: CallRuntime,
  request: RequestedCall,
  tool: ToolSource,
  input: Extract<InputCheck, { ok: true }>,
  { hooks, source }: Pick<NewCall, 'hooks' | 'source'>,
): EarlyStart {
  // What the tool shows before the response has ended is shown as its call is.
  run.earlySources ??= new Map();
  run.earlySources.set(source.toolCallId, source);
  const own = new AbortController();
  const { abortSignal } = runtime;
  const signal = abortSignal ? AbortSignal.any([abortSignal, own.signal]) : own.signal;
  const early: CallRuntime = { ...runtime, abortSignal: signal };
  const admission = Promise.resolve(admit(request, tool, input, early, hooks));
  const begin = (call: CheckedCall): Promise<Execution> =>
    run.limiter.run(() => execute(call, early, undefined));
  const execution = admission.then((admitted) =>
    admitted.kind === 'ready' ? begin(admitted.call) : undefined,
  );
  // Whoever takes the call over hears of a failure; until then it must not count as unhandled.
  execution.catch(() => undefined);
  return { admission, execution, cancel: (reason) => own.abort(reason) };
}
