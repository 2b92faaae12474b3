import { budgets, bytesOfImport } from '../tests/budgets/budgets.ts';
import { judgeBudget } from '../tests/budgets/judge-budget.ts';
import type { Loaded } from './list-loaded.ts';

/**
 * What no entry point may load at once: a user has the schema library they chose, and models come
 * from wherever the user takes them.
 */
const FORBIDDEN = /^(?:zod|valibot|arktype|effect|typebox|ai|@ai-sdk\/.*|@valibot\/.*)(?:\/|$)/;

/** Says what an entry point loads beyond its budgets. */
export function judgeLoaded(specifier: string, { files, bytes, packages }: Loaded): string[] {
  const most = bytesOfImport.most[specifier];
  const importing = `An import of "${specifier}"`;
  return [
    judgeBudget(importing, files, budgets.filesOfImport),
    most === undefined
      ? `"${specifier}" has no budget of bytes yet: add it in tests/budgets/budgets.ts. It has ${bytes}.`
      : judgeBudget(importing, bytes, { ...bytesOfImport, most }),
    ...packages
      .filter((name) => FORBIDDEN.test(name))
      .map((name) => `${importing} loads "${name}": load it where it is needed, by \`import()\`.`),
  ].filter((problem) => problem !== undefined);
}
