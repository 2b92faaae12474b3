import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './project.ts';

// `npm start` opens the example to try Helve with, after building what is not built yet.

const example = 'examples/support-desk';

const npm = (...args: string[]): number =>
  spawnSync('npm', args, { cwd: root, stdio: 'inherit' }).status ?? 1;

const unbuilt = globSync('packages/*/package.json', { cwd: root })
  .map(dirname)
  .filter((folder) => !existsSync(join(root, folder, 'dist')));

if (!existsSync(join(root, example, 'package.json'))) {
  console.error(`${example} is not here: npm start opens it`);
  process.exitCode = 1;
} else if (unbuilt.length > 0 && npm('run', 'build', '--silent') !== 0) {
  console.error('the packages do not build: see above');
  process.exitCode = 1;
} else {
  process.exitCode = npm('start', '--silent', '-w', example, '--', ...process.argv.slice(2));
}
