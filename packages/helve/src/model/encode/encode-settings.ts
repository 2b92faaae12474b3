import type { ModelSettings } from '../model-request.ts';
import type { CallOptions } from './encoded-prompt.ts';
import type { EncodeContext, VersionEncoder } from './version-encoder.ts';

/** Settings that all versions have, under the same names. */
const SHARED_SETTINGS = [
  'maxOutputTokens',
  'temperature',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'stopSequences',
  'seed',
  'headers',
  'providerOptions',
] as const satisfies readonly (keyof ModelSettings & keyof CallOptions)[];

/** Writes the settings of a request; one that is not set is absent. */
export function encodeSettings(
  settings: ModelSettings,
  version: VersionEncoder,
  context: EncodeContext,
): Omit<CallOptions, 'prompt'> {
  const { reasoning } = settings;
  const encoded: Record<string, unknown> = {};
  for (const name of SHARED_SETTINGS) {
    if (settings[name] !== undefined) encoded[name] = settings[name];
  }
  // Each went under its own name.
  const shared = encoded as Omit<CallOptions, 'prompt'>;
  if (reasoning === undefined) return shared;
  return { ...shared, ...version.encodeReasoningSetting(reasoning, context) };
}
