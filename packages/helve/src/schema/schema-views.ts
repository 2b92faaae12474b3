import type { JsonType } from './json-type.ts';
import { isSchemaObject, JSON_TYPES, jsonTypeOf, ownValue } from './json-type.ts';
import { isSchemaNode } from './schema-keywords.ts';
import { referencesOf, resolveReference } from './schema-refs.ts';
import type { JsonSchemaDocument, SchemaNode } from './standard-schema.ts';

/**
 * One way to read a schema at one place: the schemas that all apply there, references followed and
 * one branch of every union taken. (Their own `$ref`, `allOf`, `anyOf`, `oneOf` and `then`/`else`
 * are done with; `not` and `if` are not read.)
 */
export type View = readonly JsonSchemaDocument[];

/** The ways to read a place. None: nothing is admitted there. */
export interface Views {
  readonly views: readonly View[];
  /** Whether a union stands at this place, even if only one of its branches is left. */
  readonly fromUnion: boolean;
}

/** Leaves those branches of a union that can be meant, given how each may be read. */
export type BranchChoice = (branches: readonly (readonly View[])[]) => readonly (readonly View[])[];

/** More ways than this at one place are not looked at. */
export const MAX_VIEWS = 16;

/** References that lead only to references end somewhere: schemas of strangers may not. */
const MAX_NESTING = 64;

/**
 * The ways to read the given schemas, which all apply at one place, in the order in which their
 * unions list the branches. At most 16.
 *
 * @example
 * ```ts
 * const document = { anyOf: [{ type: 'string' }, { type: 'number' }] };
 * viewsOf(document, [document]).views.length; // 2
 * ```
 */
export function viewsOf(
  document: JsonSchemaDocument,
  schemas: readonly SchemaNode[],
  choose?: BranchChoice,
): Views {
  return new ViewReader(document, choose).read(schemas, 0);
}

/** Lives for one reading: counts how much of a schema was read, for schemas made to explode. */
class ViewReader {
  readonly #document: JsonSchemaDocument;
  readonly #choose: BranchChoice | undefined;
  #left = 2_000;

  constructor(document: JsonSchemaDocument, choose: BranchChoice | undefined) {
    this.#document = document;
    this.#choose = choose;
  }

  read(schemas: readonly SchemaNode[], nesting: number): Views {
    const applied = this.#gather(schemas, nesting);
    if (applied === undefined) return { views: [], fromUnion: false };
    let views: readonly View[] = [applied.nodes];
    for (const union of applied.unions) {
      const branches = union.map((branch) => this.read([branch], nesting + 1).views);
      const chosen = this.#choose?.(branches) ?? branches;
      views = combine(views, chosen.flat());
    }
    return { views, fromUnion: applied.unions.length > 0 };
  }

  /** All that applies at once; `undefined` where one of the schemas is `false`. */
  #gather(
    schemas: readonly SchemaNode[],
    nesting: number,
  ): { nodes: JsonSchemaDocument[]; unions: (readonly SchemaNode[])[] } | undefined {
    const nodes: JsonSchemaDocument[] = [];
    const unions: (readonly SchemaNode[])[] = [];
    const pending: SchemaNode[] = [...schemas].reverse();
    const seen = new Set<SchemaNode>();
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (node === false) return undefined;
      if (node === true || seen.has(node)) continue;
      if (nesting > MAX_NESTING || this.#left-- <= 0) continue;
      seen.add(node);
      nodes.push(node);
      for (const { text } of referencesOf(node)) {
        const target = resolveReference(this.#document, node, text);
        if (target !== undefined) pending.push(target);
      }
      pending.push(...schemaList(node, 'allOf').reverse());
      for (const keyword of ['anyOf', 'oneOf']) {
        const branches = schemaList(node, keyword);
        if (branches.length > 0) unions.push(branches);
      }
      const outcomes = [ownValue(node, 'then'), ownValue(node, 'else')];
      if (Object.hasOwn(node, 'if') && outcomes.some(isSchemaObject)) {
        unions.push(outcomes.map((outcome) => (isSchemaNode(outcome) ? outcome : true)));
      }
    }
    return { nodes, unions };
  }
}

function combine(views: readonly View[], branches: readonly View[]): readonly View[] {
  const combined: View[] = [];
  for (const branch of branches) {
    for (const view of views) {
      if (combined.length === MAX_VIEWS) return combined;
      combined.push([...view, ...branch]);
    }
  }
  return combined;
}

function schemaList(node: JsonSchemaDocument, keyword: string): SchemaNode[] {
  const list = ownValue(node, keyword);
  return Array.isArray(list) ? list.filter(isSchemaNode) : [];
}

/** Whether a view admits values of a type, by its `type`, `const` and `enum`. */
export function admitsType(view: View, type: JsonType): boolean {
  return view.every((node) => typesOf(node).includes(type));
}

/** Whether a view admits the type of a value; where integers are wanted, only whole numbers. */
function admitsTypeOf(view: View, value: unknown): boolean {
  const type = jsonTypeOf(value);
  if (type === undefined) return false;
  if (typeof value === 'number' && !Number.isInteger(value) && view.some(wantsInteger)) {
    return false;
  }
  return admitsType(view, type);
}

/**
 * Whether a view has a place for a value, as far as its type says and, for a simple value, its
 * literals: `{ const: 'auto' }` has none for another string.
 */
export function admitsKind(view: View, value: unknown): boolean {
  if (!admitsTypeOf(view, value)) return false;
  if (typeof value === 'object' && value !== null) return true;
  return view.every((node) => literalsOf(node)?.includes(value) ?? true);
}

/** Whether a schema's numbers have to be whole. */
export function wantsInteger(node: JsonSchemaDocument): boolean {
  const type = ownValue(node, 'type');
  if (Array.isArray(type)) return type.includes('integer') && !type.includes('number');
  return type === 'integer';
}

/** The values that `const` and `enum` leave, `undefined` where a schema has neither. */
export function literalsOf(node: JsonSchemaDocument): readonly unknown[] | undefined {
  if (Object.hasOwn(node, 'const')) return [node['const']];
  const values = ownValue(node, 'enum');
  return Array.isArray(values) ? values : undefined;
}

/** The types one schema admits. */
export function typesOf(node: JsonSchemaDocument): readonly JsonType[] {
  const type = ownValue(node, 'type');
  const named = typeof type === 'string' ? [type] : Array.isArray(type) ? type : undefined;
  if (named !== undefined) {
    return JSON_TYPES.filter(
      (known) => named.includes(known) || (known === 'number' && named.includes('integer')),
    );
  }
  const literals = literalsOf(node);
  if (literals === undefined) return JSON_TYPES;
  const literalTypes = new Set(literals.map(jsonTypeOf));
  return JSON_TYPES.filter((known) => literalTypes.has(known));
}
