import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Where what is measured is installed. */
export const benchFolder: string = join(import.meta.dirname, '../..');

/** Runs Node with these arguments to its end, and gives what it printed and how long it lived. */
export function runChild(args: readonly string[]): Promise<{ output: string; ms: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ output: string; ms: number }>();
  const start = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: benchFolder,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.on('error', reject);
  child.on('close', (code) => {
    const ms = performance.now() - start;
    if (code === 0) resolve({ output, ms });
    else reject(new Error(`node ${args.join(' ')} ended with ${code}.`));
  });
  return promise;
}
