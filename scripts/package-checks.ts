import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleCheck } from './bundle-check.ts';
import type { Check, Outcome } from './check.ts';
import { commandCheck, outcome } from './check.ts';
import { judgeLoaded } from './judge-loaded.ts';
import { listLoaded } from './list-loaded.ts';
import type { MachineNode } from './machine-nodes.ts';
import { machineNodes } from './machine-nodes.ts';
import { root } from './project.ts';
import type { PublicPackage } from './public-packages.ts';
import { runsOn } from './public-packages.ts';
import type { Tally } from './run-checks.ts';
import { addTallies, runChecks } from './run-checks.ts';
import { smokeCheck } from './smoke-check.ts';
import type { Tarball } from './with-tarballs.ts';

/** Programs that use the packages, each named after the one it uses. */
const smoke = join(root, 'scripts/smoke');

/** Looks at the tarballs as a user gets them. */
export async function runPackageChecks(
  tarballs: readonly Tarball[],
  folder: string,
): Promise<Tally> {
  return addTallies(
    await runChecks(tarballs.flatMap(tarballChecks)),
    await runChecks((await consumersOf(tarballs)).flatMap((each) => consumerChecks(each, folder))),
  );
}

function tarballChecks({ pkg, file }: Tarball): Check[] {
  return [
    commandCheck(`publint ${pkg.name}`, 'publint', ['run', '--strict', file]),
    commandCheck(`attw ${pkg.name}`, 'attw', [
      file,
      '--profile=esm-only',
      '--no-definitely-typed',
      '--no-color',
      '--no-emoji',
    ]),
  ];
}

/** A project with all packages that its Nodes run. */
interface Consumer {
  readonly tarballs: readonly Tarball[];
  readonly nodes: readonly [MachineNode, ...MachineNode[]];
}

/** Packages promise different Nodes: one project for each set of packages that some Node runs. */
async function consumersOf(tarballs: readonly Tarball[]): Promise<readonly Consumer[]> {
  const consumers = new Map<string, Consumer>();
  for (const node of await machineNodes()) {
    const running = tarballs.filter(({ pkg }) => runsOn(pkg, node.version));
    const key = running.map(({ pkg }) => pkg.name).join(' ');
    const [first = node, ...others] = [...(consumers.get(key)?.nodes ?? []), node];
    consumers.set(key, { tarballs: running, nodes: [first, ...others] });
  }
  return [...consumers.values()];
}

/** Packages whose declarations name those of Node: their users have them. */
const needNodeTypes: ReadonlySet<string> = new Set(['@helve/mcp']);

/** Installs tarballs into an empty project, checks its types and runs it. */
function consumerChecks({ tarballs, nodes }: Consumer, folder: string): Check[] {
  const [{ version, env }] = nodes;
  const cwd = join(folder, `consumer-${version}`);
  const packages = tarballs.map(({ pkg }) => pkg);
  const entries = packages.flatMap((pkg) => pkg.entries.map((entry) => entry.specifier));
  const smoked = packages.map(fileName).filter((name) => existsSync(join(smoke, `${name}.ts`)));
  mkdirSync(cwd);
  const write = (name: string, text: string): void => writeFileSync(join(cwd, name), text);
  write('package.json', '{ "private": true, "type": "module" }\n');
  // a dependency that does not run on the Node at hand fails the install
  write('.npmrc', 'engine-strict=true\n');
  for (const [name, types] of [
    ['web', []],
    ['node', ['node']],
  ] as const) {
    const those = packages.filter((pkg) => needNodeTypes.has(pkg.name) === types.length > 0);
    const smokes = those.map(fileName).filter((each) => smoked.includes(each));
    const include = [`entries-${name}.ts`, ...smokes.map((each) => `smoke/${each}.ts`)];
    const { compilerOptions } = consumerTsconfig;
    const options = { ...compilerOptions, types, typeRoots: [join(root, 'node_modules/@types')] };
    write(`tsconfig.${name}.json`, JSON.stringify({ compilerOptions: options, include }));
    const exported = those.flatMap((pkg) => pkg.entries.map((entry) => entry.specifier));
    const lines = exported.map((entry, at) => `export * as e${at} from '${entry}';\n`);
    write(`entries-${name}.ts`, lines.join(''));
  }
  write('entries.js', entriesProgram(entries));
  cpSync(smoke, join(cwd, 'smoke'), { recursive: true });
  const files = tarballs.map(({ file }) => file);
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', ...files];
  return [
    commandCheck(`install the tarballs with Node ${version}`, 'npm', install, { cwd, env }),
    commandCheck('types of the installed packages', 'tsc', ['-p', 'tsconfig.web.json'], { cwd }),
    commandCheck('types of those for Node', 'tsc', ['-p', 'tsconfig.node.json'], { cwd }),
    { name: 'what an import loads', run: async () => importBudgets(packages, cwd) },
    ...smoked.map((name) =>
      bundleCheck(`bundle the smoke test of ${name}`, {
        cwd,
        input: `smoke/${name}.ts`,
        output: `${name}.js`,
        whole: false,
      }),
    ),
    ...nodes.flatMap(({ version, env }) => [
      commandCheck(`entries.js on Node ${version}`, 'node', ['entries.js'], { cwd, env }),
      ...smoked.map((name) =>
        smokeCheck(`smoke test of ${name} on Node ${version}`, 'node', [`${name}.js`], {
          cwd,
          env,
        }),
      ),
    ]),
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
    allowImportingTsExtensions: true,
    noEmit: true,
  },
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
