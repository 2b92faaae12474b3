import { decodeTaggedFile } from '../decode/decode-file.ts';
import { decodeTwofoldFinishReason } from '../decode/decode-finish-reason.ts';
import { decodeNestedUsage } from '../decode/decode-usage.ts';
import { decodeWarning } from '../decode/decode-warning.ts';
import type { VersionDecoder } from '../decode/version-decoder.ts';

/** Reads responses of models of spec version v4, which tags a file's content with what it is. */
export const v4Decoder: VersionDecoder = {
  decodeFinishReason: decodeTwofoldFinishReason,
  decodeUsage: decodeNestedUsage,
  decodeWarning,
  decodeFile: decodeTaggedFile,
};
