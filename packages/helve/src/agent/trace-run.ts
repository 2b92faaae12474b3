import type { Attributes } from '@opentelemetry/api';
import { errorTypeOf } from '../call/error-type-of.ts';
import { isObserved } from '../call/telemetry.ts';
import type { Run } from './run.ts';

/**
 * Runs a run's loop inside the span `invoke_agent <name>`, so that what it does is found below it,
 * after OpenTelemetry's conventions for generative AI. Payloads are not recorded. Where nobody
 * traces, it only runs the loop.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-agent-spans/
 */
export function inRunSpan(run: Run, work: () => Promise<void>): Promise<void> {
  return isObserved() ? trace(run, work) : work();
}

async function trace(run: Run, work: () => Promise<void>): Promise<void> {
  const otel = await import('@opentelemetry/api');
  const { agentName } = run.config;
  const span = otel.trace
    .getTracer('helve')
    .startSpan(`invoke_agent ${agentName}`, { attributes: describeRun(run) });
  const active = otel.trace.setSpan(otel.context.active(), span);
  await otel.context.with(active, work);
  const end = await run.ended;
  span.setAttributes(usageAttributes(run.usage));
  if (end.ok) span.setAttribute('gen_ai.response.finish_reasons', [end.finishReason]);
  else {
    span.setAttribute('error.type', errorTypeOf(end.error));
    span.setStatus({ code: otel.SpanStatusCode.ERROR });
  }
  span.end();
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

/** Tokens, as the conventions name them. */
export function usageAttributes({
  inputTokens,
  outputTokens,
}: {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}): Attributes {
  return {
    ...(inputTokens === undefined ? {} : { 'gen_ai.usage.input_tokens': inputTokens }),
    ...(outputTokens === undefined ? {} : { 'gen_ai.usage.output_tokens': outputTokens }),
  };
}
