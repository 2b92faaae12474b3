import type { SpecVersion } from '../spec-version.ts';
import { v3Decoder } from './v3-decoder.ts';
import { v3Encoder } from './v3-encoder.ts';

/** How models of spec version v3 are spoken to. */
export const v3: SpecVersion = { encoder: v3Encoder, decoder: v3Decoder };
