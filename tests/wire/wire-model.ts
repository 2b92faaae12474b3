import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createCohere } from '@ai-sdk/cohere';
import { createDeepSeek } from '@ai-sdk/deepseek';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createGroq } from '@ai-sdk/groq';
import { createMistral } from '@ai-sdk/mistral';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { WireProvider } from './recording.ts';

const apiKey = 'not-a-real-key';

type MakeModel = (baseURL: string, modelId: string) => LanguageModelV4;

const MODELS: Readonly<Record<WireProvider, MakeModel>> = {
  alibaba: (baseURL, id) => createOpenAICompatible({ name: 'alibaba', baseURL, apiKey })(id),
  'amazon-bedrock': (baseURL, id) =>
    createAmazonBedrock({ region: 'eu-north-1', baseURL, apiKey })(id),
  anthropic: (baseURL, id) => createAnthropic({ baseURL, apiKey })(id),
  cohere: (baseURL, id) => createCohere({ baseURL, apiKey })(id),
  // this adapter takes strict tools only where its address ends like this
  deepseek: (baseURL, id) => createDeepSeek({ baseURL: `${baseURL}/beta`, apiKey })(id),
  google: (baseURL, id) => createGoogleGenerativeAI({ baseURL, apiKey })(id),
  groq: (baseURL, id) => createGroq({ baseURL, apiKey })(id),
  mistral: (baseURL, id) => createMistral({ baseURL, apiKey })(id),
  'openai-compatible': (baseURL, id) =>
    createOpenAICompatible({ name: 'compatible', baseURL, apiKey })(id),
  'openai-responses': (baseURL, id) => createOpenAI({ baseURL, apiKey }).responses(id),
};

/** A model of a provider's real adapter that asks the server at `baseURL`. */
export function wireModel(
  provider: WireProvider,
  baseURL: string,
  modelId = 'recorded-model',
): LanguageModelV4 {
  return MODELS[provider](baseURL, modelId);
}
