import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.ts';

/** Where the runtimes' versions are written and where they are installed, relative to the root. */
export const runtimesFolder = 'tests/runtimes';

/** A JavaScript runtime that the packed packages are tried on. */
export interface Runtime {
  readonly name: RuntimeName;
  readonly version: string;
  /** The program, relative to the folder's `node_modules`; absent where there is none for a machine. */
  readonly program: string | undefined;
}

export type RuntimeName = 'Node.js' | 'Bun' | 'Deno' | 'workerd';

/** What decides which of a runtime's builds a machine can run. */
export interface Machine {
  readonly os: string;
  readonly cpu: string;
  readonly libc: string | undefined;
}

interface LockFile {
  readonly packages: Readonly<Record<string, LockEntry>>;
}

interface LockEntry {
  readonly version?: string;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly libc?: string | readonly string[];
}

/**
 * How the packages are called that hold the builds, one for each platform, and where the program is
 * in them. Node's are entered once for each version.
 */
const builds: Readonly<Record<RuntimeName, readonly [folder: RegExp, program: string]>> = {
  'Node.js': [/^node-\d+\.\d+\.\d+-/, 'bin/node'],
  Bun: [/^@oven\/bun-/, 'bin/bun'],
  Deno: [/^@deno\//, 'deno'],
  workerd: [/^@cloudflare\/workerd-/, 'bin/workerd'],
};

/** The runtimes that the lock file names, each version once, with the program for a machine. */
export function listRuntimes(machine: Machine = thisMachine()): Runtime[] {
  const file = join(root, runtimesFolder, 'package-lock.json');
  // npm has written this file
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as LockFile;
  const runtimes = new Map<string, Runtime>();
  for (const name of Object.keys(builds) as RuntimeName[]) {
    const [folder, program] = builds[name];
    for (const [path, entry] of Object.entries(packages)) {
      const build = path.replace(/^node_modules\//, '');
      if (!folder.test(build) || entry.version === undefined) continue;
      const key = `${name} ${entry.version}`;
      const fits = runsOn(entry, machine) ? `${build}/${program}` : undefined;
      runtimes.set(key, {
        name,
        version: entry.version,
        program: runtimes.get(key)?.program ?? fits,
      });
    }
  }
  return [...runtimes.values()];
}

/** The machine at hand. */
export function thisMachine(): Machine {
  const { header } = process.report.getReport() as {
    // only there where the C library is glibc
    readonly header: { readonly glibcVersionRuntime?: string };
  };
  const libc = header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
  return {
    os: process.platform,
    cpu: process.arch,
    libc: process.platform === 'linux' ? libc : undefined,
  };
}

function runsOn(entry: LockEntry, machine: Machine): boolean {
  const admits = (allowed: LockEntry['os'], value: string | undefined) =>
    allowed === undefined || [allowed].flat().some((one) => one === value);
  return (
    admits(entry.os, machine.os) &&
    admits(entry.cpu, machine.cpu) &&
    admits(entry.libc, machine.libc)
  );
}
