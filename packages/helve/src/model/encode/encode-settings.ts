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
  return {
    ...Object.fromEntries(
      SHARED_SETTINGS.filter((name) => settings[name] !== undefined).map((name) => [
        name,
        settings[name],
      ]),
    ),
    ...(reasoning !== undefined && version.encodeReasoningSetting(reasoning, context)),
  };
}
