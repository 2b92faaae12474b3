import { branchesFor } from './choose-branches.ts';
import { isPlainObject, ownValue, setOwnValue } from './json-type.ts';
import { parseJsonString } from './parse-json-string.ts';
import { isRequired, memberSchemas, propertySchemas, requiredNames } from './schema-children.ts';
import type { View } from './schema-views.ts';
import { admitsKind, admitsType, viewsOf } from './schema-views.ts';
import type { JsonSchemaDocument, SchemaNode } from './standard-schema.ts';

/** What is left to spend on one input, counted down by whoever spends it. */
export interface RepairBudget {
  /** Places in the value that may still be looked at. */
  nodes: number;
}

/** A value made to fit one reading of a schema, as far as repairs can. */
export interface Fit {
  readonly value: unknown;
  /** How many places still contradict the schema by type, literal or missing property. */
  readonly mismatches: number;
}

/** Deeper than this nothing is repaired; recursion has to end before the stack does. */
const MAX_DEPTH = 100;

/**
 * Repairs a whole part of a value to fit one view, by the schema alone. It serves unions, whose
 * failing names no place inside them; elsewhere the validator's issues say where to repair. The
 * given value is not changed: what differs is copied.
 */
export function fitView(
  document: JsonSchemaDocument,
  view: View,
  value: unknown,
  budget: RepairBudget,
  depth = 0,
): Fit {
  if (depth > MAX_DEPTH || budget.nodes <= 0) return { value, mismatches: 0 };
  budget.nodes -= 1;
  const repaired = parsedFor(view, value);
  if (Array.isArray(repaired) || isPlainObject(repaired)) {
    return fitMembers(document, view, repaired, budget, depth);
  }
  return { value: repaired, mismatches: admitsKind(view, repaired) ? 0 : 1 };
}

/** The JSON a string holds, where a view admits no string but what it holds; else the value. */
export function parsedFor(view: View, value: unknown): unknown {
  if (typeof value !== 'string' || admitsKind(view, value)) return value;
  const parsed = parseJsonString(value);
  return parsed !== undefined && admitsKind(view, parsed.value) ? parsed.value : value;
}

/** Whether a `null` stands for an absent property: it is not admitted, and may be left out. */
export function standsForAbsent(
  document: JsonSchemaDocument,
  view: View,
  name: string,
  value: unknown,
): boolean {
  if (value !== null) return false;
  const { schemas, declared } = propertySchemas(view, name);
  if (!declared) return false;
  const { views } = viewsOf(document, schemas, branchesFor(null));
  if (views.some((propertyView) => admitsType(propertyView, 'null'))) return false;
  return !isRequired(view, name) || hasDefault(schemas, views);
}

function hasDefault(schemas: readonly SchemaNode[], views: readonly View[]): boolean {
  return [...schemas, ...views.flat()].some(
    (schema) => typeof schema === 'object' && Object.hasOwn(schema, 'default'),
  );
}

function fitMembers(
  document: JsonSchemaDocument,
  view: View,
  container: unknown[] | Record<string, unknown>,
  budget: RepairBudget,
  depth: number,
): Fit {
  let copy: object | undefined;
  let mismatches = admitsKind(view, container) ? 0 : 1;
  for (const key of Object.keys(container)) {
    if (budget.nodes <= 0) break;
    const member = ownValue(container, key);
    if (!Array.isArray(container) && standsForAbsent(document, view, key, member)) {
      copy ??= { ...container };
      Reflect.deleteProperty(copy, key);
      continue;
    }
    const { schemas } = memberSchemas(view, container, key);
    const fit = fitSchemas(document, schemas, member, budget, depth + 1);
    mismatches += fit.mismatches;
    if (fit.value !== member) {
      copy ??= Array.isArray(container) ? [...container] : { ...container };
      setOwnValue(copy, key, fit.value);
    }
  }
  if (!Array.isArray(container)) {
    for (const name of requiredNames(view)) {
      if (!Object.hasOwn(copy ?? container, name)) mismatches += 1;
    }
  }
  return { value: copy ?? container, mismatches };
}

/** The best fit of the ways to read some schemas; of equally good ones the first. */
function fitSchemas(
  document: JsonSchemaDocument,
  schemas: readonly SchemaNode[],
  value: unknown,
  budget: RepairBudget,
  depth: number,
): Fit {
  if (schemas.length === 0) return { value, mismatches: 0 };
  let best: Fit | undefined;
  for (const view of viewsOf(document, schemas, branchesFor(value)).views) {
    const fit = fitView(document, view, value, budget, depth);
    if (best === undefined || fit.mismatches < best.mismatches) best = fit;
    if (best.mismatches === 0) break;
  }
  return best ?? { value, mismatches: 1 };
}
