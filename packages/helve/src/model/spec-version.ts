import type { VersionDecoder } from './decode/version-decoder.ts';
import type { VersionEncoder } from './encode/version-encoder.ts';

/** How one version of the interface is spoken. */
export interface SpecVersion {
  readonly encoder: VersionEncoder;
  readonly decoder: VersionDecoder;
}
