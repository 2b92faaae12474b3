import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Check } from './check.ts';
import { outcome } from './check.ts';
import { root } from './project.ts';
import type { PublicPackage } from './public-packages.ts';
import { publicPackages } from './public-packages.ts';
import type { Tally } from './run-checks.ts';
import { addTallies, runChecks } from './run-checks.ts';
import { runCommand } from './run-command.ts';

/** A public package as it would be published. */
export interface Tarball {
  readonly pkg: PublicPackage;
  readonly file: string;
}

/**
 * Packs every public package once and runs checks on the tarballs, each given a folder that is gone
 * afterwards.
 */
export async function withTarballs(
  ...checks: readonly ((tarballs: readonly Tarball[], folder: string) => Promise<Tally>)[]
): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'helve-packages-'));
  try {
    const tarballs = publicPackages().map((pkg) => ({
      pkg,
      file: join(folder, `${pkg.name.replace('@', '').replace('/', '-')}.tgz`),
    }));
    const tallies = [await runChecks(tarballs.map((tarball) => packCheck(tarball, folder)))];
    for (const run of checks) tallies.push(await run(tarballs, folder));
    return addTallies(...tallies);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function packCheck({ pkg, file }: Tarball, folder: string): Check {
  return {
    name: `pack ${pkg.name}`,
    run: async () => {
      const result = await runCommand('npm', ['pack', '--silent', '--pack-destination', folder], {
        cwd: join(root, pkg.folder),
      });
      // the last line names the file; scripts of the package may have printed before it
      const packed = join(folder, result.output.trim().split('\n').at(-1) ?? '');
      if (result.code === 0 && packed !== file) copyFileSync(packed, file);
      return outcome(result.code === 0, result.output);
    },
  };
}
