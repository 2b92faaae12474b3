import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listImports } from './list-imports.ts';

/** What importing a built entry point loads at once. */
export interface Loaded {
  readonly files: number;
  readonly bytes: number;
  /** What is imported by name, without repetition: Node's modules and other packages. */
  readonly packages: readonly string[];
}

/**
 * Follows a built entry point: itself and, again and again, what it imports by a relative path.
 * What is imported later, by `import()`, does not count.
 */
export function listLoaded(entry: string): Loaded {
  const seen = new Set<string>();
  const packages = new Set<string>();
  let bytes = 0;
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    bytes += Buffer.byteLength(text);
    for (const { specifier, dynamic } of listImports(file, text)) {
      if (dynamic) continue;
      if (specifier.startsWith('.')) waiting.push(join(dirname(file), specifier));
      else packages.add(specifier);
    }
  }
  return { files: seen.size, bytes, packages: [...packages].sort() };
}
