import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './project.ts';

/** A package of the workspace that is published. */
export interface PublicPackage {
  readonly name: string;
  /** Relative to the root. */
  readonly folder: string;
  /** The oldest Node.js it promises to run on, as `22.13.0`. */
  readonly oldestNode: string;
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
        readonly engines?: { readonly node?: string };
        readonly exports?: Readonly<Record<string, string | { readonly default: string }>>;
      };
      if (manifest.private === true) return [];
      const entries = Object.entries(manifest.exports ?? {}).flatMap(([key, target]) =>
        // a plain string exports package.json, which is no module
        typeof target === 'string'
          ? []
          : [{ specifier: manifest.name + key.slice(1), file: target.default }],
      );
      const oldestNode = oldestOf(manifest.engines?.node ?? '', file);
      return [{ name: manifest.name, folder: dirname(file), oldestNode, entries }];
    });
}

/** Whether a version of Node.js, as `node -v` prints it, is one that a package promises to run on. */
export function runsOn(
  { oldestNode }: Pick<PublicPackage, 'oldestNode'>,
  version: string,
): boolean {
  const numbers = (text: string) => text.replace(/^v/, '').split('.').map(Number);
  const [is, ought] = [numbers(version), numbers(oldestNode)];
  const at = is.findIndex((number, index) => number !== ought[index]);
  return at < 0 || (is[at] ?? 0) > (ought[at] ?? 0);
}

function oldestOf(range: string, file: string): string {
  const [, major, minor = '0', patch = '0'] = /^>=(\d+)(?:\.(\d+))?(?:\.(\d+))?$/.exec(range) ?? [];
  if (major !== undefined) return `${major}.${minor}.${patch}`;
  throw new Error(
    `${file} has to say from which Node.js on it runs: "engines": { "node": ">=20" }`,
  );
}
