import type { Issue } from './standard-schema.ts';

/** Issues by where they are: `errors` here, `fields` below, by property name or array index. */
export interface ValidationErrors {
  readonly errors: readonly string[];
  readonly fields: Readonly<Record<string, ValidationErrors>>;
}

interface MutableErrors extends ValidationErrors {
  readonly errors: string[];
  readonly fields: Record<string, MutableErrors>;
}

/** A wrong array of thousands would otherwise fill a model's context with one mistake. */
const MAX_LINES = 100;

/**
 * The tree of a `ValidationError`: plain, JSON-safe objects. A path may name `constructor` or
 * `__proto__`, which are ordinary own keys here.
 *
 * @example
 * ```ts
 * buildValidationErrors([{ message: 'expected number', path: ['customer', 'age'] }]);
 * // { errors: [], fields: { customer: { errors: [], fields: { age: { errors: ['expected number'], … } } } } }
 * ```
 */
export function buildValidationErrors(issues: readonly Issue[]): ValidationErrors {
  const root: MutableErrors = { errors: [], fields: {} };
  for (const issue of issues) {
    let at = root;
    for (const segment of issue.path) at = childOf(at, String(segment));
    at.errors.push(issue.message);
  }
  return root;
}

function childOf(parent: MutableErrors, key: string): MutableErrors {
  const known = Object.hasOwn(parent.fields, key) ? parent.fields[key] : undefined;
  if (known !== undefined) return known;
  const child: MutableErrors = { errors: [], fields: {} };
  // defined, not assigned: assigning to `__proto__` would change the prototype instead
  Object.defineProperty(parent.fields, key, {
    value: child,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return child;
}

/**
 * Issues as text, one line each: `- customer.age: expected number`; issues of the value as a whole
 * are at `root`. After 100 lines the rest is counted.
 *
 * @example
 * ```ts
 * formatIssues([{ message: 'expected object', path: [] }]); // '- root: expected object'
 * ```
 */
export function formatIssues(issues: readonly Issue[]): string {
  const lines: string[] = [];
  for (const { path, message } of issues.slice(0, MAX_LINES)) {
    lines.push(`- ${formatPath(path)}: ${onOneLine(message)}`);
  }
  if (issues.length > MAX_LINES) lines.push(`- … and ${issues.length - MAX_LINES} more`);
  return lines.join('\n');
}

/** (Not by a pattern: on a long run of blanks that a message quotes, it would take for ever.) */
function onOneLine(message: string): string {
  if (!message.includes('\n')) return message;
  const parts = message.split('\n').map((part) => part.trim());
  return parts.filter((part) => part !== '').join(' ');
}

/**
 * A path as text: its segments with dots between, `root` for the empty one.
 *
 * @example
 * ```ts
 * formatPath(['items', 0, 'id']); // 'items.0.id'
 * ```
 */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'root' : path.map(String).join('.');
}
