import type { JsonObject } from '../../tool/json.ts';
import type { ProviderOptions } from '../../tool/model-output.ts';
import type { ModelTool, ProviderTool } from '../model-request.ts';
import { providerOptionsOf } from './provider-options-of.ts';

/** What every version is told of a tool. */
export type EncodedBasicTool = {
  readonly type: 'function';
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly providerOptions?: ProviderOptions;
};

/** What versions from v3 on are told of a tool. */
export type EncodedFunctionTool = EncodedBasicTool & {
  readonly strict?: boolean;
  readonly inputExamples?: ModelTool['inputExamples'];
};

/** A provider's own tool, as versions from v3 on are told of it. */
export type EncodedProviderTool = {
  readonly type: 'provider';
  readonly id: ProviderTool['id'];
  readonly name: string;
  readonly args: ProviderTool['args'];
};

/** Writes what every version is told of a tool. */
export function encodeBasicTool(tool: ModelTool): EncodedBasicTool {
  return {
    type: 'function',
    name: tool.name,
    ...(tool.description !== undefined && { description: tool.description }),
    inputSchema: tool.inputSchema,
    ...providerOptionsOf(tool),
  };
}

/** Writes a tool for versions from v3 on. */
export function encodeFunctionTool(tool: ModelTool): EncodedFunctionTool {
  return {
    ...encodeBasicTool(tool),
    ...(tool.strict !== undefined && { strict: tool.strict }),
    ...(tool.inputExamples !== undefined && { inputExamples: tool.inputExamples }),
  };
}

/** Writes a provider's own tool for versions from v3 on. */
export function encodeProviderTool(tool: ProviderTool): EncodedProviderTool {
  return { type: 'provider', id: tool.id, name: tool.name, args: tool.args };
}
