import { isPlainObject, isSchemaObject, ownValue } from './json-type.ts';
import { parseJsonString } from './parse-json-string.ts';
import { isRequired } from './schema-children.ts';
import type { BranchChoice, View } from './schema-views.ts';
import { admitsKind, literalsOf } from './schema-views.ts';
import type { JsonSchemaDocument } from './standard-schema.ts';

/**
 * Leaves the branches of a union that a value can be meant for: those that have a place for it,
 * or, for a string that none admits, for the JSON it holds; and of these the ones whose const and
 * enum properties it agrees with (a discriminated union is left with one branch). Where that would
 * leave none, the rule is skipped: the discriminator itself may be what is wrong.
 */
export function branchesFor(value: unknown): BranchChoice {
  return (branches) => {
    const typed = keep(branches, (view) => admitsKind(view, value)) ?? keepParsed(branches, value);
    return keep(typed, (view) => agrees(view, value)) ?? typed;
  };
}

function keepParsed(
  branches: readonly (readonly View[])[],
  value: unknown,
): readonly (readonly View[])[] {
  const parsed = typeof value === 'string' ? parseJsonString(value) : undefined;
  if (parsed === undefined) return branches;
  return keep(branches, (view) => admitsKind(view, parsed.value)) ?? branches;
}

function keep(
  branches: readonly (readonly View[])[],
  test: (view: View) => boolean,
): readonly (readonly View[])[] | undefined {
  const kept = branches.map((views) => views.filter(test)).filter((views) => views.length > 0);
  return kept.length > 0 ? kept : undefined;
}

/** Whether nothing that a view fixes by const or enum speaks against a value. */
function agrees(view: View, value: unknown): boolean {
  if (!isPlainObject(value)) return true;
  return view.every((node) => {
    const properties = ownValue(node, 'properties');
    if (!isSchemaObject(properties)) return true;
    return Object.keys(properties).every((name) => {
      const property = properties[name];
      if (!Object.hasOwn(value, name) || !isSchemaObject(property)) return true;
      return mayMean(property, value[name], !isRequired(view, name));
    });
  });
}

/** Whether a value is one of a schema's literals, or a repair could make it one. */
function mayMean(property: JsonSchemaDocument, value: unknown, optional: boolean): boolean {
  const literals = literalsOf(property);
  if (literals === undefined || literals.includes(value)) return true;
  if (value === null) return optional;
  if (typeof value === 'object') return true;
  return typeof value === 'string' && literals.includes(parseJsonString(value)?.value);
}
