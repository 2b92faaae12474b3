import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Check, Outcome } from './check.ts';
import { commandCheck, outcome } from './check.ts';
import { judgeLoaded } from './judge-loaded.ts';
import { listLoaded } from './list-loaded.ts';
import { machineNodes, userEnv } from './machine-nodes.ts';
import { root } from './project.ts';
import type { PublicPackage } from './public-packages.ts';
import { publicPackages } from './public-packages.ts';
import type { Tally } from './run-checks.ts';
import { addTallies, runChecks } from './run-checks.ts';
import { runCommand } from './run-command.ts';

/** Packs every public package and looks at the tarball as a user gets it. */
export async function runPackageChecks(): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'helve-packages-'));
  try {
    const packages = publicPackages();
    const tallies: Tally[] = [];
    for (const pkg of packages) tallies.push(await runChecks(tarballChecks(pkg, folder)));
    tallies.push(await runChecks(await consumerChecks(packages, folder)));
    return addTallies(...tallies);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function tarballChecks(pkg: PublicPackage, folder: string): Check[] {
  const tarball = tarballOf(pkg, folder);
  return [
    {
      name: `pack ${pkg.name}`,
      run: async () => {
        const result = await runCommand('npm', ['pack', '--silent', '--pack-destination', folder], {
          cwd: join(root, pkg.folder),
        });
        // the last line names the file; scripts of the package may have printed before it
        const packed = join(folder, result.output.trim().split('\n').at(-1) ?? '');
        if (result.code === 0) copyFileSync(packed, tarball);
        return outcome(result.code === 0, result.output);
      },
    },
    commandCheck(`publint ${pkg.name}`, 'publint', ['run', '--strict', tarball]),
    commandCheck(`attw ${pkg.name}`, 'attw', [
      tarball,
      '--profile=esm-only',
      '--no-definitely-typed',
      '--no-color',
      '--no-emoji',
    ]),
  ];
}

/** Installs all tarballs into one empty project, checks its types and runs it. */
async function consumerChecks(
  packages: readonly PublicPackage[],
  folder: string,
): Promise<Check[]> {
  const cwd = join(folder, 'consumer');
  const entries = packages.flatMap((pkg) => pkg.entries.map((entry) => entry.specifier));
  const smoked = packages.filter((pkg) => existsSync(smokeOf(pkg)));
  mkdirSync(cwd);
  const write = (name: string, text: string): void => writeFileSync(join(cwd, name), text);
  write('package.json', '{ "private": true, "type": "module" }\n');
  // a dependency that does not run on the Node at hand fails the install
  write('.npmrc', 'engine-strict=true\n');
  write('tsconfig.json', JSON.stringify(consumerTsconfig));
  write('entries.js', entriesProgram(entries));
  write('entries.ts', entries.map((entry, at) => `export * as e${at} from '${entry}';\n`).join(''));
  for (const pkg of smoked) {
    copyFileSync(smokeOf(pkg), join(cwd, `${fileName(pkg)}.ts`));
    copyFileSync(smokeOf(pkg), join(cwd, `${fileName(pkg)}.js`));
  }
  const tarballs = packages.map((pkg) => tarballOf(pkg, folder));
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs];
  const nodes = await machineNodes();
  return [
    commandCheck('install the tarballs', 'npm', install, { cwd, env: userEnv() }),
    commandCheck('types of the installed packages', 'tsc', ['--pretty', 'false'], { cwd }),
    { name: 'what an import loads', run: async () => importBudgets(packages, cwd) },
    ...nodes.flatMap(({ version, env }) =>
      ['entries.js', ...smoked.map((pkg) => `${fileName(pkg)}.js`)].map((program) =>
        commandCheck(`${program} on Node ${version}`, 'node', [program], { cwd, env }),
      ),
    ),
    ...(nodes.some(({ version }) => version.startsWith('v20.')) ? [] : [noNode20]),
  ];
}

/** What a careful user's project looks like: declaration files are checked too. */
const consumerTsconfig = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    target: 'es2023',
    lib: ['es2023', 'dom'],
    module: 'nodenext',
    types: [],
    noEmit: true,
  },
  include: ['*.ts'],
};

const noNode20: Check = {
  name: 'Node 20',
  run: async () => ({
    passed: 0,
    failed: 0,
    skipped: 1,
    output: '',
    notes: ["skipped: the machine's own Node is another one, so the oldest is not tried"],
  }),
};

function entriesProgram(entries: readonly string[]): string {
  return `for (const entry of ${JSON.stringify(entries)}) {
  const names = Object.keys(await import(entry));
  if (names.length === 0) throw new Error(entry + ' exports nothing');
}
`;
}

function importBudgets(packages: readonly PublicPackage[], cwd: string): Outcome {
  const loaded = packages.flatMap((pkg) =>
    pkg.entries.map(({ specifier, file }) => ({
      specifier,
      ...listLoaded(join(cwd, 'node_modules', pkg.name, file)),
    })),
  );
  const problems = loaded.flatMap((each) => judgeLoaded(each.specifier, each));
  const notes = loaded.map(
    ({ specifier, files, bytes }) => `${specifier}: ${files} files, ${bytes} bytes`,
  );
  const isKept = loaded.length > 0 && problems.length === 0;
  return { ...outcome(isKept, problems.join('\n')), notes };
}

function fileName(pkg: PublicPackage): string {
  return pkg.name.replace('@', '').replace('/', '-');
}

function tarballOf(pkg: PublicPackage, folder: string): string {
  return join(folder, `${fileName(pkg)}.tgz`);
}

function smokeOf(pkg: PublicPackage): string {
  return join(root, 'scripts/smoke', `${fileName(pkg)}.ts`);
}
