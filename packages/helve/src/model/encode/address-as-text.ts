import type { EncodeContext } from './version-encoder.ts';

/**
 * Stands in a tool's result for a file whose address this model does not fetch: the model can still
 * name it to the user. Adapters refuse such addresses, and with them every later request of the
 * conversation.
 */
export function addressAsText(
  address: string,
  { warn }: EncodeContext,
): { readonly type: 'text'; readonly text: string } {
  warn(
    'A file in the result of a tool was given to the model as its address alone: this model does ' +
      'not fetch files from there. Send its content as base64 data if the model needs to see it.',
  );
  return { type: 'text', text: address };
}
