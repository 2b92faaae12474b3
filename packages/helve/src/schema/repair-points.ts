import { branchesFor } from './choose-branches.ts';
import type { Fit, RepairBudget } from './fit-value.ts';
import { fitView, parsedFor, standsForAbsent } from './fit-value.ts';
import { isPlainObject, ownValue } from './json-type.ts';
import { memberSchemas } from './schema-children.ts';
import type { View, Views } from './schema-views.ts';
import { admitsKind, admitsType, viewsOf } from './schema-views.ts';
import type { Issue, JsonSchemaDocument, SchemaNode } from './standard-schema.ts';

/** What a repair puts in a place: another value, or nothing at all. */
export type Repair = { readonly value: unknown } | { readonly absent: true };

/** A failing place and what might make it right, the most likely first; at least one. */
export interface RepairPoint {
  readonly path: readonly PropertyKey[];
  readonly repairs: readonly Repair[];
}

/** The property a place is, seen from the object around it. */
interface Holder {
  readonly view: View;
  readonly name: string;
}

/**
 * The places where a value fails and can be repaired. An issue inside a union whose branch is not
 * clear makes the whole union the place, since its parts are right or wrong by the branch.
 */
export function findRepairPoints(
  document: JsonSchemaDocument,
  value: unknown,
  issues: readonly Issue[],
  budget: RepairBudget,
): readonly RepairPoint[] {
  const points = new Map<string, RepairPoint>();
  for (const issue of issues) {
    if (budget.nodes <= 0) break;
    budget.nodes -= 1;
    const point = pointOf(document, value, issue.path, budget);
    if (point !== undefined) points.set(pathKey(point.path), point);
  }
  const found = [...points.values()];
  // a repair of the whole already speaks for its parts
  return found.filter(({ path }) => {
    for (let length = 0; length < path.length; length += 1) {
      if (points.has(pathKey(path.slice(0, length)))) return false;
    }
    return true;
  });
}

function pointOf(
  document: JsonSchemaDocument,
  root: unknown,
  path: readonly PropertyKey[],
  budget: RepairBudget,
): RepairPoint | undefined {
  let value = root;
  let schemas: readonly SchemaNode[] = [document];
  let holder: Holder | undefined;
  for (let length = 0; ; length += 1) {
    const key = path[length];
    const reading = viewsOf(document, schemas, branchesFor(value));
    const [view] = reading.views;
    if (view === undefined || key === undefined || reading.views.length > 1) {
      const repairs =
        length === 0 && isAbsent(value, reading)
          ? emptyInputs(reading)
          : repairsOf(document, value, reading, holder, budget);
      return repairs.length > 0 ? { path: path.slice(0, length), repairs } : undefined;
    }
    if (!isContainer(value) || !Object.hasOwn(value, key)) return undefined;
    holder = Array.isArray(value) ? undefined : { view, name: String(key) };
    schemas = memberSchemas(view, value, key).schemas;
    value = ownValue(value, key);
  }
}

/** An absent whole input: nothing, or a `null` that is not admitted. */
function isAbsent(value: unknown, { views }: Views): boolean {
  return value === undefined || (value === null && !views.some((v) => admitsType(v, 'null')));
}

function emptyInputs({ views }: Views): readonly Repair[] {
  const repairs: Repair[] = [];
  if (views.some((view) => admitsType(view, 'object'))) repairs.push({ value: {} });
  if (views.some((view) => admitsType(view, 'array'))) repairs.push({ value: [] });
  return repairs;
}

function repairsOf(
  document: JsonSchemaDocument,
  value: unknown,
  { views, fromUnion }: Views,
  holder: Holder | undefined,
  budget: RepairBudget,
): readonly Repair[] {
  if (holder !== undefined && standsForAbsent(document, holder.view, holder.name, value)) {
    return [{ absent: true }];
  }
  if (typeof value === 'string' && views.some((view) => admitsKind(view, value))) return [];
  if (!fromUnion) {
    const parsed = views[0] === undefined ? value : parsedFor(views[0], value);
    return parsed === value ? [] : [{ value: parsed }];
  }
  const fits = views
    .map((view) => fitView(document, view, value, budget))
    .filter((fit) => fit.value !== value);
  return distinct([
    ...fits.filter((fit) => fit.mismatches === 0),
    ...fits.filter((fit) => fit.mismatches > 0),
  ]).map((fit) => ({ value: fit.value }));
}

/** Branches often ask for the same simple value; trying it once will do. */
function distinct(fits: readonly Fit[]): readonly Fit[] {
  return fits.filter(
    ({ value }, index) => fits.findIndex((earlier) => earlier.value === value) === index,
  );
}

function isContainer(value: unknown): value is unknown[] | Record<string, unknown> {
  return Array.isArray(value) || isPlainObject(value);
}

/** Tells paths apart; an index and the property of that name are the same place. */
export function pathKey(path: readonly PropertyKey[]): string {
  return JSON.stringify(path.map(String));
}
