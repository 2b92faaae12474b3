import type { Attributes } from '@opentelemetry/api';
import { errorTypeOf } from '../../call/error-type-of.ts';
import { loadTelemetryApi } from '../../call/load-telemetry-api.ts';
import type { Usage } from '../../model/model-part.ts';
import type { Run } from '../run/run.ts';

/** Runs work with the span around a run, or around its part up to a wait, as the active one. */
type WithinSpan = (work: () => Promise<void>) => Promise<void>;

/**
 * Runs a run's loop inside the span `invoke_agent <name>`, so that what it does is found below it,
 * after OpenTelemetry's conventions for generative AI. Payloads are not recorded. Where the
 * application's telemetry is broken, it only runs the loop.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-agent-spans/
 */
export async function traceRun(run: Run, work: () => Promise<void>): Promise<void> {
  const within = await startRunSpan(run);
  await (within ? within(work) : work());
}

async function startRunSpan(run: Run): Promise<WithinSpan | undefined> {
  try {
    const otel = await loadTelemetryApi();
    if (!otel) return undefined;
    const span = otel.trace
      .getTracer('helve')
      .startSpan(`invoke_agent ${run.config.agentName}`, { attributes: describeRun(run) });
    const active = otel.trace.setSpan(otel.context.active(), span);
    const before = run.usage;
    // It ends with the run: whoever has the result finds the span.
    const ended = run.ended.then((end) => {
      span.setAttributes(usageAttributes(usageSince(before, run.usage)));
      if (end.ok) span.setAttribute('gen_ai.response.finish_reasons', [end.finishReason]);
      else {
        span.setAttribute('error.type', errorTypeOf(end.error));
        span.setStatus({ code: otel.SpanStatusCode.ERROR });
      }
      span.end();
    });
    ended.catch(() => undefined);
    return (work) => otel.context.with(active, work);
  } catch {
    return undefined;
  }
}

function describeRun(run: Run): Attributes {
  const { agentId, agentName } = run.config;
  const { threadId } = run.record;
  return {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.id': agentId,
    'gen_ai.agent.name': agentName,
    'helve.run.id': run.runId,
    ...(threadId === undefined ? {} : { 'gen_ai.conversation.id': threadId }),
  };
}

/** What was used while the span was open: sums over the spans of a run count nothing twice. */
function usageSince(before: Usage, now: Usage): Pick<Usage, 'inputTokens' | 'outputTokens'> {
  const { inputTokens, outputTokens } = now;
  return {
    ...(inputTokens === undefined ? {} : { inputTokens: inputTokens - (before.inputTokens ?? 0) }),
    ...(outputTokens === undefined
      ? {}
      : { outputTokens: outputTokens - (before.outputTokens ?? 0) }),
  };
}

/** Tokens, as the conventions name them. */
export function usageAttributes({
  inputTokens,
  outputTokens,
}: Pick<Usage, 'inputTokens' | 'outputTokens'>): Attributes {
  return {
    ...(inputTokens === undefined ? {} : { 'gen_ai.usage.input_tokens': inputTokens }),
    ...(outputTokens === undefined ? {} : { 'gen_ai.usage.output_tokens': outputTokens }),
  };
}
