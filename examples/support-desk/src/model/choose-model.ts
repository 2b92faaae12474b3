import type { LanguageModel } from 'helve/agent';
import { scriptedAgent } from './scripted-agent.ts';
import { slowDown } from './slow-down.ts';

/** A model, and what to tell the person about it. */
export interface ChosenModel {
  readonly model: LanguageModel | string;
  readonly note: string;
}

/** Keys that say which model to use. Helve loads its package, `@ai-sdk/<provider>`, by its name. */
const MODELS_BY_KEY: readonly (readonly [key: string, model: string])[] = [
  ['OPENAI_API_KEY', 'openai/gpt-5-mini'],
  ['ANTHROPIC_API_KEY', 'anthropic/claude-haiku-4-5'],
  ['GOOGLE_GENERATIVE_AI_API_KEY', 'google/gemini-flash-latest'],
];

/**
 * Takes the model that is named, else the one that the environment has access to, else the scripted
 * one.
 *
 * @throws where the environment names a server, but no model on it.
 */
export async function chooseModel(
  named: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  isWatched: boolean,
): Promise<ChosenModel> {
  if (named !== undefined && named !== 'scripted') {
    return { model: named, note: `Model: ${named}.` };
  }
  if (named === undefined) {
    const baseURL = env['OPENAI_BASE_URL'];
    if (baseURL) return compatible(baseURL, env['OPENAI_MODEL'], env['OPENAI_API_KEY']);
    const [key, model] = MODELS_BY_KEY.find(([name]) => env[name]) ?? [];
    if (key && model) return { model, note: `Model: ${model}, since ${key} is set.` };
  }
  const model = scriptedAgent();
  return {
    model: isWatched ? slowDown(model) : model,
    note: 'A scripted model stands in. For a real one, set OPENAI_API_KEY: see README.',
  };
}

/** Any server that speaks like OpenAI's: a local one, a gateway. */
async function compatible(
  baseURL: string,
  modelId: string | undefined,
  apiKey: string | undefined,
): Promise<ChosenModel> {
  if (!modelId) {
    throw new Error(`OPENAI_BASE_URL is set to ${baseURL}: name its model in OPENAI_MODEL.`);
  }
  // loaded only where it is used: it takes a while
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({ name: 'openai', baseURL, ...(apiKey && { apiKey }) });
  return { model: provider(modelId), note: `Model: ${modelId} at ${baseURL}.` };
}
