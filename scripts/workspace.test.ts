import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles, root } from './project.ts';

// The workspace's own files, held against the rules that no tool checks.

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly allowScripts?: Readonly<Record<string, boolean>>;
}

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
}

const files = projectFiles();
const read = (file: string) => readFileSync(join(root, file), 'utf8');
// npm has read these files before
const manifest = (file: string) => JSON.parse(read(file)) as Manifest;

test('every version is exact', () => {
  const ranges = files
    .filter((file) => file === 'package.json' || file.endsWith('/package.json'))
    .flatMap((file) => {
      const { dependencies, devDependencies, optionalDependencies } = manifest(file);
      const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
      return Object.entries(all).map(([name, version]) => `${file}: ${name} ${version}`);
    })
    .filter((line) => !/ (?:npm:\S+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(line));
  expect(ranges).toEqual([]);
});

test('no package runs an install script but those that are allowed to', () => {
  const lock = JSON.parse(read('package-lock.json')) as LockFile;
  const allowed = manifest('package.json').allowScripts ?? {};
  const running = Object.entries(lock.packages)
    .filter(([, entry]) => entry.hasInstallScript === true)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(running.filter((name) => allowed[name] !== true)).toEqual([]);
});

test('every package and example is type-checked with the rest', () => {
  const projects = files.filter((file) =>
    /^(?:packages|examples)\/[^/]+\/tsconfig\.json$/.test(file),
  );
  const folders = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => /^(?:packages|examples)\/[^/]+/.exec(file)?.[0] ?? []);
  const config = read('tsconfig.json');
  const missing = [...new Set(folders)].filter(
    (folder) => !projects.includes(`${folder}/tsconfig.json`) || !config.includes(`"./${folder}"`),
  );
  expect(missing, 'folders without a tsconfig.json that the one at the root refers to').toEqual([]);
});

test('no lock file says where its packages are to be fetched', () => {
  const locks = files.filter((file) => file.endsWith('package-lock.json'));
  expect(locks.filter((file) => read(file).includes('"resolved": "http'))).toEqual([]);
});

test('what is installed for tests runs no install script', () => {
  expect(read('tests/runtimes/.npmrc')).toMatch(/^ignore-scripts=true$/m);
});
