import { decodeUntaggedFile } from '../decode/decode-file.ts';
import { decodeFinishReason } from '../decode/decode-finish-reason.ts';
import { toUsage } from '../decode/decode-usage.ts';
import { nameOf, withDetails } from '../decode/decode-warning.ts';
import { countOf, fieldsOf, textOf } from '../decode/read-fields.ts';
import type { VersionDecoder } from '../decode/version-decoder.ts';
import type { Usage } from '../model-part.ts';

/** Reads responses of models of spec version v2: one word for the finish, flat figures. */
export const v2Decoder: VersionDecoder = {
  decodeFinishReason: (value) => decodeFinishReason(value),
  decodeUsage: decodeV2Usage,
  decodeWarning: decodeV2Warning,
  decodeFile: decodeUntaggedFile,
};

function decodeV2Usage(value: unknown): Usage {
  const usage = fieldsOf(value);
  return toUsage({
    inputTokens: countOf(usage['inputTokens']),
    outputTokens: countOf(usage['outputTokens']),
    totalTokens: countOf(usage['totalTokens']),
    reasoningTokens: countOf(usage['reasoningTokens']),
    cachedInputTokens: countOf(usage['cachedInputTokens']),
    cacheWriteInputTokens: undefined,
  });
}

function decodeV2Warning(value: unknown): string | undefined {
  const { type, setting, tool, details, message } = fieldsOf(value);
  switch (type) {
    case 'unsupported-setting':
      return withDetails(`The model does not support the setting ${nameOf(setting)}`, details);
    case 'unsupported-tool': {
      const { name, id } = fieldsOf(tool);
      return withDetails(`The model does not support the tool ${nameOf(name ?? id)}`, details);
    }
    default:
      return textOf(message) ?? textOf(details);
  }
}
