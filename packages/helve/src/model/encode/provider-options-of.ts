import type { ProviderOptions } from '../../tool/model-output.ts';

/** A value's provider options, to be spread into what it becomes: the very same object, or nothing. */
export function providerOptionsOf(value: { readonly providerOptions?: ProviderOptions }): {
  readonly providerOptions?: ProviderOptions;
} {
  return value.providerOptions === undefined ? {} : { providerOptions: value.providerOptions };
}
