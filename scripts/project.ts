import { execFileSync } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The folder the workspace lives in. */
export const root: string = resolve(import.meta.dirname, '..');

/**
 * Every file git tracks or would track, relative to the root and with `/` between folders: what is
 * ignored, deleted or only a link is left out, what was written a minute ago is in.
 */
export function projectFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(listed.split('\0'))].filter((file) => file !== '' && isFile(file)).sort();
}

function isFile(file: string): boolean {
  return lstatSync(join(root, file), { throwIfNoEntry: false })?.isFile() === true;
}
