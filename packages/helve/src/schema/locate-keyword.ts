import { isSchemaObject, ownValue } from './json-type.ts';
import type { LinkedDocument, LinkedNode } from './link-document.ts';
import { keywordKind } from './schema-keywords.ts';

/** Where in a linked document a keyword is. */
export interface KeywordPlace {
  /** The schema that has the keyword. */
  readonly node: LinkedNode;
  /** The keyword that holds this schema; `undefined` for the root. */
  readonly heldBy: string | undefined;
  /** Whether the schema is about a property's name, not its value. */
  readonly aboutName: boolean;
  /** Whether the schema is one that some items must match and others need not. */
  readonly aboutSomeItems: boolean;
}

/**
 * Follows a validator's way to a keyword (`#/$ref/properties/a/anyOf/0/type`): the way it took
 * through the schema, references included.
 */
export function locateKeyword(linked: LinkedDocument, location: string): KeywordPlace {
  let node = linked.root;
  let heldBy: string | undefined;
  let aboutName = false;
  let aboutSomeItems = false;
  const tokens = parsePointer(location);
  for (let index = 0; index < tokens.length - 1; index += 1) {
    const keyword = tokens[index] ?? '';
    let next: unknown;
    if (keyword === '$ref') {
      next = linked.targets.get(node);
    } else {
      next = ownValue(node, keyword);
      const inside = keywordKind(keyword) !== 'schema' && !isSchemaItself(keyword, next);
      if (inside && typeof next === 'object' && next !== null) {
        index += 1;
        next = ownValue(next, tokens[index] ?? '');
      }
      heldBy = keyword;
      aboutName ||= keyword === 'propertyNames';
      aboutSomeItems ||= keyword === 'contains';
    }
    // a way that cannot be followed ends at the last schema that could
    if (!isSchemaObject(next)) break;
    node = next;
  }
  return { node, heldBy, aboutName, aboutSomeItems };
}

/** `items` holds a schema or a list of them. */
function isSchemaItself(keyword: string, value: unknown): boolean {
  return keyword === 'items' && !Array.isArray(value);
}

/** The tokens of a JSON Pointer in URI form, as the validator writes them. */
export function parsePointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'));
}
