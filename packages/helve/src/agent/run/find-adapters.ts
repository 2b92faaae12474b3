import { adaptModel } from '../../model/adapt-model.ts';
import type { LanguageModel, ModelAdapter } from '../../model/language-model.ts';
import { resolveModel } from '../../model/resolve-model.ts';
import { allOf, andThen } from '../../schema/and-then.ts';
import type { RequestContext } from '../../tool/request-context.ts';
import { InvalidAgentError } from '../agent-errors.ts';
import type { AgentOptions } from '../agent-options.ts';
import { perRequest } from './per-request.ts';

/** What of an agent finds and keeps the adapters of its models. */
interface AdapterParts {
  readonly options: Pick<AgentOptions, 'id' | 'model' | 'fallbackModels'>;
  readonly adapters: WeakMap<LanguageModel, ModelAdapter>;
  readonly named: Map<string, Promise<ModelAdapter>>;
}

/** The adapters of the agent's model, and of those to turn to when it cannot answer. */
export function resolveAdapters(
  parts: AdapterParts,
  requestContext: RequestContext,
): readonly ModelAdapter[] | Promise<readonly ModelAdapter[]> {
  const { options } = parts;
  return andThen(perRequest(options.model, requestContext), (model) => {
    if (model === undefined) {
      throw new InvalidAgentError(
        `Agent "${options.id}" has no model. Give it one: model: openai('gpt-5'), or 'openai/gpt-5'.`,
      );
    }
    const models = [model, ...(options.fallbackModels ?? [])];
    return allOf(models.map((each) => adapterOf(parts, each)));
  });
}

/** The adapter of a model, the same as long as there is one. */
export function adapterOf(
  parts: AdapterParts,
  model: LanguageModel | string,
): ModelAdapter | Promise<ModelAdapter> {
  if (typeof model === 'string') {
    const known = parts.named.get(model) ?? Promise.resolve(resolveModel(model));
    parts.named.set(model, known);
    // A provider that could not be loaded now may be there the next time.
    known.catch(() => parts.named.delete(model));
    return known;
  }
  const adapter = parts.adapters.get(model) ?? adaptModel(model);
  parts.adapters.set(model, adapter);
  return adapter;
}
