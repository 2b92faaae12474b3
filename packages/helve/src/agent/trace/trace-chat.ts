import type { Attributes, Span } from '@opentelemetry/api';
import { errorTypeOf } from '../../call/error-type-of.ts';
import type { ModelAdapter } from '../../model/language-model.ts';
import type { ModelPart } from '../../model/model-part.ts';
import { usageAttributes } from './trace-run.ts';

/** One request to a model, as it is measured. */
export interface ChatSpan {
  /** Takes note of what a part says of the response as a whole. */
  observe(part: ModelPart): void;
  end(failure?: { readonly error: unknown }): void;
}

type Otel = typeof import('@opentelemetry/api');

/**
 * Starts the span `chat <model>` and the measures that go with it: duration and tokens, after
 * OpenTelemetry's conventions for generative AI. What is said is not recorded.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-metrics/
 */
export function openChatSpan(otel: Otel, adapter: ModelAdapter): ChatSpan {
  const request: Attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': adapter.provider,
    'gen_ai.request.model': adapter.modelId,
  };
  const span = otel.trace.getTracer('helve').startSpan(`chat ${adapter.modelId}`, {
    kind: otel.SpanKind.CLIENT,
    attributes: request,
  });
  const meter = otel.metrics.getMeter('helve');
  const begun = performance.now();
  let finish: Extract<ModelPart, { type: 'finish' }> | undefined;
  return {
    observe: (part) => {
      if (part.type === 'finish') finish = part;
      else if (part.type === 'response-metadata') noteResponse(span, part);
    },
    end: (failure) => {
      const outcome = failure ? { ...request, 'error.type': errorTypeOf(failure.error) } : request;
      if (finish) noteFinish(span, finish);
      if (failure) {
        span.setAttribute('error.type', errorTypeOf(failure.error));
        span.setStatus({ code: otel.SpanStatusCode.ERROR });
      }
      meter
        .createHistogram('gen_ai.client.operation.duration', { unit: 's' })
        .record((performance.now() - begun) / 1000, outcome);
      const tokens = meter.createHistogram('gen_ai.client.token.usage', { unit: '{token}' });
      for (const [type, count] of tokenCounts(finish)) {
        tokens.record(count, { ...request, 'gen_ai.token.type': type });
      }
      span.end();
    },
  };
}

function noteResponse(
  span: Span,
  { id, modelId }: Extract<ModelPart, { type: 'response-metadata' }>,
): void {
  if (id !== undefined) span.setAttribute('gen_ai.response.id', id);
  if (modelId !== undefined) span.setAttribute('gen_ai.response.model', modelId);
}

function noteFinish(
  span: Span,
  { finishReason, usage }: Extract<ModelPart, { type: 'finish' }>,
): void {
  span.setAttribute('gen_ai.response.finish_reasons', [finishReason]);
  span.setAttributes(usageAttributes(usage));
}

function tokenCounts(
  finish: Extract<ModelPart, { type: 'finish' }> | undefined,
): readonly (readonly ['input' | 'output', number])[] {
  const { inputTokens, outputTokens } = finish?.usage ?? {};
  return [
    ...(inputTokens === undefined ? [] : [['input', inputTokens] as const]),
    ...(outputTokens === undefined ? [] : [['output', outputTokens] as const]),
  ];
}
