import type { ModelRequest, ModelTool, ProviderTool } from '../model-request.ts';
import { createPromptEncoder } from './create-prompt-encoder.ts';
import { encodeSettings } from './encode-settings.ts';
import type { CallOptions, EncodedTool } from './encoded-prompt.ts';
import type { SupportsUrl } from './supports-url.ts';
import type { EncodeContext, VersionEncoder } from './version-encoder.ts';

/** A request in a model's own form, and what was left out of it. */
export interface EncodedRequest {
  readonly options: CallOptions;
  readonly warnings: readonly string[];
}

/**
 * Makes the request encoder of one adapter. Messages and tools are encoded when they are first
 * met; what a model cannot be given is said then, and not again at each step.
 */
export function createRequestEncoder(
  version: VersionEncoder,
  providerKey: string,
  supportsUrl?: SupportsUrl,
): (request: ModelRequest) => EncodedRequest {
  const encodePrompt = createPromptEncoder(version);
  const encodedTools = new WeakMap<ModelTool | ProviderTool, EncodedTool>();

  const encodeToolOnce = (tool: ModelTool | ProviderTool, context: EncodeContext): EncodedTool => {
    const known = encodedTools.get(tool);
    if (known !== undefined) return known;
    const encoded =
      'type' in tool ? version.encodeProviderTool(tool) : version.encodeTool(tool, context);
    encodedTools.set(tool, encoded);
    return encoded;
  };

  return ({ messages, tools = [], toolChoice, settings, responseFormat, abortSignal }) => {
    const warnings = new Set<string>();
    const context: EncodeContext = {
      providerKey,
      ...(supportsUrl && { supportsUrl }),
      warn: (message) => warnings.add(message),
    };
    const options: CallOptions = {
      ...encodeSettings(settings ?? {}, version, context),
      prompt: encodePrompt(messages, context),
      // providers refuse a choice where there is nothing to choose from
      ...(tools.length > 0 && { tools: tools.map((tool) => encodeToolOnce(tool, context)) }),
      ...(tools.length > 0 &&
        toolChoice !== undefined && {
          toolChoice: typeof toolChoice === 'string' ? { type: toolChoice } : toolChoice,
        }),
      ...(responseFormat !== undefined && { responseFormat }),
      ...(abortSignal !== undefined && { abortSignal }),
    };
    return { options, warnings: [...warnings] };
  };
}
