import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.ts';
import { runCommand } from './run-command.ts';

/**
 * How many types the compiler makes of generic ones to check a file with all it imports, as tests
 * are checked. With one checker the count is the same on every machine, to one or two.
 *
 * @param file relative to the root
 * @throws Error with what the compiler printed, where the file has type errors.
 */
export async function countInstantiations(file: string): Promise<number> {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'instantiations-'));
  try {
    const config = {
      extends: join(root, 'tsconfig.tests.json'),
      compilerOptions: { incremental: false, tsBuildInfoFile: null },
      include: [],
      files: [join(root, file)],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const args = ['-p', folder, '--singleThreaded', '--extendedDiagnostics', '--pretty', 'false'];
    const { code, output } = await runCommand('tsc', args);
    const count = /^Instantiations:\s+(\d+)/m.exec(output)?.[1];
    if (code !== 0 || count === undefined) throw new Error(`${file} does not compile:\n${output}`);
    return Number(count);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
