import { isPlainObject, ownValue } from '../../schema/json-type.ts';
import type { Issue, StandardJsonSchema } from '../../schema/standard-schema.ts';

/** A property of {@link ownSchema}: a text, or without a `type` any JSON value. */
export interface OwnProperty {
  readonly type?: 'string';
  /** 1 where the text must not be empty. */
  readonly minLength?: 1;
  /** What the model is told of it. */
  readonly description: string;
}

/**
 * The schema of a runtime's own tool: an object with exactly these properties. Written down here,
 * and not with `jsonSchema()`, since every agent would then carry the checks of any JSON Schema, a
 * twelfth of its code, for three texts.
 *
 * @example
 * ownSchema<{ readonly query: string }>({ query: { type: 'string', description: 'What to find.' } });
 */
export function ownSchema<T>(
  properties: Readonly<Record<string, OwnProperty>>,
): StandardJsonSchema<T, T> {
  const names = Object.keys(properties);
  const document = { type: 'object', properties, required: names, additionalProperties: false };
  const describe = () => ({ ...document });
  return {
    '~standard': {
      version: 1,
      vendor: 'helve',
      validate: (value) => {
        const issues = issuesOf(properties, value);
        // the properties are what the type was written for
        return issues.length > 0 ? { issues } : { value: value as T };
      },
      jsonSchema: { input: describe, output: describe },
    },
  };
}

function issuesOf(properties: Readonly<Record<string, OwnProperty>>, value: unknown): Issue[] {
  if (!isPlainObject(value)) return [{ message: 'expected an object', path: [] }];
  const issues: Issue[] = [];
  for (const [name, { type, minLength = 0 }] of Object.entries(properties)) {
    const given = ownValue(value, name);
    if (given === undefined) issues.push({ message: 'expected a value', path: [name] });
    else if (type === 'string' && typeof given !== 'string') {
      issues.push({ message: 'expected a text', path: [name] });
    } else if (typeof given === 'string' && given.length < minLength) {
      issues.push({ message: 'expected a text that is not empty', path: [name] });
    }
  }
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(properties, name)) {
      issues.push({ message: 'expected no such property', path: [name] });
    }
  }
  return issues;
}
