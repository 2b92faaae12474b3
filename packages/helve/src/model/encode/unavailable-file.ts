import type { EncodeContext } from './version-encoder.ts';

/**
 * Stands in the place of a file that this model cannot be given: the model hears that something is
 * missing, and the application why.
 */
export function unavailableFile(
  filename: string | undefined,
  { warn }: Pick<EncodeContext, 'warn'>,
): { readonly type: 'text'; readonly text: string } {
  const name = filename === undefined ? 'A file' : `The file "${filename}"`;
  warn(
    `${name} was left out of the request: this model cannot be given it in the form it has. ` +
      'Send its content as base64 data instead.',
  );
  return { type: 'text', text: `[${name} cannot be shown here.]` };
}
