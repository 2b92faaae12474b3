import type { SpecVersion } from '../spec-version.ts';
import { v2Decoder } from './v2-decoder.ts';
import { v2Encoder } from './v2-encoder.ts';

/** How models of spec version v2 are spoken to. */
export const v2: SpecVersion = { encoder: v2Encoder, decoder: v2Decoder };
