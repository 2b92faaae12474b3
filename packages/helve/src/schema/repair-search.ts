import type { PlacedRepair } from './apply-repairs.ts';
import { applyRepairs } from './apply-repairs.ts';
import type { RepairBudget } from './fit-value.ts';
import type { RepairPoint } from './repair-points.ts';
import { findRepairPoints, pathKey } from './repair-points.ts';
import type { Issue, JsonSchemaDocument } from './standard-schema.ts';
import type { ValidationResult } from './validate.ts';

/** How much one input may cost: a model that sends nonsense must not buy hours of repairing. */
const MAX_REPAIR_NODES = 1_000;
/** Validator calls for one input, the first one (of the value as given) included. */
const MAX_VALIDATIONS = 64;

/** What a search ends with: the repaired value and what the schema made of it, or the issues. */
export type SearchOutcome<Output> =
  | { readonly ok: true; readonly accepted: unknown; readonly parsed: Output }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Yields values to validate and is told the results, so that it waits only for those who must. */
export type RepairSearch<Output> = Generator<
  unknown,
  SearchOutcome<Output>,
  ValidationResult<Output>
>;

interface Attempt {
  readonly value: unknown;
  readonly issues: readonly Issue[];
}

/**
 * Looks for repairs that make a failing value valid. Every round repairs all failing places at
 * once, each by its most likely repair; places that still fail go on to their next one. When a
 * round has no more to offer, the next one starts from its best attempt and the issues that are
 * left there (inside a JSON string just parsed, say).
 */
export function* searchRepairs<Output>(
  document: JsonSchemaDocument,
  given: unknown,
  givenIssues: readonly Issue[],
): RepairSearch<Output> {
  const budget: RepairBudget = { nodes: MAX_REPAIR_NODES };
  const better = ranking(givenIssues.slice(0, MAX_REPAIR_NODES));
  let validations = 1;
  let base: Attempt = { value: given, issues: givenIssues };
  let best = base;
  for (;;) {
    const points = findRepairPoints(document, base.value, base.issues, budget);
    if (points.length === 0) return { ok: false, issues: best.issues };
    const choices = points.map(() => 0);
    let bestOfRound: Attempt | undefined;
    let attempt: Attempt;
    do {
      if (validations === MAX_VALIDATIONS) return { ok: false, issues: best.issues };
      validations += 1;
      const value = applyRepairs(base.value, placed(points, choices));
      const result = yield value;
      if (result.ok) return { ok: true, accepted: value, parsed: result.value };
      attempt = { value, issues: result.issues };
      if (bestOfRound === undefined || better(attempt, bestOfRound)) bestOfRound = attempt;
      // repairs went into it: where it is as good as what it came from, it tells what comes next
      if (!better(best, bestOfRound)) best = bestOfRound;
    } while (advance(points, choices, attempt.issues));
    base = bestOfRound;
  }
}

function placed(
  points: readonly RepairPoint[],
  choices: readonly number[],
): readonly PlacedRepair[] {
  const repairs: PlacedRepair[] = [];
  for (const [index, { path, repairs: options }] of points.entries()) {
    const repair = options[choices[index] ?? 0];
    if (repair !== undefined) repairs.push({ path, repair });
  }
  return repairs;
}

/**
 * Moves on to the next combination, if there is one: every place that still fails takes its next
 * repair. Where only something around the places fails (a rule over several fields), their
 * combinations are counted through.
 */
function advance(
  points: readonly RepairPoint[],
  choices: number[],
  issues: readonly Issue[],
): boolean {
  const considered = issues.slice(0, MAX_REPAIR_NODES);
  const failing = new Set(considered.flatMap(({ path }) => prefixes(path)));
  let advanced = false;
  for (const [index, point] of points.entries()) {
    const next = (choices[index] ?? 0) + 1;
    if (next >= point.repairs.length || !failing.has(pathKey(point.path))) continue;
    choices[index] = next;
    advanced = true;
  }
  return advanced || countUp(points, choices, new Set(considered.map(({ path }) => pathKey(path))));
}

/** Counts through the repairs of the places below an issue, like an odometer. */
function countUp(
  points: readonly RepairPoint[],
  choices: number[],
  issuePaths: ReadonlySet<string>,
): boolean {
  for (const [index, point] of points.entries()) {
    if (!prefixes(point.path.slice(0, -1)).some((prefix) => issuePaths.has(prefix))) continue;
    const next = (choices[index] ?? 0) + 1;
    choices[index] = next % point.repairs.length;
    if (next < point.repairs.length) return true;
  }
  return false;
}

/** The keys of a path and of all paths to it, the root's included. */
function prefixes(path: readonly PropertyKey[]): string[] {
  return Array.from({ length: path.length + 1 }, (_, length) => pathKey(path.slice(0, length)));
}

/**
 * Which attempt tells most about what is really wrong: the one with fewer of the first failures
 * left (failures in new places count as well); of equal ones, the one whose issues lie deeper, for
 * it got further.
 */
function ranking(givenIssues: readonly Issue[]): (one: Attempt, other: Attempt) => boolean {
  const places = new Set(givenIssues.map(({ path }) => pathKey(path)));
  const ranks = new WeakMap<Attempt, { readonly open: number; readonly depth: number }>();
  const rankOf = (attempt: Attempt) => {
    const known = ranks.get(attempt);
    if (known !== undefined) return known;
    const open = new Set<string>();
    let depth = 0;
    const considered = attempt.issues.slice(0, MAX_REPAIR_NODES);
    for (const { path } of considered) {
      open.add(prefixes(path).find((prefix) => places.has(prefix)) ?? pathKey(path));
      depth += path.length;
    }
    const rank = { open: open.size, depth: depth / considered.length };
    ranks.set(attempt, rank);
    return rank;
  };
  return (one, other) => {
    const left = rankOf(one);
    const right = rankOf(other);
    return left.open < right.open || (left.open === right.open && left.depth > right.depth);
  };
}
