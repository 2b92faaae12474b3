import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './project.ts';

/** A package of the workspace that is published. */
export interface PublicPackage {
  readonly name: string;
  /** Relative to the root. */
  readonly folder: string;
  readonly entries: readonly Entry[];
}

/** An entry point of a package. */
export interface Entry {
  /** What users write to import it: `helve`, `helve/agent`. */
  readonly specifier: string;
  /** What that loads, relative to the package. */
  readonly file: string;
}

/** The packages that are published, in the order of their folders. */
export function publicPackages(): PublicPackage[] {
  return globSync('packages/*/package.json', { cwd: root })
    .sort()
    .flatMap((file) => {
      // npm has read the same file before
      const manifest = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
        readonly name: string;
        readonly private?: boolean;
        readonly exports?: Readonly<Record<string, string | { readonly default: string }>>;
      };
      if (manifest.private === true) return [];
      const entries = Object.entries(manifest.exports ?? {}).flatMap(([key, target]) =>
        // a plain string exports package.json, which is no module
        typeof target === 'string'
          ? []
          : [{ specifier: manifest.name + key.slice(1), file: target.default }],
      );
      return [{ name: manifest.name, folder: dirname(file), entries }];
    });
}
