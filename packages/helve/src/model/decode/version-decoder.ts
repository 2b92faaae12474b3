import type { FileSource } from '../../tool/message.ts';
import type { ModelFinishReason, Usage } from '../model-part.ts';

/** Why a response ended, in Helve's word and in the provider's. */
export interface DecodedFinishReason {
  readonly finishReason: ModelFinishReason;
  readonly rawFinishReason?: string;
}

/**
 * All that differs between the versions when a response is read. Each function is given what the
 * model sent, whatever that is, and never throws.
 */
export interface VersionDecoder {
  readonly decodeFinishReason: (value: unknown) => DecodedFinishReason;
  readonly decodeUsage: (value: unknown) => Usage;
  /** A warning as a sentence; `undefined` where there is nothing to say. */
  readonly decodeWarning: (value: unknown) => string | undefined;
  /** A file's content; `undefined` where it is none. */
  readonly decodeFile: (data: unknown) => FileSource | undefined;
}
