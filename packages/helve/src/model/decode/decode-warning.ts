import { fieldsOf, textOf } from './read-fields.ts';

/** The form of versions from v3 on, as a sentence. */
export function decodeWarning(value: unknown): string | undefined {
  const { type, feature, details, setting, message } = fieldsOf(value);
  switch (type) {
    case 'unsupported':
      return withDetails(`The model does not support ${nameOf(feature)}`, details);
    case 'compatibility':
      return withDetails(`The model supports ${nameOf(feature)} only in part`, details);
    case 'deprecated':
      return withDetails(`The setting ${nameOf(setting)} is deprecated`, message);
    default:
      return textOf(message) ?? textOf(details);
  }
}

/** A sentence, and what the provider has to add. */
export function withDetails(sentence: string, details: unknown): string {
  return typeof details === 'string' && details !== '' ? `${sentence}: ${details}` : `${sentence}.`;
}

/** A name in quotes, or a word for a missing one. */
export function nameOf(name: unknown): string {
  return typeof name === 'string' && name !== '' ? `"${name}"` : 'something';
}
