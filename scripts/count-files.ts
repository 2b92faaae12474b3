import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listImports } from './list-imports.ts';

/**
 * Counts the files that are loaded when a built entry point is imported: itself and, again and
 * again, what it imports by a relative path. What is imported later, by `import()`, does not count.
 */
export function countFiles(entry: string): number {
  const seen = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const { specifier, dynamic } of listImports(file, readFileSync(file, 'utf8'))) {
      if (!dynamic && specifier.startsWith('.')) waiting.push(join(dirname(file), specifier));
    }
  }
  return seen.size;
}
