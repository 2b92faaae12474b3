import { anthropic } from '@ai-sdk/anthropic';
import { google } from '@ai-sdk/google';
import { openai } from '@ai-sdk/openai';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { LanguageModelV2 } from 'ai-provider-v2';
import type { LanguageModelV3 } from 'ai-provider-v3';
import { expectTypeOf, test } from 'vitest';
import { adaptModel } from './adapt-model.ts';
import type { LanguageModel } from './language-model.ts';

test('the models of every supported version of the interface fit', () => {
  expectTypeOf<LanguageModelV2>().toExtend<LanguageModel>();
  expectTypeOf<LanguageModelV3>().toExtend<LanguageModel>();
  expectTypeOf<LanguageModelV4>().toExtend<LanguageModel>();
});

test('the models that providers make fit', () => {
  expectTypeOf(adaptModel).toBeCallableWith(openai('gpt-5'));
  expectTypeOf(adaptModel).toBeCallableWith(openai.chat('gpt-5'));
  expectTypeOf(adaptModel).toBeCallableWith(anthropic('claude-sonnet-4-5'));
  expectTypeOf(adaptModel).toBeCallableWith(google('gemini-3-pro'));
});

test('embedding models, providers and names do not', () => {
  expectTypeOf<ReturnType<typeof openai.embedding>>().not.toExtend<LanguageModel>();
  expectTypeOf<typeof openai>().not.toExtend<LanguageModel>();
  expectTypeOf<string>().not.toExtend<LanguageModel>();
});
