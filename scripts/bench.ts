import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.ts';

// `npm run bench` builds the packages, installs what they are measured beside, and measures. The
// peers have a package of their own, outside the workspace: nothing else ever installs them.

const bench = join(root, 'bench');

const run = (cwd: string, command: string, ...args: string[]): void => {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

const writtenAt = (file: string): number =>
  statSync(join(bench, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;

run(root, 'npm', 'run', 'build', '--silent');
if (writtenAt('node_modules/.package-lock.json') < writtenAt('package-lock.json')) {
  run(bench, 'npm', 'ci');
}
run(bench, process.execPath, 'src/main.ts', ...process.argv.slice(2));
