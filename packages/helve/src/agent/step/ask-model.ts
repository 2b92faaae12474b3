import { isRetryable, retryAfter } from '../../model/is-retryable.ts';
import type { ModelAdapter } from '../../model/language-model.ts';
import type { ModelPart } from '../../model/model-part.ts';
import type { ModelRequest } from '../../model/model-request.ts';
import type { Logger } from '../../tool/logger.ts';
import { failureFields } from '../run/failure-texts.ts';
import { startChatSpan } from '../trace/start-chat-span.ts';
import { delay } from './delay.ts';

/** How a model is asked, and asked again. */
export interface AskOptions {
  /** How often each model is asked again after a passing failure. */
  readonly maxRetries: number;
  readonly streaming: boolean;
  readonly logger: Logger;
  readonly abortSignal: AbortSignal | undefined;
}

const FIRST_DELAY_MS = 1_000;
/** A provider that asks for a longer wait is taken to have said no. */
const MAX_DELAY_MS = 60_000;

/**
 * Asks a model for a response and hands its parts to `take`. As long as nothing of a response has
 * come, a passing failure is tried again, later and later, and then at the next model; once it has
 * begun, its failure is the response's.
 *
 * @param adapters the model, and those to turn to when it cannot answer. At least one.
 */
export async function askModel(
  request: ModelRequest,
  options: AskOptions,
  adapters: readonly ModelAdapter[],
  take: (part: ModelPart) => Promise<void> | undefined,
): Promise<void> {
  let failure: unknown;
  for (const adapter of adapters) {
    for (let attempt = 0; attempt <= options.maxRetries; attempt++) {
      const outcome = await askOnce(adapter, request, options, take);
      if (outcome.kind === 'done') return;
      if (outcome.kind === 'begun' || options.abortSignal?.aborted) throw outcome.error;
      failure = outcome.error;
      const wait = attempt < options.maxRetries ? delayBefore(attempt, failure) : undefined;
      if (wait === undefined) break;
      options.logger.warn(
        `${adapter.provider}/${adapter.modelId} did not answer; asking again in ${wait} ms.`,
        failureFields(failure),
      );
      await delay(wait, options.abortSignal);
    }
  }
  throw failure;
}

type Outcome =
  | { readonly kind: 'done' }
  /** Nothing of a response has come. */
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'begun'; readonly error: unknown };

async function askOnce(
  adapter: ModelAdapter,
  request: ModelRequest,
  options: AskOptions,
  take: (part: ModelPart) => Promise<void> | undefined,
): Promise<Outcome> {
  const starting = startChatSpan(adapter);
  const span = starting instanceof Promise ? await starting : starting;
  let begun = false;
  let reported: { readonly error: unknown } | undefined;
  // Of an attempt that comes to nothing, nothing must be left in the response.
  let held: ModelPart[] | undefined;
  const accept = (part: ModelPart): Promise<void> | undefined => {
    span.observe(part);
    if (!begun) {
      // An error may be all there is; then the request has failed, and can be made again.
      if (part.type === 'error') reported ??= part;
      if (PREAMBLE.has(part.type) || (reported && isFailedEnd(part))) {
        held ??= [];
        held.push(part);
        return undefined;
      }
      begun = true;
      for (const early of held ?? []) void take(early);
      reported = undefined;
    }
    return take(part);
  };
  try {
    if (options.streaming) {
      for await (const part of await adapter.stream(request)) {
        const taking = accept(part);
        // Most parts need no waiting, and there are many.
        if (taking) await taking;
      }
    } else {
      for (const part of await adapter.generate(request)) {
        const taking = accept(part);
        if (taking) await taking;
      }
    }
  } catch (error) {
    span.end({ error });
    return { kind: begun ? 'begun' : 'refused', error };
  }
  span.end(reported);
  return begun || !reported ? { kind: 'done' } : { kind: 'refused', error: reported.error };
}

/** Parts that show nothing yet. None of them takes time to be taken. */
const PREAMBLE: ReadonlySet<ModelPart['type']> = new Set([
  'warnings',
  'response-metadata',
  'custom',
  'error',
]);

/** Whether a part only says that the response, of which nothing has come, has failed. */
function isFailedEnd(part: ModelPart): boolean {
  return part.type === 'finish' && part.finishReason === 'error';
}

/** How long to wait before the next attempt; `undefined`: there should be none. */
function delayBefore(attempt: number, error: unknown): number | undefined {
  if (!isRetryable(error)) return undefined;
  const asked = retryAfter(error);
  if (asked !== undefined) return asked <= MAX_DELAY_MS ? asked : undefined;
  // Half of it is chance, so that many runs that failed together do not come back together.
  const longest = FIRST_DELAY_MS * 2 ** attempt;
  return Math.round(longest / 2 + (Math.random() * longest) / 2);
}
