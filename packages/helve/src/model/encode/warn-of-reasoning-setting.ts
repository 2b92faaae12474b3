import type { EncodeContext } from './version-encoder.ts';

/** For versions before v4, which have no field for how much a model should reason. */
export function warnOfReasoningSetting(
  _reasoning: string,
  { warn }: EncodeContext,
): Record<string, never> {
  warn(
    'The setting `reasoning` was left out of the request: it needs a model of spec version v4. ' +
      "Set it through the provider's own `providerOptions`, or upgrade the provider's package.",
  );
  return {};
}
