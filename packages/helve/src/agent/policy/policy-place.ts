import { InvalidAgentError } from '../agent-errors.ts';

/**
 * A place in a policy that is being read: what is wrong there is reported with whose policy it is,
 * the rule and the field. Every reader gives a value of the kind it is named after, or throws.
 */
export class PolicyPlace {
  readonly #whose: string;
  readonly #rule: number | undefined;
  readonly #path: string;

  constructor(whose: string, rule?: number, path = '') {
    this.#whose = whose;
    this.#rule = rule;
    this.#path = path;
  }

  /** A field of this place, or an item. */
  at(name: string | number): PolicyPlace {
    const step =
      typeof name === 'string' && IDENTIFIER.test(name)
        ? `${this.#path === '' ? '' : '.'}${name}`
        : `[${JSON.stringify(name)}]`;
    return new PolicyPlace(this.#whose, this.#rule, this.#path + step);
  }

  /** A rule of the policy. */
  rule(index: number): PolicyPlace {
    return new PolicyPlace(this.#whose, index);
  }

  /** @throws InvalidAgentError, always. */
  fail(problem: string): never {
    const rule = this.#rule === undefined ? [] : [`rule ${this.#rule}`];
    const field = this.#path === '' ? [] : [`field ${this.#path}`];
    const where = [...rule, ...field].join(', ');
    throw new InvalidAgentError(
      `The policy of ${this.#whose} is malformed${where === '' ? '' : `, in ${where}`}: ${problem}.`,
    );
  }

  expected(wanted: string, value: unknown): never {
    return this.fail(`it must be ${wanted}, and is ${describe(value)}`);
  }

  text(value: unknown): string {
    return typeof value === 'string' && value !== ''
      ? value
      : this.expected('a text that is not empty', value);
  }

  boolean(value: unknown): boolean {
    return typeof value === 'boolean' ? value : this.expected('true or false', value);
  }

  oneOf<T extends string>(value: unknown, choices: readonly T[]): T {
    const choice = choices.find((each) => each === value);
    return choice ?? this.expected(`one of ${choices.map(quote).join(', ')}`, value);
  }

  array(value: unknown): readonly unknown[] {
    return Array.isArray(value) ? Array.from(value) : this.expected('an array', value);
  }

  /** An array with at least one item. */
  items(value: unknown): readonly unknown[] {
    const items = this.array(value);
    return items.length > 0 ? items : this.expected('an array that is not empty', value);
  }

  /** The fields of a plain object that has some: one without says nothing, and so was a mistake. */
  entries(value: unknown, wanted: string): readonly (readonly [string, unknown])[] {
    const fields = this.fields(value);
    return fields.length > 0
      ? fields
      : this.fail(`it is empty; give it ${wanted}, or leave it out`);
  }

  /** The fields of a plain object. */
  fields(value: unknown): readonly (readonly [string, unknown])[] {
    return isPlainObject(value) ? Object.entries(value) : this.expected('an object', value);
  }
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function quote(text: string): string {
  return `"${text}"`;
}

function describe(value: unknown): string {
  if (typeof value === 'string') return quote(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  return isPlainObject(value) ? 'an object' : 'no plain data';
}
