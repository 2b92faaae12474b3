import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleCheck } from './bundle-check.ts';
import type { Check } from './check.ts';
import { outcome } from './check.ts';
import type { Runtime, RuntimeName } from './list-runtimes.ts';
import { listRuntimes, runtimesFolder, thisMachine } from './list-runtimes.ts';
import { userEnv } from './machine-nodes.ts';
import { root } from './project.ts';
import type { Tally } from './run-checks.ts';
import { runChecks } from './run-checks.ts';
import { runCommand } from './run-command.ts';
import { smokeCheck } from './smoke-check.ts';
import type { Tarball } from './with-tarballs.ts';

/** How a runtime runs a smoke program, and how it tells its version. */
interface Way {
  readonly args: readonly string[];
  readonly versionOf: (version: string) => string;
}

const same = (version: string): string => version;

const ways: Readonly<Record<RuntimeName, Way>> = {
  'Node.js': { args: ['program.js'], versionOf: same },
  // nothing is fetched that npm has not installed
  Bun: { args: ['--no-install', 'run', 'program.js'], versionOf: same },
  // without any permission
  Deno: {
    args: ['run', '--no-prompt', '--no-remote', '--node-modules-dir=manual', 'program.js'],
    versionOf: same,
  },
  workerd: { args: ['test', 'edge.capnp'], versionOf: dateOf },
};

/** Installs the tarballs into one project and runs its programs on every runtime. */
export async function runRuntimeChecks(
  tarballs: readonly Tarball[],
  folder: string,
): Promise<Tally> {
  const cwd = join(folder, 'runtimes');
  const runtimes = listRuntimes();
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'package.json'), '{ "private": true, "type": "module" }\n');
  for (const programs of ['scripts/smoke', runtimesFolder]) {
    const notInstalled = (from: string): boolean => !from.includes(`${programs}/node_modules`);
    cpSync(join(root, programs), join(cwd, programs), { recursive: true, filter: notInstalled });
  }
  const program = { cwd, input: `${runtimesFolder}/program.ts`, output: 'program.js' };
  const edge = { cwd, input: `${runtimesFolder}/edge.ts`, output: 'edge.js' };
  return runChecks([
    { name: 'install the runtimes', run: installRuntimes },
    { name: 'install the tarballs with Zod', run: () => installTarballs(tarballs, cwd) },
    bundleCheck('bundle the smoke test', { ...program, whole: false }),
    bundleCheck('bundle the smoke test with its packages', { ...edge, whole: true }),
    ...runtimes.map((runtime) => runtimeCheck(runtime, cwd)),
  ]);
}

/**
 * Does nothing where the last install was of the same lock file: the runtimes are large. npm takes an
 * optional package that it could not get for none at all, so that the programs are looked for, too.
 */
async function installRuntimes(): ReturnType<Check['run']> {
  const cwd = join(root, runtimesFolder);
  const installed = join(cwd, 'node_modules/.installed-lock.json');
  const lock = readFileSync(join(cwd, 'package-lock.json'), 'utf8');
  const complete = listRuntimes().every(
    ({ program }) => program === undefined || existsSync(join(cwd, 'node_modules', program)),
  );
  const current = existsSync(installed) && readFileSync(installed, 'utf8') === lock;
  if (complete && current) return outcome(true, '');
  rmSync(installed, { force: true });
  const { code, output } = await runCommand('npm', ['ci', '--prefer-offline'], {
    cwd,
    env: userEnv(),
  });
  if (code === 0) writeFileSync(installed, lock);
  return outcome(code === 0, output);
}

async function installTarballs(
  tarballs: readonly Tarball[],
  cwd: string,
): ReturnType<Check['run']> {
  // npm has read the same file before
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly devDependencies: { readonly zod: string };
  };
  const packages = [...tarballs.map(({ file }) => file), `zod@${devDependencies.zod}`];
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', ...packages];
  const { code, output } = await runCommand('npm', args, { cwd, env: userEnv() });
  return outcome(code === 0, output);
}

/**
 * Runs the smoke test. Where there is a build for the machine, a runtime that is not installed, or
 * is another version than the lock file's, has failed.
 */
function runtimeCheck({ name, version, program }: Runtime, cwd: string): Check {
  const { args, versionOf } = ways[name];
  const title = `smoke test on ${name} ${version}`;
  return {
    name: title,
    run: async () => {
      if (program === undefined) return skipped();
      const command = join(root, runtimesFolder, 'node_modules', program);
      // nothing of the user's is read, and caches go where the project goes
      const options = { cwd, env: { HOME: cwd, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' } };
      const { output } = await runCommand(command, ['--version'], options);
      const expected = versionOf(version);
      if (!output.split(/[\sv]+/).includes(expected)) {
        return outcome(false, `${program} should be version ${expected} and says: ${output}`);
      }
      if (name === 'workerd') writeFileSync(join(cwd, 'edge.capnp'), edgeConfig(expected));
      return smokeCheck(title, command, args, options).run();
    },
  };
}

function skipped(): Awaited<ReturnType<Check['run']>> {
  const { os, cpu, libc } = thisMachine();
  const machine = [os, cpu, libc].filter((part) => part !== undefined).join(' ');
  const notes = [`skipped: ${runtimesFolder}/package-lock.json has no build of it for ${machine}`];
  return { passed: 0, failed: 0, skipped: 1, output: '', notes };
}

/** workerd tells the date its version is made of: 1.20261117.1 is of 2026-11-17. */
function dateOf(version: string): string {
  return version.replace(/^\d+\.(\d{4})(\d\d)(\d\d)\.\d+$/, '$1-$2-$3');
}

/**
 * Everything as new as it gets, without what it gets by that and not every edge has: nothing of Node,
 * and no code made of texts while the worker loads.
 */
function edgeConfig(date: string): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "edge", worker = .edge)]);
const edge :Workerd.Worker = (
  modules = [(name = "edge.js", esModule = embed "edge.js")],
  bindings = [(name = "self", service = "edge")],
  compatibilityDate = "${date}",
  compatibilityFlags = ["no_nodejs_compat", "no_nodejs_compat_v2", "disallow_eval_during_startup"],
);
`;
}
