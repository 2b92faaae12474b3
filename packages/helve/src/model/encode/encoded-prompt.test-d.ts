import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4ProviderTool,
  LanguageModelV4ToolChoice,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import type {
  LanguageModelV2FilePart,
  LanguageModelV2FunctionTool,
  LanguageModelV2ProviderDefinedTool,
  LanguageModelV2ToolResultPart,
} from 'ai-provider-v2';
import type {
  LanguageModelV3FilePart,
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
  LanguageModelV3ProviderTool,
  LanguageModelV3ToolResultPart,
} from 'ai-provider-v3';
import { expectTypeOf, test } from 'vitest';
import type { V2Output, V2ProviderTool } from '../v2/v2-encoder.ts';
import type { V3Output } from '../v3/v3-encoder.ts';
import type { V4ExtraPart, V4File, V4Output } from '../v4/v4-encoder.ts';
import type { EncodedApprovalResponse } from './encode-approval-response.ts';
import type { EncodedBasicTool, EncodedFunctionTool, EncodedProviderTool } from './encode-tool.ts';
import type { UntaggedFile } from './encode-untagged-file.ts';
import type { CallOptions, EncodedToolChoice } from './encoded-prompt.ts';

/** Free JSON, of which the two sides only say differently that it is JSON. */
type FreeJson = 'providerOptions' | 'inputSchema' | 'inputExamples';

/** A type without the difference between readonly and not, and without free JSON. */
type Shape<T> = T extends URL
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Shape<Item>[]
    : T extends object
      ? { readonly [Name in keyof T as Name extends FreeJson ? never : Name]: Shape<T[Name]> }
      : T;

type PartOf<Message, Role> = Message extends { role: Role; content: (infer Part)[] } ? Part : never;
type FileOf<FilePart> = FilePart extends { data: infer Data; mediaType: infer MediaType }
  ? Shape<{ data: Data; mediaType: MediaType }>
  : never;

test('what is written for v2 is what the interface asks for', () => {
  expectTypeOf<Shape<V2Output>>().toExtend<Shape<LanguageModelV2ToolResultPart['output']>>();
  expectTypeOf<Shape<UntaggedFile>>().toExtend<FileOf<LanguageModelV2FilePart>>();
  expectTypeOf<Shape<EncodedBasicTool>>().toExtend<Shape<LanguageModelV2FunctionTool>>();
  expectTypeOf<Shape<V2ProviderTool>>().toExtend<Shape<LanguageModelV2ProviderDefinedTool>>();
});

test('what is written for v3 is what the interface asks for', () => {
  expectTypeOf<Shape<V3Output>>().toExtend<Shape<LanguageModelV3ToolResultPart['output']>>();
  expectTypeOf<Shape<UntaggedFile>>().toExtend<FileOf<LanguageModelV3FilePart>>();
  expectTypeOf<Shape<EncodedFunctionTool>>().toExtend<Shape<LanguageModelV3FunctionTool>>();
  expectTypeOf<Shape<EncodedProviderTool>>().toExtend<Shape<LanguageModelV3ProviderTool>>();
  expectTypeOf<Shape<EncodedApprovalResponse>>().toExtend<
    Shape<PartOf<LanguageModelV3Message, 'tool'>>
  >();
});

test('what is written for v4 is what the interface asks for', () => {
  expectTypeOf<Shape<V4Output>>().toExtend<Shape<LanguageModelV4ToolResultPart['output']>>();
  expectTypeOf<Shape<V4File>>().toExtend<FileOf<LanguageModelV4FilePart>>();
  expectTypeOf<Shape<EncodedFunctionTool>>().toExtend<Shape<LanguageModelV4FunctionTool>>();
  expectTypeOf<Shape<EncodedProviderTool>>().toExtend<Shape<LanguageModelV4ProviderTool>>();
  expectTypeOf<Shape<V4ExtraPart>>().toExtend<
    Shape<PartOf<LanguageModelV4Message, 'assistant' | 'tool'>>
  >();
  expectTypeOf<Shape<EncodedToolChoice>>().toExtend<Shape<LanguageModelV4ToolChoice>>();
  expectTypeOf<keyof CallOptions>().toExtend<keyof LanguageModelV4CallOptions>();
});

test('and a file written for v3 would not do for v4', () => {
  expectTypeOf<Shape<UntaggedFile>>().not.toExtend<FileOf<LanguageModelV4FilePart>>();
});
