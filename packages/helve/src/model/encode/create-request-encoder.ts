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

  let last: { tools: readonly unknown[]; encoded: readonly EncodedTool[] } | undefined;
  const encodeTools = (
    tools: readonly (ModelTool | ProviderTool)[],
    context: EncodeContext,
  ): readonly EncodedTool[] => {
    // The same list comes in nearly every step of a run.
    if (last?.tools !== tools) {
      last = { tools, encoded: tools.map((tool) => encodeToolOnce(tool, context)) };
    }
    return last.encoded;
  };

  return ({ messages, tools = [], toolChoice, settings, responseFormat, abortSignal }) => {
    let warnings: Set<string> | undefined;
    const context: EncodeContext = {
      providerKey,
      supportsUrl,
      warn: (message) => {
        warnings ??= new Set();
        warnings.add(message);
      },
    };
    const options: { -readonly [Name in keyof CallOptions]: CallOptions[Name] } = {
      prompt: encodePrompt(messages, context),
    };
    // providers refuse a choice where there is nothing to choose from
    if (tools.length > 0) {
      options.tools = encodeTools(tools, context);
      if (toolChoice !== undefined) {
        options.toolChoice = typeof toolChoice === 'string' ? { type: toolChoice } : toolChoice;
      }
    }
    if (responseFormat !== undefined) options.responseFormat = responseFormat;
    if (abortSignal !== undefined) options.abortSignal = abortSignal;
    if (settings) Object.assign(options, encodeSettings(settings, version, context));
    return { options, warnings: warnings ? [...warnings] : [] };
  };
}
