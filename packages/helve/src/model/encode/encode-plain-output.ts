import type { JsonValue } from '../../tool/json.ts';
import type { ProviderOptions, ToolResultOutput } from '../../tool/model-output.ts';
import { providerOptionsOf } from './provider-options-of.ts';

/** The results that all versions write alike. */
export type PlainOutput = Exclude<ToolResultOutput, { readonly type: 'content' | 'denied' }>;

/** A plain result in the form that all versions share. */
export type EncodedPlainOutput = { readonly providerOptions?: ProviderOptions } & (
  | { readonly type: 'text' | 'error-text'; readonly value: string }
  | { readonly type: 'json' | 'error-json'; readonly value: JsonValue }
);

/** Writes a text, a JSON value or an error as every version wants it. */
export function encodePlainOutput(output: PlainOutput): EncodedPlainOutput {
  const options = 'providerOptions' in output ? providerOptionsOf(output) : {};
  return output.type === 'text' || output.type === 'error-text'
    ? { type: output.type, value: output.value, ...options }
    : { type: output.type, value: output.value, ...options };
}
