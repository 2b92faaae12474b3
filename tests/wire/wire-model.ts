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
const MODEL_ID = 'recorded-model';

const MODELS: Readonly<Record<WireProvider, (baseURL: string) => LanguageModelV4>> = {
  alibaba: (baseURL) => createOpenAICompatible({ name: 'alibaba', baseURL, apiKey })(MODEL_ID),
  'amazon-bedrock': (baseURL) =>
    createAmazonBedrock({ region: 'eu-north-1', baseURL, apiKey })(MODEL_ID),
  anthropic: (baseURL) => createAnthropic({ baseURL, apiKey })(MODEL_ID),
  cohere: (baseURL) => createCohere({ baseURL, apiKey })(MODEL_ID),
  // this adapter takes strict tools only where its address ends like this
  deepseek: (baseURL) => createDeepSeek({ baseURL: `${baseURL}/beta`, apiKey })(MODEL_ID),
  google: (baseURL) => createGoogleGenerativeAI({ baseURL, apiKey })(MODEL_ID),
  groq: (baseURL) => createGroq({ baseURL, apiKey })(MODEL_ID),
  mistral: (baseURL) => createMistral({ baseURL, apiKey })(MODEL_ID),
  'openai-compatible': (baseURL) =>
    createOpenAICompatible({ name: 'compatible', baseURL, apiKey })(MODEL_ID),
  'openai-responses': (baseURL) => createOpenAI({ baseURL, apiKey }).responses(MODEL_ID),
};

/** A model of a provider's real adapter that asks the server at `baseURL`. */
export function wireModel(provider: WireProvider, baseURL: string): LanguageModelV4 {
  return MODELS[provider](baseURL);
}
