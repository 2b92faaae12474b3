import type { OutputUnit } from '@cfworker/json-schema';
import { ownValue } from './json-type.ts';
import type { LinkedNode } from './link-document.ts';
import { phraseOf } from './phrase.ts';

/** What a failed union comes to. */
export interface UnionVerdict {
  /** What to say of the union itself; nothing where one branch's own errors say it all. */
  readonly message?: string;
  /** Errors of branches that the value cannot be meant for. */
  readonly silent: readonly OutputUnit[];
}

/**
 * Weighs the errors of a failed union's branches. A branch of another type, or whose const or enum
 * properties say something else, was not meant: its errors would only mislead.
 *
 * @param within the errors of all branches.
 * @param node the schema that has the union.
 */
export function unionVerdict(
  union: OutputUnit,
  within: readonly OutputUnit[],
  node: LinkedNode,
): UnionVerdict {
  const branches = ownValue(node, union.keyword);
  const count = Array.isArray(branches) ? branches.length : 0;
  const failed = new Map<string, OutputUnit[]>();
  for (const error of within) {
    const branch = error.keywordLocation.slice(union.keywordLocation.length + 1).split('/', 1)[0];
    if (branch === undefined) continue;
    failed.set(branch, [...(failed.get(branch) ?? []), error]);
  }
  if (union.keyword === 'oneOf' && failed.size < count) {
    return { message: 'expected a value that matches only one of several forms', silent: within };
  }
  const meant = [...failed.values()].filter(
    (errors) => !errors.some((e) => isOfOtherKind(e, union)),
  );
  const heard = new Set(meant.flat());
  const silent = within.filter((error) => !heard.has(error));
  if (meant.length === 1) return { silent };
  if (meant.length > 1) return { message: 'matches none of the forms that are admitted', silent };
  const views = Array.isArray(branches) ? branches.map((branch) => [branch]) : [];
  const phrase = phraseOf(views);
  return {
    message:
      phrase === undefined ? 'matches none of the forms that are admitted' : `expected ${phrase}`,
    silent,
  };
}

/** Whether an error says that a branch was not meant: wrong type, or another discriminator. */
function isOfOtherKind({ keyword, instanceLocation }: OutputUnit, union: OutputUnit): boolean {
  if (instanceLocation === union.instanceLocation) {
    return keyword === 'type' || keyword === 'const' || keyword === 'enum';
  }
  const below = instanceLocation.slice(union.instanceLocation.length + 1);
  return (keyword === 'const' || keyword === 'enum') && !below.includes('/');
}
