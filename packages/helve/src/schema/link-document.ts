import type { Dialect } from './dialect.ts';
import { dialectOf } from './dialect.ts';
import { keywordKind, mapSubschemas } from './schema-keywords.ts';
import { referencesOf, resolveReference } from './schema-refs.ts';
import type { JsonSchemaDocument, SchemaNode } from './standard-schema.ts';

/** Counts down the schemas that one validation may apply to values. */
export interface WorkMeter {
  left: number;
}

/** A schema of a linked document: object-shaped all through, its references resolved beside it. */
export type LinkedNode = Readonly<Record<string, unknown>>;

/** A document rewritten for a validator. */
export interface LinkedDocument {
  readonly root: LinkedNode;
  readonly dialect: Dialect;
  /** What each `$ref` leads to. */
  readonly targets: ReadonlyMap<LinkedNode, LinkedNode>;
  /** Spent by one for each schema that is applied; at zero, applying throws `WorkLimitReached`. */
  readonly meter: WorkMeter;
  /** Whether comparing all items of an array may be needed. */
  readonly comparesItems: boolean;
}

/** Thrown inside a validation that costs too much, to get out of it. */
export class WorkLimitReached extends Error {}

/** Keywords of validation that hold no schemas. */
const PLAIN_KEYWORDS: ReadonlySet<string> = new Set([
  'const',
  'dependentRequired',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maxContains',
  'maximum',
  'maxItems',
  'maxLength',
  'maxProperties',
  'minContains',
  'minimum',
  'minItems',
  'minLength',
  'minProperties',
  'multipleOf',
  'pattern',
  'required',
  'type',
  'uniqueItems',
]);

/** Keywords whose schemas apply only where a reference leads to them, or not at all. */
const NEVER_APPLIED: ReadonlySet<string> = new Set(['$defs', 'contentSchema', 'definitions']);

/**
 * Rewrites a checked document into what the validator can be trusted with: the keywords of
 * validation only, every reference a pointer to `$defs` (so that no URI is ever interpreted),
 * `true` and `false` as objects, and every application of a schema metered, because a small
 * document can ask for an endless amount of work.
 */
export function linkDocument(
  document: JsonSchemaDocument,
  hasFormat: (name: string) => boolean,
): LinkedDocument {
  const linker = new Linker(document, hasFormat);
  const root = linker.link();
  return {
    root,
    dialect: linker.dialect,
    targets: linker.targets,
    meter: linker.meter,
    comparesItems: linker.comparesItems,
  };
}

class Linker {
  readonly dialect: Dialect;
  readonly targets: Map<LinkedNode, LinkedNode> = new Map();
  readonly meter: WorkMeter = { left: Number.POSITIVE_INFINITY };
  comparesItems = false;

  readonly #document: JsonSchemaDocument;
  readonly #hasFormat: (name: string) => boolean;
  /** Definitions by the schema they are of, made when first referred to. */
  readonly #definitions = new Map<
    SchemaNode,
    { readonly name: string; readonly node: LinkedNode }
  >();
  readonly #pending: (() => void)[] = [];

  constructor(document: JsonSchemaDocument, hasFormat: (name: string) => boolean) {
    this.#document = document;
    this.#hasFormat = hasFormat;
    this.dialect = dialectOf(document);
  }

  link(): LinkedNode {
    const root: Record<string, unknown> = {};
    this.#refer(root, this.#define(this.#document));
    // definitions refer to definitions: one after the other, for chains may be long
    for (let make = this.#pending.shift(); make; make = this.#pending.shift()) make();
    const definitions: Record<string, unknown> = {};
    for (const { name, node } of this.#definitions.values()) definitions[name] = node;
    root['$defs'] = definitions;
    return root;
  }

  #define(schema: SchemaNode): { readonly name: string; readonly node: LinkedNode } {
    const known = this.#definitions.get(schema);
    if (known !== undefined) return known;
    const node: Record<string, unknown> = {};
    const definition = { name: `d${this.#definitions.size}`, node };
    this.#definitions.set(schema, definition);
    this.#pending.push(() => this.#fill(node, schema));
    return definition;
  }

  #copy(schema: SchemaNode): LinkedNode {
    const copy: Record<string, unknown> = {};
    this.#fill(copy, schema);
    return copy;
  }

  #fill(copy: Record<string, unknown>, schema: SchemaNode): void {
    if (schema === false) {
      this.#refer(copy, undefined);
      copy['not'] = this.#copy(true);
      return;
    }
    if (schema === true) {
      this.#refer(copy, undefined);
      return;
    }
    const targets = referencesOf(schema)
      .map(({ text }) => resolveReference(this.#document, schema, text))
      .filter((target) => target !== undefined)
      .map((target) => this.#define(target));
    this.#refer(copy, targets[0]);
    // up to draft-07 nothing beside a `$ref` counts
    if (this.dialect === '7' && targets.length > 0) return;
    this.#copyKeywords(copy, schema);
    const further = targets.slice(1).map((target) => {
      const reference: Record<string, unknown> = {};
      this.#refer(reference, target);
      return reference;
    });
    if (further.length > 0) {
      copy['allOf'] = [...(Array.isArray(copy['allOf']) ? copy['allOf'] : []), ...further];
    }
  }

  #copyKeywords(copy: Record<string, unknown>, schema: JsonSchemaDocument): void {
    for (const keyword of Object.keys(schema)) {
      const value = schema[keyword];
      if (keyword === 'uniqueItems' && value === true) this.comparesItems = true;
      if (keyword === 'format' && !this.#hasFormat(String(value))) continue;
      if (PLAIN_KEYWORDS.has(keyword)) copy[keyword] = value;
    }
    const holders = mapSubschemas(schema, (inner) => this.#copy(inner));
    for (const keyword of Object.keys(schema)) {
      if (keywordKind(keyword) === undefined || NEVER_APPLIED.has(keyword)) continue;
      copy[keyword] = holders[keyword];
    }
  }

  /** Gives a schema its reference; reading it, as applying the schema begins, spends work. */
  #refer(
    copy: Record<string, unknown>,
    target: { readonly name: string; readonly node: LinkedNode } | undefined,
  ): void {
    const { meter } = this;
    const reference = target === undefined ? undefined : `#/$defs/${target.name}`;
    if (target !== undefined) this.targets.set(copy, target.node);
    Object.defineProperty(copy, '$ref', {
      enumerable: true,
      get: () => {
        meter.left -= 1;
        if (meter.left < 0) throw new WorkLimitReached();
        return reference;
      },
    });
  }
}
